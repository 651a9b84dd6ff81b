import { Trans, useLingui } from "@lingui/react/macro";
import { Badge, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import { type LocationMetric, type MetricName, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { environment } from "@verandah/equipment/types/environment.ts";

import { useRoute } from "#data/query/use-route.ts";
import { useIsOld, useIsOutdated } from "#shared/age.ts";
import { quantity } from "#shared/format/number.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { type State, StateIcon } from "#shared/ui/feedback/state.tsx";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { Section } from "#shared/ui/section.tsx";
import { type Floor, useChosenFloor } from "#shared/use-chosen-floor.ts";

import { NoDataFound } from "./no-data-found.tsx";
import { issuesOf, metricNames, parameterOf, sortByName, zonesWithIssue } from "./overview/summaries.ts";

import classes from "./comfort.module.css";

type OwnPlace = Pick<Booking["space"], "building" | "floorId" | "floor" | "zoneId">;

/** The floor of a booking, with its building when that is another one than the session's. */
function ownFloorOf(
  place: OwnPlace | undefined,
  floors: readonly Floor[],
): Pick<Floor, "id" | "name"> | undefined {
  if (!place) return undefined;
  const { floorId: id, floor, building } = place;
  return floors.find((one) => one.id === id) ?? { id, name: `${floor}, ${building}` };
}

/**
 * The comfort of a floor, zone by zone, for coworking members. The first one of `own` decides the floor until another one is chosen;
 * undefined while it is loaded.
 */
export function Comfort({ own }: { own: readonly OwnPlace[] | undefined }) {
  const { t } = useLingui();
  const { floors, floor: remembered, choose, isChosen, error } = useChosenFloor();
  const ownFloor = isChosen ? undefined : ownFloorOf(own?.[0], floors);
  const floor = ownFloor ?? remembered;
  const workplaces = floors.filter(({ floorType }) => floorType === "wlms");
  const isElsewhere = ownFloor !== undefined && !workplaces.some(({ id }) => id === ownFloor.id);
  const metrics = useRoute(listLocationMetrics, floor && { id: floor.id });
  const isOutdated = useIsOutdated(metrics);
  const isOwn = (zone: LocationMetric) => own?.some(({ zoneId }) => zoneId === zone.id) ?? false;
  const zones = sortByName(metrics.data ?? []).toSorted(
    (one, other) => Number(isOwn(other)) - Number(isOwn(one)),
  );
  const total = zones.length;
  const count = zones.filter((zone) => zonesWithIssue(zone).length > 0).length;
  return (
    <Stack gap={14} component="section" aria-label={t`Comfort`}>
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} size="h4">{t`Comfort`}</Title>
          {total > 0 && (
            <Text c="dimmed">
              {isOutdated ? (
                t`No fresh values: what you see is the last known state.`
              ) : (
                <Trans>
                  Outside the comfort limits: {count} of {total} zones
                </Trans>
              )}
            </Text>
          )}
        </div>
        <Group align="flex-end" gap="md">
          <FloorSelect
            floors={isElsewhere ? [ownFloor, ...workplaces] : workplaces}
            floor={floor}
            onChoose={choose}
          />
        </Group>
      </Group>
      <Section of={{ ...metrics, error: error ?? metrics.error }} height={280} empty={<NoDataFound />}>
        {() => (
          <ul className={classes["grid"]}>
            {zones.map((zone) => (
              <li key={zone.id}>
                <ZoneComfort zone={zone} isOwn={isOwn(zone)} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Stack>
  );
}

function ZoneComfort({ zone, isOwn }: { zone: LocationMetric; isOwn: boolean }) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  return (
    <Card component="article" padding="md" aria-label={zone.name}>
      <Group justify="space-between">
        <h3 className={classes["name"]}>{zone.name}</h3>
        {isOwn && <Badge variant="light" tt="none">{t`Your place today`}</Badge>}
      </Group>
      <dl className={classes["values"]}>
        {metricNames.map((name) => (
          <ComfortValue key={name} zone={zone} name={name} title={nameOf(name, environment.type)} />
        ))}
      </dl>
    </Card>
  );
}

/** A measurement with a rating; an old value has its age instead. */
function ComfortValue({ zone, name, title }: { zone: LocationMetric; name: MetricName; title: string }) {
  const { t } = useLingui();
  const isOld = useIsOld();
  const ageText = useAgeText();
  const words: Record<MetricName, { below: string; within: string; above: string }> = {
    TEMPERATURE: { below: t`Too cool`, within: t`Comfortable`, above: t`Too warm` },
    CO2: { below: t`Fresh air`, within: t`Fresh air`, above: t`Stuffy` },
    HUMIDITY: { below: t`Too dry`, within: t`Comfortable`, above: t`Too humid` },
    LUMINOUSITY: { below: t`Too dark`, within: t`Well lit`, above: t`Too bright` },
  };
  const parameter = parameterOf(zone, name);
  const isFresh = parameter?.quality === "good" && !isOld;
  const [issue] = issuesOf(zone, name);
  const level = !issue ? "within" : issue.value > issue.limit ? "above" : "below";
  const state: State = !isFresh ? "unknown" : issue ? "low" : "fine";
  const age = parameter?.measured_time ? ageText(parameter.measured_time) : t`not fresh`;
  return (
    <div className={classes["value"]}>
      <dt>{title}</dt>
      <dd data-state={state}>
        <b>{parameter ? quantity(Number(parameter.value), parameter.unit) : t`No data`}</b>
        {parameter && (
          <span className={classes["word"]}>
            <StateIcon state={state} isColored />
            {isFresh ? words[name][level] : age}
          </span>
        )}
      </dd>
    </div>
  );
}
