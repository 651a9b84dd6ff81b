import { useLingui } from "@lingui/react/macro";
import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconArrowBackUp,
  IconCheck,
  IconEyeOff,
} from "@tabler/icons-react";
import { type AlarmState, LOW_ALARM_FROM } from "@verandah/contract/alarms/alarms.ts";

import classes from "./alarm-state.module.css";

interface Props {
  state: AlarmState;
  alarmCode: number;
}

/** State of an alarm: icon, colour and text. Source: ISA-18.2 §4 (alarm states). */
export function AlarmStateMark({ state, alarmCode }: Props) {
  const { t } = useLingui();
  const isCritical = alarmCode < LOW_ALARM_FROM;
  const shown = {
    active: {
      Icon: isCritical ? IconAlertOctagonFilled : IconAlertTriangleFilled,
      word: t({ message: "Active", comment: "An alarm whose cause is present and that is not acknowledged" }),
    },
    acknowledged: {
      Icon: IconCheck,
      word: t({ message: "Acknowledged", comment: "An alarm that someone has seen" }),
    },
    returned: {
      Icon: IconArrowBackUp,
      word: t({ message: "Returned", comment: "An alarm whose cause is gone" }),
    },
    ignored: { Icon: IconEyeOff, word: t({ message: "Ignored", comment: "An alarm that was shelved" }) },
  }[state];
  return (
    <span
      className={classes["state"]}
      data-state={state === "active" ? (isCritical ? "critical" : "low") : "calm"}
    >
      <shown.Icon size={13} aria-hidden />
      {shown.word}
    </span>
  );
}
