import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Light } from "@verandah/contract/lighting/lights.ts";
import type { ReactNode } from "react";

import { useMeasured } from "#data/live/readings.ts";
import { useIsOld } from "#shared/age.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
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
            <DataTable
              label={t`Areas of the floor`}
              rows={chosen(data.zones, zoneId).flatMap((zone) => [
                { zone, area: undefined, lamps: [] },
                ...chosen(zone.areas, areaId).map((area) => ({
                  zone,
                  area,
                  lamps: data.lights.filter((light) => light.areaId === area.id),
                })),
              ])}
              rowKey={({ zone, area }) => `${zone.id} ${area?.id ?? ""}`}
              columns={[
                {
                  header: t`Area`,
                  render: ({ zone, area }) =>
                    area ? (
                      <Link to="/admin/areadetail" search={{ area: area.id }}>
                        {area.name}
                      </Link>
                    ) : (
                      <strong>
                        <Link to="/admin/arealist" search={{ zone: zone.id }}>
                          {zone.name}
                        </Link>
                      </strong>
                    ),
                },
                {
                  header: t`Measurement`,
                  render: ({ zone, area }) => {
                    if (metric !== "occupancy")
                      return renderValue(metric, { floorId, zoneId: zone.id, areaId: area?.id });
                    return area ? t`Same as zone` : peopleText(zone.id);
                  },
                },
                {
                  header: t`Lighting`,
                  render: ({ area, lamps }) =>
                    area && (lamps.length === 0 ? t`No lights` : <AreaState lamps={lamps} />),
                },
                {
                  header: t`Last seen`,
                  render: ({ area, lamps }) => area && <AreaSeen lamps={lamps} />,
                },
              ]}
            />
          )
        }
      </Section>
    </section>
  );
}

function AreaState({ lamps }: { lamps: readonly Light[] }) {
  const { measured = [] } = useMeasured(lamps);
  const stateText = useLightState();
  return stateText(useIsOld() ? unknown : stateOfLights(measured));
}

function AreaSeen({ lamps }: { lamps: readonly Light[] }) {
  const { measured = [] } = useMeasured(lamps);
  const ageText = useAgeText();
  const seenAt = lastSeenOf(measured);
  return seenAt === null ? "–" : ageText(seenAt);
}
