import { useLingui } from "@lingui/react/macro";
import type { AlarmClass, AlarmGridRow } from "@verandah/contract/alarms/alarms.ts";

import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";
import type { GridColumn } from "#shared/ui/data-grid/columns.ts";

import type { ActedAlarm } from "./actions/use-alarm-actions.ts";
import { AlarmAction, type AlarmActions, AlarmPlace, AlarmPriority, messageIdOf } from "./alarm-cells.tsx";
import { AlarmDevice } from "./alarm-device.tsx";
import { AlarmAge, AlarmFacts } from "./details/alarm-facts.tsx";

import classes from "./alarm-grid.module.css";

interface Input {
  alarmClass: AlarmClass;
  /** Undefined for a role that may not act. */
  actions: AlarmActions<AlarmGridRow> | undefined;
}

/** Columns as specified, the button column only for roles that may use it; then priority, place and age. Source: spec 2 §2 Alarms screen. */
export function useAlarmColumns({ alarmClass, actions }: Input): GridColumn<AlarmGridRow>[] {
  const { t } = useLingui();
  const messageOf = useAlarmMessage();
  const action = useActionColumn(alarmClass, actions);
  return [
    { id: "Device_name", header: t`Device_name`, width: 150, render: device },
    { id: "date", header: t`date`, width: 84, render: (row) => nowrap(row.date) },
    { id: "time", header: t`time`, width: 70, render: (row) => nowrap(row.time) },
    {
      id: "Message",
      header: t`Message`,
      width: 160,
      card: "line",
      render: (row) => message(row, messageOf(row)),
    },
    ...action,
    { id: "priority", header: t`Priority`, width: 76, isWithoutFilter: true, render: priority },
    { id: "where", header: t`Where`, width: 150, isWithoutFilter: true, render: where },
    { id: "since", header: t`Since`, width: 96, isWithoutFilter: true, render: since },
  ];
}

/** The button column of alarms of a class; none for a role that may not act. */
export function useActionColumn<Alarm extends ActedAlarm>(
  alarmClass: AlarmClass,
  actions: AlarmActions<Alarm> | undefined,
): GridColumn<Alarm>[] {
  const { t } = useLingui();
  if (!actions) return [];
  const header = alarmClass === "critical" ? t`Acknowledgement` : t`Ignore alarm`;
  const render = (alarm: Alarm) => <AlarmAction alarm={alarm} actions={actions} />;
  return [{ id: "action", header, width: 60, isPlain: true, card: "action", render }];
}

const nowrap = (text: string) => <span className={classes["nowrap"]}>{text}</span>;

const device = (row: AlarmGridRow) => (
  <div className={classes["source"]}>
    <AlarmLink alarmId={row.Alarm_Id} className={classes["device"]}>
      {row.Device_name}
    </AlarmLink>
    <AlarmDevice of={row} />
  </div>
);

const message = (row: AlarmGridRow, text: string) => (
  <>
    <span className={classes["message"]} id={messageIdOf(row)}>
      {text}
    </span>
    <AlarmFacts row={row} isAgeBeside />
  </>
);

const priority = (row: AlarmGridRow) => <AlarmPriority code={row.alarm_code} />;
const where = (row: AlarmGridRow) => <AlarmPlace place={row}>{row.location}</AlarmPlace>;
const since = (row: AlarmGridRow) => (
  <span className={classes["nowrap"]}>
    <AlarmAge row={row} />
  </span>
);
