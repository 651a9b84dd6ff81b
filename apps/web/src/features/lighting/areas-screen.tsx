import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Card, Group, Stack, Table, Text } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { useIsOutdated } from "#shared/age.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { Columns } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import type { RenderMap } from "./light-board.tsx";
import { lastSeenOf, stateOfLights } from "./light-members.ts";
import { useLightState } from "./use-light-state.ts";
import { useLights, usePeople } from "./use-lights.ts";

const unknown = stateOfLights([]);

interface LitPlace {
  floorId: number;
  zoneId: number;
  areaId: number | undefined;
}

interface Props {
  renderMap: RenderMap;
  /** The measurement of an area that the address names; people are not among them. */
  renderValue: (param: string, place: LitPlace) => ReactNode;
}

/** The areas of a floor with one measurement and the state of their lights. */
export function AreasScreen(props: Props) {
  const { t } = useLingui();
  const { floors, floor, choose, error, isMissing } = useChosenFloor();
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <PageTitle>{t`Areas by measurement`}</PageTitle>
        <FloorSelect floors={floors} floor={floor} onChoose={choose} />
      </Group>
      <ErrorBanner text={isMissing && t`Place not found.`} error={error} />
      {floor && <Areas floorId={floor.id} {...props} />}
    </Stack>
  );
}

function Areas({ floorId, renderMap, renderValue }: Props & { floorId: number }) {
  const { t } = useLingui();
  const { param = "temperature" } = useParams({ strict: false });
  const lights = useLights(floorId);
  const isOutdated = useIsOutdated(lights);
  const ageText = useAgeText();
  const stateText = useLightState();
  const counts = usePeople(lights);

  const peopleText = (zoneId: number) => {
    const people = counts.get(zoneId) ?? null;
    return people === null ? t`No data` : plural(people, { one: "# person", other: "# people" });
  };

  return (
    <Columns of="minmax(0, 4fr) minmax(0, 5fr)" gap={16}>
      {renderMap(floorId, counts)}
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
                  {data.zones.map((zone) => (
                    <Table.Tbody key={zone.id}>
                      <Table.Tr>
                        <Table.Th scope="rowgroup">
                          <Link to={`/admin/zone/${zone.id}/areas`}>{zone.name}</Link>
                        </Table.Th>
                        <Table.Td colSpan={3}>
                          {param === "occupancy"
                            ? peopleText(zone.id)
                            : renderValue(param, { floorId, zoneId: zone.id, areaId: undefined })}
                        </Table.Td>
                      </Table.Tr>
                      {zone.areas.map((area) => {
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
                              {param === "occupancy"
                                ? t`As its zone`
                                : renderValue(param, { floorId, zoneId: zone.id, areaId: area.id })}
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
    </Columns>
  );
}
