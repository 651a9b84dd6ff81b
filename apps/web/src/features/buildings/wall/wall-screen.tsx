import { useLingui } from "@lingui/react/macro";
import { Box, Group, SimpleGrid, Text, Title } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { type AlertEntry, type AlertLists, listAlerts } from "@verandah/contract/alarms/alarms.ts";
import {
  getLocation,
  getPlaceStatus,
  listLocationMetrics,
  listSubsystemStatuses,
  type LocationMetric,
  type SubsystemStatus,
} from "@verandah/contract/buildings.ts";
import { getHomeCounts } from "@verandah/contract/home.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";

import { useLiveConnection } from "#data/live/live.ts";
import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsFresh, useIsOld, useIsOutdated } from "#shared/age.ts";
import { isRefusal } from "#shared/call.ts";
import { numberText, quantity } from "#shared/format/number.ts";
import { clockText, dayText } from "#shared/format/time.ts";
import { useAgeText, useDurationText, useMomentText } from "#shared/format/use-time-text.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { type State, StateIcon, useShownState, useStateText } from "#shared/ui/feedback/state.tsx";
import { Aged, Section, together } from "#shared/ui/section.tsx";
import { useNow } from "#shared/use-now.ts";

import { NoDataFound } from "../no-data-found.tsx";
import { StatusSummary } from "../overview/status-summary.tsx";
import { floorState, issuesOf, parameterOf, stackFloors } from "../overview/summaries.ts";
import { useSystemNames } from "../overview/use-system-names.ts";
import { useMetricTitle } from "../use-metric-title.ts";

import classes from "./wall-screen.module.css";

/** What fits beside ten floors. */
const ALARMS_MAX = 6;
const SECOND_MS = 1_000;
const shownMetrics = [comfortPoints.temperature, comfortPoints.co2] as const;

/** A building on a large screen without controls: its state, alarms, floors from the top down, systems, and how old all of it is. */
export function WallScreen() {
  const { t } = useLingui();
  const { id } = useParams({ strict: false });
  const input = { id: Number(id) };
  const { data: building } = useRoute(getLocation, input);
  const floors = useRoute(listLocationMetrics, input);
  const status = useRoute(getPlaceStatus, input);
  const alerts = useRoute(listAlerts, input);
  const counts = useRoute(getHomeCounts, input);
  const systems = useRoute(listSubsystemStatuses, input);
  const parts = [floors, status, alerts, systems];
  const hasOldCounts = useIsOutdated(counts);
  const loadedAt = parts.flatMap(({ dataUpdatedAt }) => dataUpdatedAt || []);
  if (isRefusal(floors.error, "not-found", "input-invalid")) return <NoDataFound />;
  return (
    <div className={classes["wall"]}>
      <header>
        <Group justify="space-between" align="baseline" gap="0 2vw">
          <Title fz="4vh" lh="inherit">
            {building?.name}
          </Title>
          <Clock />
        </Group>
      </header>
      <Section of={together(status, floors)}>
        {([whole, places]) => (
          <StatusSummary
            status={whole}
            places={places}
            alerts={undefined}
            counts={hasOldCounts ? undefined : counts.data}
            zones={counts.data?.zones}
            hasOldZones={hasOldCounts}
          />
        )}
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="2.4vw" flex={1} mih={0}>
        <section aria-label={t`Alarms`}>
          <Section of={alerts} isPart>
            {(data) => <Alarms alerts={data} />}
          </Section>
        </section>
        <section aria-label={t`Floors`}>
          <Section of={floors} isPart>
            {(data) => <Floors floors={data} />}
          </Section>
        </section>
      </SimpleGrid>
      <Section of={systems} isPart>
        {(data) => <Systems systems={data} />}
      </Section>
      <Aged of={parts}>
        <Age loadedAtMs={loadedAt.length > 0 ? Math.min(...loadedAt) : undefined} />
      </Aged>
    </div>
  );
}

/** The campus's own day and time. */
function Clock() {
  const { campus } = useSession();
  const now = useNow(SECOND_MS);
  return (
    <time dateTime={new Date(now).toISOString()}>
      {dayText(now, campus.timeZone)} <strong>{clockText(now, campus.timeZone)}</strong>
    </time>
  );
}

