import { useLingui } from "@lingui/react/macro";
import { Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { acknowledgeAlarm } from "@verandah/contract/alarms/alarm-actions.ts";
import { type getAlarm, LOW_ALARM_FROM, type AlarmEvidence } from "@verandah/contract/alarms/alarms.ts";
import { listAlarmBookings } from "@verandah/contract/bookings/alarm-bookings.ts";
import { buildingStaff } from "@verandah/contract/roles.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { findType } from "@verandah/equipment/catalogue.ts";

import { admits, useSession } from "#data/query/session.ts";
import { PointsChart } from "#shared/charts/points-chart.tsx";
import { useLocalView } from "#shared/charts/use-trend-view.ts";
import { ZoomButtons } from "#shared/charts/zoom-buttons.tsx";
import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { useSiteTypes } from "#shared/equipment/site-types.ts";
import { numberText } from "#shared/format/number.ts";
import { fullText } from "#shared/format/time.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { useOfflineReason } from "#shared/texts/use-offline-reason.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";
import { FactList } from "#shared/ui/fact-list.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { Rows } from "#shared/ui/layout.tsx";

import { AcknowledgeButton } from "../actions/acknowledge-button.tsx";
import { IgnoreButton } from "../actions/ignore-button.tsx";
import { useAlarmActions } from "../actions/use-alarm-actions.ts";
import { AffectedBookings } from "./affected-bookings.tsx";
import { AlarmFacts } from "./alarm-facts.tsx";
import { AlarmHistory } from "./alarm-history.tsx";

/** The details of an alarm: message, guidance, place, trend, history, and explained alarms. */
export function AlarmDetails({ alarm }: { alarm: ReplyOf<typeof getAlarm> }) {
  const { t } = useLingui();
  const session = useSession();
  const messageOf = useAlarmMessage();
  const type = findType(useSiteTypes(), alarm.device?.type ?? "");
  const isOnFloors = type?.isOnFloors !== false;
  const reasonText = useOfflineReason();
  const momentText = useMomentText();
  const actions = useAlarmActions<typeof alarm>();
  const isSending = actions.sendingId !== undefined;
  const isStaff = admits(buildingStaff, session.role.id);
  const state = alarm.alarm_code < LOW_ALARM_FROM ? "critical" : "low";
  const at = fullText(alarm.raisedAt, session.campus.timeZone);

  const relatedCount = numberText(alarm.explains);
  const listedCount = numberText(alarm.explained.length);

  return (
    <Stack gap="lg">
      <Group gap={10} wrap="nowrap" align="start">
        <StateIcon state={state} size={22} isColored={alarm.state !== "returned"} />
        <div>
          <Title order={3} size="h5">
            {messageOf(alarm)}
          </Title>
          <Text size="sm" c="dimmed">
            {alarm.Device_name} · {at}
          </Text>
          <Group gap="md" mt={4}>
            <AlarmFacts row={alarm} />
            <Text size="xs" c="dimmed">{t`Code ${alarm.alarm_code}`}</Text>
          </Group>
        </div>
      </Group>
      <ErrorBanner error={actions.error} />
      {admits(acknowledgeAlarm.access, session.role.id) && (
        <Group gap="sm">
          <AcknowledgeButton
            isAcknowledged={alarm.Acknowledge === 1}
            isSending={isSending}
            onAcknowledge={() => actions.acknowledge(alarm)}
          />
          {state === "low" && alarm.state !== "returned" && (
            <IgnoreButton
              isIgnored={alarm.state === "ignored"}
              isSending={isSending}
              onIgnore={(shelving) => actions.ignore(alarm, shelving)}
              onUnshelve={() => actions.unshelve(alarm)}
            />
          )}
        </Group>
      )}
      <section>
        <Title order={4} size="h6">{t`What to do`}</Title>
        <Text size="sm" style={{ whiteSpace: "pre-line" }}>
          {alarm.guidance}
        </Text>
      </section>
      <section>
        <Title order={4} size="h6">{t`Where`}</Title>
        <Text size="sm">{alarm.path.join(" › ")}</Text>
        <Group gap="md" mt={4} fz="sm">
          {isStaff && alarm.floorId !== null && (
            <Link to={`/admin/floor/${alarm.floorId}/dashboard`}>
              {isOnFloors ? t`Open the floor` : t`Open the place`}
            </Link>
          )}
          {isStaff && alarm.floorId !== null && alarm.device && isOnFloors && (
            <Link
              to="/admin/devicemap"
              search={{ floor: alarm.floorId, type: alarm.device.type, device: alarm.device.ssid }}
            >
              {t`Show on the floor plan`}
            </Link>
          )}
          {isStaff && alarm.device && (
            <Link to={deviceScreen(alarm.device.type)} search={{ device: alarm.device.ssid }}>
              {t`Open ${alarm.device.name}`}
            </Link>
          )}
        </Group>
      </section>
      {alarm.state !== "returned" && admits(listAlarmBookings.access, session.role.id) && (
        <AffectedBookings alarmId={alarm.Alarm_Id} />
      )}
      {alarm.offlineReason !== null && (
        <Text size="sm">{t`Reason when raised: ${reasonText(alarm.offlineReason)}`}</Text>
      )}
      <AlarmMeasured alarm={alarm} />
      {isStaff &&
        (alarm.evidence ? <AlarmEvidenceTrend evidence={alarm.evidence} /> : <AlarmTrend alarm={alarm} />)}
      <AlarmHistory alarm={alarm} />
      {alarm.explained.length > 0 && (
        <section>
          <Title order={4} size="h6">{t`Related alarms (${relatedCount})`}</Title>
          {alarm.explained.length < alarm.explains && (
            <Text size="sm" c="dimmed">
              {t`The newest ${listedCount} are listed; the alarm reports show them all.`}
            </Text>
          )}
          <Rows hasTop py={4} mt={4} mah={240} fz="sm" style={{ overflowY: "auto" }}>
            {alarm.explained.map((other) => (
              <Group component="li" key={other.Alarm_Id} justify="space-between" wrap="nowrap" gap="md">
                <span>
                  <AlarmLink alarmId={other.Alarm_Id}>{other.Device_name}</AlarmLink>: {messageOf(other)}
                </span>
                <Text span inherit flex="none" c="dimmed">
                  {momentText(other.raisedAt)}
                </Text>
              </Group>
            ))}
          </Rows>
        </section>
      )}
    </Stack>
  );
}

/** The value when the alarm was raised, with its limit. A state point shows no limit. */
function AlarmMeasured({ alarm }: { alarm: ReplyOf<typeof getAlarm> }) {
  const { t } = useLingui();
  const { nameOf, valueText, statesOf } = usePointText();
  const { value, limit, unit, text, param_id: paramId } = alarm;
  if (value === null) return null;
  const textOf = (number: number) => valueText(paramId ?? "", number, unit ?? "none");
  const point = paramId === null ? t`Measured` : nameOf(paramId);
  const isBetweenStates =
    statesOf(paramId ?? "") !== undefined || ((unit ?? "none") === "none" && !Number.isInteger(limit));
  if (limit === null || isBetweenStates) return <Text size="sm">{`${point}: ${textOf(value)}`}</Text>;
  const bound = textOf(limit);
  // Rounding would show a value just beyond its limit as the limit; the message's number is rounded away from it.
  const shown = textOf(value) === bound ? (text?.numbers[0] ?? value) : value;
  const measured = `${point}: ${textOf(shown)}`;
  return <Text size="sm">{t`${measured}, limit ${bound}`}</Text>;
}

const HEIGHT_PX = 180;
/** Time before and after an alarm that its trend shows, ms. */
const AROUND_MS = 30 * 60_000;

/** The trend half an hour before and after the alarm; nothing for an alarm without a point. */
function AlarmTrend({ alarm }: { alarm: ReplyOf<typeof getAlarm> }) {
  const { ssid, param_id: paramId } = alarm;
  if (ssid === null || paramId === null) return null;
  return <Around alarm={alarm} ssid={ssid} paramId={paramId} />;
}

function Around({
  alarm,
  ssid,
  paramId,
}: {
  alarm: ReplyOf<typeof getAlarm>;
  ssid: string;
  paramId: string;
}) {
  const { t } = useLingui();
  const { statesOf } = usePointText();
  const raisedMs = Date.parse(alarm.raisedAt);
  const view = useLocalView({ fromMs: raisedMs - AROUND_MS, toMs: raisedMs + AROUND_MS });
  return (
    <section>
      <Group justify="space-between" gap="xs" mb={4}>
        <Title order={4} size="h6">{t`Trend around the alarm`}</Title>
        <ZoomButtons view={view} />
      </Group>
      <PointsChart
        label={t`Half an hour before and after the alarm`}
        points={[{ ssid, paramId }]}
        view={view}
        height={HEIGHT_PX}
        limits={alarm.limit === null || statesOf(paramId) ? [] : [alarm.limit]}
        marksOf={ssid}
      />
    </section>
  );
}

const EVIDENCE_HEIGHT_PX = 200;
/** Time before the fault began and after its alarm that the chart shows, ms. */
const EVIDENCE_AROUND_MS = 15 * 60_000;
type EvidencePoint = AlarmEvidence["points"][number];

/** Trends of the points that a fault rule used, and the value of each when the alarm was raised. */
function AlarmEvidenceTrend({ evidence }: { evidence: AlarmEvidence }) {
  const { t } = useLingui();
  const { nameOf, valueText } = usePointText();
  const momentText = useMomentText();
  const { since, until, points } = evidence;
  const ownSsid = points[0]?.ssid;
  const view = useLocalView({
    fromMs: Date.parse(since) - EVIDENCE_AROUND_MS,
    toMs: Date.parse(until) + EVIDENCE_AROUND_MS,
  });
  // The names of the device's own points have no prefix.
  const labelOf = ({ ssid, name, param_id: paramId }: EvidencePoint) =>
    ssid === ownSsid ? nameOf(paramId) : `${name} · ${nameOf(paramId)}`;
  const from = momentText(since);
  const to = momentText(until);

  return (
    <section>
      <Group justify="space-between" gap="xs">
        <Title order={4} size="h6">{t`Readings behind this alarm`}</Title>
        <ZoomButtons view={view} />
      </Group>
      <Text size="xs" c="dimmed">{t`From ${from} until the alarm at ${to}`}</Text>
      <PointsChart
        label={t`Readings behind this alarm`}
        points={points.map((point) => ({ ssid: point.ssid, paramId: point.param_id, label: labelOf(point) }))}
        view={view}
        height={EVIDENCE_HEIGHT_PX}
        limits={[]}
        marksOf={ownSsid}
      />
      <FactList
        mt={8}
        facts={points.map((point) => [
          labelOf(point),
          valueText(point.param_id, point.param_value, point.unit),
        ])}
      />
    </section>
  );
}
