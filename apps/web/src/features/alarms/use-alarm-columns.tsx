import { useLingui } from "@lingui/react/macro";
import type { AlarmClass, AlarmGridRow } from "@verandah/contract/alarms/alarms.ts";

import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";
import type { GridColumn } from "#shared/ui/data-grid/use-grid-table.ts";

import { AcknowledgeButton } from "./acknowledge-button.tsx";
import { AlarmFacts } from "./details/alarm-facts.tsx";
import { IgnoreButton, type Shelving } from "./ignore-button.tsx";

import classes from "./alarm-grid.module.css";

interface Input {
  alarmClass: AlarmClass;
  canAct: boolean;
  /** Of the alarm whose change is under way. */
  sendingId: unknown;
  onAcknowledge: (row: AlarmGridRow) => void;
  onIgnore: (row: AlarmGridRow, shelving: Shelving) => void;
  onUnshelve: (row: AlarmGridRow) => void;
}

/** Columns as specified; the button column only for roles that may use it. Source: spec 2 §2 Alarms screen. */
export function useAlarmColumns(input: Input): GridColumn<AlarmGridRow>[] {
  const { t } = useLingui();
  const messageOf = useAlarmMessage();
  const data: GridColumn<AlarmGridRow>[] = [
    { id: "Device_name", header: t`Device_name`, width: 170, card: "title", cell: device },
    { id: "date", header: t`date`, width: 84, card: "inline", cell: (row) => nowrap(row.date) },
    { id: "time", header: t`time`, width: 70, card: "inline", cell: (row) => nowrap(row.time) },
    {
      id: "Message",
      header: t`Message`,
      width: 160,
      card: "line",
      cell: (row) => message(row, messageOf(row)),
    },
  ];
  if (!input.canAct) return data;
  const header = input.alarmClass === "critical" ? t`Acknowledgement` : t`Ignore alarm`;
  return [
    ...data,
    {
      id: "action",
      header,
      width: 60,
      isPlain: true,
      card: "action",
      cell: (row) => <Action row={row} input={input} />,
    },
  ];
}

const messageId = (row: AlarmGridRow) => `alarm-${row.Alarm_Id}`;
const nowrap = (text: string) => <span className={classes["nowrap"]}>{text}</span>;

function device(row: AlarmGridRow) {
  return (
    <>
      <AlarmLink alarmId={row.Alarm_Id} className={classes["device"]}>
        {row.Device_name}
      </AlarmLink>
      <span className={classes["place"]}>{row.location}</span>
    </>
  );
}

function message(row: AlarmGridRow, text: string) {
  return (
    <>
      <span className={classes["message"]} id={messageId(row)}>
        {text}
      </span>
      <AlarmFacts row={row} />
    </>
  );
}

function Action({ row, input }: { row: AlarmGridRow; input: Input }) {
  const { t } = useLingui();
  const isCritical = input.alarmClass === "critical";
  const shared = { isSending: input.sendingId === row.Alarm_Id, describedBy: messageId(row) };
  return (
    <div className={classes["action"]} data-widest={isCritical ? t`Acknowledged` : t`Unshelve`}>
      {isCritical ? (
        <AcknowledgeButton
          {...shared}
          isAcknowledged={row.Acknowledge === 1}
          onAcknowledge={() => input.onAcknowledge(row)}
        />
      ) : (
        <IgnoreButton
          {...shared}
          isIgnored={row.state === "ignored"}
          onIgnore={(shelving) => input.onIgnore(row, shelving)}
          onUnshelve={() => input.onUnshelve(row)}
        />
      )}
    </div>
  );
}
