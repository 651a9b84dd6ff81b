import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Card, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { useIsOutdated } from "#shared/age.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { Section } from "#shared/ui/section.tsx";

import { lastSeenOf, stateOfLights } from "./light-members.ts";
import { useLightState } from "./use-light-state.ts";
import { useLights, usePeople } from "./use-lights.ts";

const unknown = stateOfLights([]);

interface LitPlace {
  floorId: number;
  zoneId: number;
  areaId: number | undefined;
}

const chosen = <P extends { id: number }>(places: readonly P[], id: number | undefined) =>
  id === undefined ? places : places.filter((place) => place.id === id);

interface Props {
  floorId: number;
  /** The measurement of the map; people are not among those of an area. */
  metric: string;
  renderValue: (metric: string, place: LitPlace) => ReactNode;
  /** Only this zone, or this area of it. */
  zoneId?: number | undefined;
  areaId?: number | undefined;
}

/** The areas of a floor with one measurement and the state of their lights. */
export function AreasTable({ floorId, metric, renderValue, zoneId, areaId }: Props) {
  const { t } = useLingui();
  const lights = useLights(floorId);
  const isOutdated = useIsOutdated(lights);
  const ageText = useAgeText();
  const stateText = useLightState();
  const counts = usePeople(lights);

  const peopleText = (id: number) => {
    const people = counts.get(id) ?? null;
    return people === null ? t`No data` : plural(people, { one: "# person", other: "# people" });
  };

  return (
    <section aria-label={t`Areas by measurement`}>
      <Section of={lights} isPart>
        {(data) =>
          data.zones.length === 0 ? (
            <Text c="dimmed">{t`No areas here.`}</Text>
          ) : (
            <Card padding={0}>
              <Table.ScrollContainer minWidth={330} tabIndex={0}>
                <Table aria-label={t`Areas of the floor`}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{t`Area`}</Table.Th>
                      <Table.Th>{t`Measurement`}</Table.Th>
                      <Table.Th>{t`Lighting`}</Table.Th>
                      <Table.Th>{t`Last seen`}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  {chosen(data.zones, zoneId).map((zone) => (
                    <Table.Tbody key={zone.id}>
                      <Table.Tr>
                        <Table.Th scope="rowgroup">
                          <Link to={`/admin/zone/${zone.id}/areas`}>{zone.name}</Link>
                        </Table.Th>
                        <Table.Td colSpan={3}>
                          {metric === "occupancy"
                            ? peopleText(zone.id)
                            : renderValue(metric, { floorId, zoneId: zone.id, areaId: undefined })}
                        </Table.Td>
                      </Table.Tr>
                      {chosen(zone.areas, areaId).map((area) => {
                        const lamps = data.lights.filter((light) => light.areaId === area.id);
                        const seenAt = lastSeenOf(lamps);
                        return (
                          <Table.Tr key={area.id}>
                            <Table.Td>
                              <Link to="/admin/areadetail" search={{ area: area.id }}>
                                {area.name}
                              </Link>
                            </Table.Td>
                            <Table.Td c="dimmed">
                              {metric === "occupancy"
                                ? t`As its zone`
                                : renderValue(metric, { floorId, zoneId: zone.id, areaId: area.id })}
                            </Table.Td>
                            <Table.Td>
                              {lamps.length === 0
                                ? t`No lights`
                                : stateText(isOutdated ? unknown : stateOfLights(lamps))}
                            </Table.Td>
                            <Table.Td>{seenAt === null ? "–" : ageText(seenAt)}</Table.Td>
                          </Table.Tr>
                        );
                      })}
                    </Table.Tbody>
                  ))}
                </Table>
              </Table.ScrollContainer>
            </Card>
          )
        }
      </Section>
    </section>
  );
}
