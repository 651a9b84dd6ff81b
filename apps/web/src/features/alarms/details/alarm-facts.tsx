import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Group } from "@mantine/core";
import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconArrowBackUp,
  IconCheck,
  IconEyeOff,
} from "@tabler/icons-react";
import { SHELVE_DEFAULT_REASON } from "@verandah/contract/alarms/alarm-actions.ts";
import { type AlarmGridRow, type AlarmState, LOW_ALARM_FROM } from "@verandah/contract/alarms/alarms.ts";

import { useDurationText, useMomentText } from "#shared/format/use-time-text.ts";
import { StateText } from "#shared/ui/feedback/state-text.tsx";

const REFRESH_MS = 30_000;

/** How long an alarm has been active, or was. */
export function AlarmAge({ row }: { row: Pick<AlarmGridRow, "raisedAt" | "restoredAt"> }) {
  const { t } = useLingui();
  const duration = useDurationText(REFRESH_MS)(row.raisedAt, row.restoredAt);
  return row.restoredAt === null
    ? t({ message: `for ${duration}`, comment: "How long an alarm has been active" })
    : t({ message: `lasted ${duration}`, comment: "How long an alarm was active" });
}

interface FactsProps {
  row: AlarmGridRow;
  /** The age is shown elsewhere. */
  isAgeBeside?: boolean;
}

/** State and age of an alarm, its acknowledger or shelver, and the number of alarms that it explains. */
export function AlarmFacts({ row, isAgeBeside = false }: FactsProps) {
  const { t } = useLingui();
  const moment = useMomentText();
  const reasonOf = useReasonText();
  const { acknowledged, shelved } = row;
  const by = (name: string | null, at: string) =>
    name === null ? at : t({ message: `by ${name}, ${at}`, comment: "Who acknowledged an alarm, and when" });
  const shelver = shelved?.by ?? "";
  const until = shelved && moment(shelved.until);
  const facts = [
    acknowledged && by(acknowledged.by, moment(acknowledged.at)),
    shelved && t`Shelved by ${shelver} until ${until}: ${reasonOf(shelved.reason)}`,
    row.explains > 0 && plural(row.explains, { one: "# related alarm", other: "# related alarms" }),
  ].filter(Boolean);
  return (
    <Group component="span" gap="0 10px" fz={12} c="dimmed">
      <AlarmStateMark state={row.state} alarmCode={row.alarm_code} />
      {!isAgeBeside && (
        <span>
          <AlarmAge row={row} />
        </span>
      )}
      {facts.map((text) => (
        <span key={String(text)}>{text}</span>
      ))}
    </Group>
  );
}

/** A shelving reason as it was typed; the one of clients that give none is translated. */
export function useReasonText(): (reason: string) => string {
  const { t } = useLingui();
  return (reason) => (reason === SHELVE_DEFAULT_REASON ? t`No reason given` : reason);
}

interface Props {
  state: AlarmState;
  alarmCode: number;
}

/** State of an alarm: icon, colour and text. Source: ISA-18.2 §4 (alarm states). */
function AlarmStateMark({ state, alarmCode }: Props) {
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
    <StateText {...(state === "active" && { "data-state": isCritical ? "critical" : "low" })}>
      <shown.Icon size={13} aria-hidden />
      {shown.word}
    </StateText>
  );
}
