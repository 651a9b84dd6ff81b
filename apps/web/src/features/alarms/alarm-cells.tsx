import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { acknowledgeAlarm } from "@verandah/contract/alarms/alarm-actions.ts";
import { type AlarmGridRow, LOW_ALARM_FROM } from "@verandah/contract/alarms/alarms.ts";

import { admits, useSession } from "#data/query/session.ts";
import { StateText } from "#shared/ui/feedback/state-text.tsx";
import { StateIcon, useStateText } from "#shared/ui/feedback/state.tsx";

import { AcknowledgeButton } from "./actions/acknowledge-button.tsx";
import { IgnoreButton } from "./actions/ignore-button.tsx";
import type { ActedAlarm, useAlarmActions } from "./actions/use-alarm-actions.ts";

import classes from "./alarm-grid.module.css";

/** Id of the text that names an alarm. */
export const messageIdOf = ({ Alarm_Id }: ActedAlarm) => `alarm-${Alarm_Id}`;

/** Whether the user may acknowledge and ignore alarms. */
export function useCanAct(): boolean {
  const { role } = useSession();
  return admits(acknowledgeAlarm.access, role.id);
}

export type AlarmActions<Alarm extends ActedAlarm> = ReturnType<typeof useAlarmActions<Alarm>>;

interface ActionProps<Alarm extends ActedAlarm> {
  alarm: Alarm;
  actions: AlarmActions<Alarm>;
}

/** The button of a row: 'Ack' for a critical alarm, 'Ignore' for another. Source: spec 2 §2 Alarms screen. */
export function AlarmAction<Alarm extends ActedAlarm>({ alarm, actions }: ActionProps<Alarm>) {
  const { t } = useLingui();
  const isCritical = alarm.alarm_code < LOW_ALARM_FROM;
  const shared = { isSending: actions.sendingId === alarm.Alarm_Id, describedBy: messageIdOf(alarm) };
  return (
    <div className={classes["action"]} data-widest={isCritical ? t`Acknowledged` : t`Unshelve`}>
      {isCritical ? (
        <AcknowledgeButton
          {...shared}
          isAcknowledged={alarm.Acknowledge === 1}
          onAcknowledge={() => actions.acknowledge(alarm)}
        />
      ) : (
        <IgnoreButton
          {...shared}
          isIgnored={alarm.state === "ignored"}
          onIgnore={(shelving) => actions.ignore(alarm, shelving)}
          onUnshelve={() => actions.unshelve(alarm)}
        />
      )}
    </div>
  );
}

/** Critical or low, as icon and word. */
export function AlarmPriority({ code }: { code: number }) {
  const textOf = useStateText();
  const state = code < LOW_ALARM_FROM ? "critical" : "low";
  return (
    <StateText fw={400} style={{ verticalAlign: "bottom" }} data-state={state}>
      <StateIcon state={state} size={14} />
      {textOf(state)}
    </StateText>
  );
}

interface PlaceProps {
  place: Pick<AlarmGridRow, "zoneId" | "floorId" | "buildingId">;
  children: string;
}

/** The place of an alarm, with a link to its screen. The campus itself has none. */
export function AlarmPlace({ place: { zoneId, floorId, buildingId }, children: name }: PlaceProps) {
  const { t } = useLingui();
  const places = { zone: zoneId, floor: floorId, building: buildingId };
  const [context, id] = Object.entries(places).find(([, one]) => one !== null) ?? [];
  if (context === undefined) return name;
  return (
    <Link
      to={`/admin/${context}/${id}/dashboard`}
      aria-label={t`Open ${name}`}
      style={{ display: "block", position: "relative", zIndex: 1, color: "inherit" }}
    >
      <span className={classes["message"]}>{name}</span>
    </Link>
  );
}