/** Critical alarms first, then the newest. */
function Alarms({ alerts }: { alerts: AlertLists }) {
  const { t } = useLingui();
  const none = useIsOld() ? t`No data` : t`No active alarms.`;
  const shown = [
    ...alerts.system.map((alert) => ({ alert, state: "critical" as const })),
    ...alerts.solution.map((alert) => ({ alert, state: "low" as const })),
  ];
  const total = alerts.total.system + alerts.total.solution;
  if (total === 0)
    return (
      <Text inherit c="dimmed">
        {none}
      </Text>
    );
  const more = numberText(total - ALARMS_MAX);
  return (
    <>
      <Box component="ul" display="grid" style={{ gap: "1vh" }}>
        {shown.slice(0, ALARMS_MAX).map(({ alert, state }) => (
          <Alarm key={alert.Alarm_Id} alert={alert} state={state} />
        ))}
      </Box>
      {total > ALARMS_MAX && <Text inherit c="dimmed">{t`and ${more} more`}</Text>}
    </>
  );
}

function Alarm({ alert, state }: { alert: AlertEntry; state: State }) {
  const { t } = useLingui();
  const messageOf = useAlarmMessage();
  const isOld = useIsOld();
  const moment = useMomentText();
  const duration = useDurationText()(alert.raisedAt);
  const since = moment(alert.raisedAt);
  return (
    <li className={classes["tile"]} data-state={state}>
      <StateIcon state={state} size={28} />
      <span>
        {messageOf(alert)}
        <small>
          {alert.Device_name} ·{" "}
          {isOld
            ? t`since ${since}`
            : t({ message: `for ${duration}`, comment: "How long an alarm has been active" })}
          {alert.Acknowledge === 0 && ` · ${t`Not acknowledged`}`}
        </small>
      </span>
    </li>
  );
}

/** A variable of the styles. */
const rowsOf = (rows: number): Record<string, number> => ({ "--rows": rows });

/** From the top down, each with its state, temperature and air. */
function Floors({ floors }: { floors: readonly LocationMetric[] }) {
  const { t } = useLingui();
  const title = useMetricTitle();
  const shown = useShownState();
  const stateText = useStateText();
  const { above, below } = stackFloors(floors);
  return (
    <table className={classes["floors"]} style={rowsOf(floors.length + 1)}>
      <thead>
        <tr>
          <th scope="col">{t`Floor`}</th>
          {shownMetrics.map((name) => (
            <th key={name} scope="col">
              {title(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...above, ...below].map((floor) => {
          const state = shown(floorState(floor));
          return (
            <tr key={floor.id}>
              <th
                scope="row"
                className={classes["tile"]}
                data-state={state}
                aria-label={`${floor.name}: ${stateText(state)}`}
              >
                {state !== "fine" && <StateIcon state={state} size={24} />}
                {floor.name}
              </th>
              {shownMetrics.map((name) => (
                <Metric key={name} floor={floor} name={name} />
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Metric({ floor, name }: { floor: LocationMetric; name: (typeof shownMetrics)[number] }) {
  const { t } = useLingui();
  const parameter = parameterOf(floor, name);
  const isFresh = useIsFresh()(parameter);
  return (
    <td data-old={!isFresh} data-outside={isFresh && issuesOf(floor, name).length > 0}>
      {parameter ? quantity(Number(parameter.value), parameter.unit) : t`No data`}
    </td>
  );
}

function Systems({ systems }: { systems: readonly SubsystemStatus[] }) {
  const { t } = useLingui();
  const names = useSystemNames();
  const shown = useShownState();
  const stateText = useStateText();
  return (
    <Box
      component="ul"
      display="grid"
      style={{ gap: "1vw", gridTemplateColumns: "repeat(auto-fit, minmax(min(8em, 100%), 1fr))" }}
    >
      {systems.map((system) => {
        const state = shown(system.state);
        return (
          <li key={system.id} className={classes["tile"]} data-state={state}>
            {state !== "fine" && <StateIcon state={state} size={24} />}
            <span>
              {names[system.id]}
              <small>{system.noOfDevices > 0 ? stateText(state) : t`No data`}</small>
            </span>
          </li>
        );
      })}
    </Box>
  );
}

/** Whether values arrive, and how old the oldest part is while none do. `loadedAtMs`: undefined before the first answer. */
function Age({ loadedAtMs }: { loadedAtMs: number | undefined }) {
  const { t } = useLingui();
  const { state } = useLiveConnection();
  const isOld = useIsOld();
  const ageText = useAgeText();
  const isLive = state === "live" && !isOld;
  return (
    <Text
      fz="max(14px, 1.9vh)"
      fw={isLive ? 400 : 600}
      c={isLive ? "dimmed" : "var(--text-critical)"}
      role="status"
    >
      {isLive ? t({ message: "Live", comment: "Values arrive by themselves" }) : words()}
    </Text>
  );

  function words(): string {
    if (loadedAtMs === undefined || (state === "connecting" && !isOld)) return t`Connecting`;
    const age = ageText(loadedAtMs);
    return t`No live values. Last data ${age}.`;
  }
}
