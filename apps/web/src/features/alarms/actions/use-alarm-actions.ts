import { useLingui } from "@lingui/react/macro";
import {
  acknowledgeAlarm,
  ignoreAlarm,
  undoAcknowledge,
  unshelveAlarm,
} from "@verandah/contract/alarms/alarm-actions.ts";
import type { AlarmGridRow, AlarmState } from "@verandah/contract/alarms/alarms.ts";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { showUndoToast } from "#shared/ui/feedback/undo-toast.tsx";

import type { Shelving } from "./ignore-button.tsx";

export type ActedAlarm = Pick<AlarmGridRow, "Alarm_Id" | "alarm_code" | "Device_name" | "Acknowledge"> & {
  /** Without one it is active. */
  state?: AlarmState;
};

interface Options<Alarm> {
  /** Called when an action, or its undo, has changed an alarm. */
  onChanged?: (alarm: Alarm, state: "acknowledged" | "ignored" | "active") => void;
  onError?: (error: Error) => void;
}

/** What an operator does with an alarm. Messages report what the server has stored; what the user changed can be undone for some seconds. */
export function useAlarmActions<Alarm extends ActedAlarm>({ onChanged, onError }: Options<Alarm> = {}) {
  const { t } = useLingui();
  const { user } = useSession();
  const acknowledge = useChange(acknowledgeAlarm);
  const ignore = useChange(ignoreAlarm);
  const unshelve = useChange(unshelveAlarm);
  const undo = useChange(undoAcknowledge);
  const failure = onError && { onError };
  return {
    error: acknowledge.error ?? ignore.error ?? unshelve.error,
    /** The alarm whose action is being sent. */
    sendingId: [acknowledge, ignore, unshelve].find(({ isPending }) => isPending)?.variables?.id,
    acknowledge: (alarm: Alarm) => {
      const { Alarm_Id: id, Device_name: device } = alarm;
      acknowledge.mutate(
        { id },
        {
          ...failure,
          onSuccess: ({ acknowledgedBy }) => {
            onChanged?.(alarm, "acknowledged");
            if (alarm.Acknowledge === 1) return;
            if (acknowledgedBy !== user.name) {
              const name = acknowledgedBy ?? "–";
              showToast({ kind: "news", text: t`Alarm of ${device}: ${name} acknowledged it before` });
              return;
            }
            showUndoToast(t`Alarm of ${device} acknowledged`, async () => {
              await undo.mutateAsync({ ids: [id] });
              onChanged?.(alarm, "active");
            });
          },
        },
      );
    },
    ignore: (alarm: Alarm, shelving: Shelving) => {
      const { Alarm_Id: id, Device_name: device } = alarm;
      ignore.mutate(
        { id, ...shelving },
        {
          ...failure,
          onSuccess: ({ ignoredBy }) => {
            onChanged?.(alarm, "ignored");
            if (ignoredBy !== user.name) {
              const name = ignoredBy ?? "–";
              showToast({ kind: "news", text: t`Alarm of ${device}: ${name} ignored it before` });
              return;
            }
            showUndoToast(t`Alarm of ${device} ignored`, async () => {
              await unshelve.mutateAsync({ id });
              onChanged?.(alarm, "active");
            });
          },
        },
      );
    },
    unshelve: (alarm: Alarm) => {
      unshelve.mutate({ id: alarm.Alarm_Id }, { ...failure, onSuccess: () => onChanged?.(alarm, "active") });
    },
  };
}
