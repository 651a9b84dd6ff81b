import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Group, Stack, Text } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { useIsOutdated } from "#shared/age.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import type { RenderMap } from "./light-board.tsx";
import { lastSeenOf, stateOfLights } from "./light-members.ts";
import { useLightState } from "./use-light-state.ts";
import { useLights, usePeople } from "./use-lights.ts";

import classes from "./lighting.module.css";

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
    <div className={classes["columns"]}>
      {renderMap(floorId, counts)}
      <Section of={lights} isPart>
        {(data) =>
          data.zones.length === 0 ? (
            <Text c="dimmed">{t`No areas here.`}</Text>
          ) : (
            <DataTable
              label={t`Areas of the floor`}
              rows={data.zones.flatMap((zone) => [
                { zone, area: undefined, lamps: [] },
                ...zone.areas.map((area) => ({
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
                        <Link to={`/admin/zone/${zone.id}/areas`}>{zone.name}</Link>
                      </strong>
                    ),
                },
                {
                  header: t`Measurement`,
                  render: ({ zone, area }) => {
                    if (param !== "occupancy")
                      return renderValue(param, { floorId, zoneId: zone.id, areaId: area?.id });
                    return area ? t`As its zone` : peopleText(zone.id);
                  },
                },
                {
                  header: t`Lighting`,
                  render: ({ area, lamps }) => {
                    if (!area) return null;
                    return lamps.length === 0
                      ? t`No lights`
                      : stateText(isOutdated ? unknown : stateOfLights(lamps));
                  },
                },
                {
                  header: t`Last seen`,
                  render: ({ area, lamps }) => {
                    const seenAt = lastSeenOf(lamps);
                    return area && (seenAt === null ? "–" : ageText(seenAt));
                  },
                },
              ]}
            />
          )
        }
      </Section>
    </div>
  );
}
