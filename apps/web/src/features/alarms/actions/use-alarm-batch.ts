import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  acknowledgeAlarms,
  ignoreAlarms,
  undoAcknowledge,
  unshelveAlarms,
} from "@verandah/contract/alarms/alarm-actions.ts";
import type { AlarmGridRow, AlertEntry } from "@verandah/contract/alarms/alarms.ts";

import { useChange } from "#data/query/use-change.ts";
import { problemText } from "#shared/texts/problem-text.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { showToast, toastFailure } from "#shared/ui/feedback/toast.ts";
import { showUndoToast } from "#shared/ui/feedback/undo-toast.tsx";

import type { Shelving } from "./ignore-button.tsx";

/** Alarms that a message names; it counts the others. */
const NAMED_MAX = 10;

/** An alarm that can be named. */
export type NamedAlarm = Pick<AlertEntry, "Alarm_Id" | "Device_name" | "message" | "text">;

/** An alarm whose shelving can be restored. */
export type ShelvedAlarm = NamedAlarm & Partial<Pick<AlarmGridRow, "shelved">>;

const idsOf = (alarms: readonly NamedAlarm[]) => alarms.map(({ Alarm_Id }) => Alarm_Id);

interface Options {
  /** Called with the sent alarms when the server has answered, also when the caller is no longer shown. */
  onChanged?: (ids: readonly number[]) => void;
  /** The same, but only while the caller is shown. */
  onEnd?: () => void;
}

/**
 * What an operator does with several alarms at once. Messages count what the server has stored, and name each alarm that it did not change.
 * What changed can be undone for some seconds. All of this does not depend on the caller, which may disappear before the answer.
 */
export function useAlarmBatch({ onChanged, onEnd }: Options) {
  const { t } = useLingui();
  const messageOf = useAlarmMessage();
  const acknowledge = useChange(acknowledgeAlarms);
  const undo = useChange(undoAcknowledge);
  const ignore = useChange(ignoreAlarms);
  const unshelve = useChange(unshelveAlarms);
  const whileShown = onEnd && { onSuccess: onEnd };

  /** A message that names alarms, each with a reason. */
  function name(
    kind: "news" | "error",
    title: string,
    alarms: readonly NamedAlarm[],
    reasonOf: (id: number) => string | undefined,
  ): void {
    if (alarms.length === 0) return;
    const names = alarms.slice(0, NAMED_MAX).map((alarm) => {
      const reason = reasonOf(alarm.Alarm_Id);
      return [`${alarm.Device_name}, ${messageOf(alarm)}`, reason].filter(Boolean).join(": ");
    });
    const left = alarms.length - names.length;
    if (left > 0) names.push(plural(left, { one: "and # other", other: "and # others" }));
    showToast({ kind, title, text: names.join(" · "), stays: kind === "error" });
  }

  const partText = (undone: number, total: number) =>
    undone < total ? t`${undone} of ${total} undone` : undefined;

  /** Shelves alarms as before, except those whose shelving is over. @returns how many */
  async function ignoreAgain(shelvings: ReturnType<typeof shelvingsOf>): Promise<number> {
    let count = 0;
    for (const shelving of shelvings) {
      if (Date.parse(shelving.until) > Date.now())
        count += (await ignore.mutateAsync(shelving)).ignored.length;
    }
    return count;
  }

  return {
    isSending: [acknowledge, ignore, unshelve].some(({ isPending }) => isPending),
    acknowledge: (alarms: readonly NamedAlarm[]) => {
      const ids = idsOf(alarms);
      acknowledge.mutateAsync({ ids }, whileShown).then(({ acknowledged, others }) => {
        onChanged?.(ids);
        const byId = new Map(others.map(({ Alarm_Id, by }) => [Alarm_Id, by ?? undefined]));
        const text = plural(acknowledged, { one: "# alarm acknowledged", other: "# alarms acknowledged" });
        // An earlier acknowledgement, also one of this user, is not taken back.
        const own = ids.filter((id) => !byId.has(id));
        if (acknowledged > 0)
          showUndoToast(text, async () =>
            partText((await undo.mutateAsync({ ids: own })).undone, acknowledged),
          );
        name(
          "news",
          t`Acknowledged before`,
          alarms.filter(({ Alarm_Id }) => byId.has(Alarm_Id)),
          (id) => byId.get(id),
        );
      }, toastFailure);
    },
    ignore: (alarms: readonly NamedAlarm[], shelving: Shelving) => {
      const ids = idsOf(alarms);
      ignore.mutateAsync({ ids, ...shelving }, whileShown).then(({ ignored, refused }) => {
        onChanged?.(ids);
        const codes = new Map(refused.map(({ Alarm_Id, code }) => [Alarm_Id, code]));
        const total = ignored.length;
        if (total > 0)
          showUndoToast(plural(total, { one: "# alarm ignored", other: "# alarms ignored" }), async () =>
            partText((await unshelve.mutateAsync({ ids: ignored })).unshelved.length, total),
          );
        name(
          "error",
          t`Not ignored`,
          alarms.filter(({ Alarm_Id }) => codes.has(Alarm_Id)),
          (id) => {
            const code = codes.get(id);
            return code && problemText(code);
          },
        );
        name(
          "news",
          t`Ignored before`,
          alarms.filter(({ Alarm_Id: id }) => !codes.has(id) && !ignored.includes(id)),
          () => undefined,
        );
      }, toastFailure);
    },
    unshelve: (alarms: readonly ShelvedAlarm[]) => {
      const ids = idsOf(alarms);
      unshelve.mutateAsync({ ids }, whileShown).then(({ unshelved }) => {
        onChanged?.(ids);
        const total = unshelved.length;
        const text = plural(total, { one: "# alarm is active again", other: "# alarms are active again" });
        const shelvings = shelvingsOf(alarms.filter(({ Alarm_Id }) => unshelved.includes(Alarm_Id)));
        if (shelvings.length === 0) showToast({ kind: "success", text });
        else showUndoToast(text, async () => partText(await ignoreAgain(shelvings), total));
      }, toastFailure);
    },
  };
}

/** The shelvings of alarms, with the alarms of each. */
function shelvingsOf(alarms: readonly ShelvedAlarm[]): (Shelving & { ids: number[] })[] {
  const groups = new Map<string, Shelving & { ids: number[] }>();
  for (const { Alarm_Id: id, shelved } of alarms) {
    if (!shelved) continue;
    const { reason, until } = shelved;
    const key = JSON.stringify([reason, until]);
    groups.set(key, { reason, until, ids: [...(groups.get(key)?.ids ?? []), id] });
  }
  return [...groups.values()];
}
