import { Trans, useLingui } from "@lingui/react/macro";
import { MultiSelect, Text } from "@mantine/core";
import {
  getRecurringSchedule,
  updateRecurringSchedule,
} from "@verandah/contract/schedules/recurring-schedules.ts";
import { type OnOff, recurringScheduleData } from "@verandah/contract/schedules/schedule-forms.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useNewest } from "#data/query/use-newest.ts";
import { isRefusal } from "#shared/call.ts";
import { weekdayNames } from "#shared/format/time.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { fieldText } from "#shared/texts/field-text.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";

import { SetbackField } from "./setback-field.tsx";
import { TimesField, type TimesErrors, timesErrors } from "./times-field.tsx";
import { toastDone, toastRefused } from "./toasts.ts";
import { type WeeklyDefault, weeklyDefaultOf } from "./weekly-default.ts";

interface Props {
  weekly: WeeklyDefault;
  /** For some seconds after an attempt nothing is saved again. */
  isLocked: boolean;
  onAttempt: () => void;
  onClose: () => void;
}

const officeTimes: OnOff[] = [{ ON: "09:00", OFF: "18:00" }];

/** The fields for a default; office hours without one. */
const fieldsOf = ({ timeData, weekData, setbackCelsius }: WeeklyDefault) => ({
  times: timeData.length > 0 ? timeData : officeTimes,
  weekdays: weekData.map(String),
  setbackCelsius,
});

/** When air handling units go on and off in each week. Source: spec 2 §2 Default schedule editor. */
export function ChangeDefaultDialog({ weekly, isLocked, onAttempt, onClose }: Props) {
  const { t } = useLingui();
  const names = weekdayNames();
  const change = useChange(updateRecurringSchedule, { endsWhenShown: true });
  const newest = useNewest();
  // Another person's change arrives with the next poll while the dialog is open; this change was not based on it.
  const [openedOn, setOpenedOn] = useState(weekly.data);
  const [fields, setFields] = useState(() => fieldsOf(weekly));
  const { times, weekdays, setbackCelsius } = fields;
  const [errors, setErrors] = useState<TimesErrors>({});
  const [wrongSetback, setWrongSetback] = useState<string>();
  const isClash = isRefusal(change.error, "default-schedule-changed");

  async function showTheirs() {
    const theirs = weeklyDefaultOf(await newest(getRecurringSchedule, {}));
    if (!theirs) return onClose();
    setOpenedOn(theirs.data);
    setFields(fieldsOf(theirs));
  }

  function refuse(failure: Error) {
    if (isRefusal(failure, "default-schedule-changed"))
      showTheirs().catch((lost: unknown) => toastRefused(errorText(lost)));
    else toastRefused(errorText(failure));
  }

  function save() {
    const parsed = recurringScheduleData.safeParse({
      timeData: times,
      weekData: weekdays.map(Number),
      setbackCelsius,
    });
    setErrors(timesErrors(parsed.error?.issues));
    setWrongSetback(parsed.error?.issues.find(({ path }) => path[0] === "setbackCelsius")?.message);
    if (!parsed.success) return;
    onAttempt();
    change.mutate(
      { id: weekly.id, ...parsed.data, openedOn },
      {
        onSuccess: () => {
          toastDone(t`Default Schedule successfully updated.`);
          onClose();
        },
        onError: refuse,
        // The answer of a busy server may take longer than the lock.
        onSettled: onAttempt,
      },
    );
  }

  return (
    <Dialog onClose={onClose} title={t`Change Default`}>
      <DialogForm isDisabled={isLocked || change.isPending} onSubmit={save} onCancel={onClose}>
        <ErrorBanner error={isClash && change.error} />
        <TimesField
          times={times}
          errors={errors}
          onChange={(changed) => {
            setErrors({});
            setFields({ ...fields, times: changed });
          }}
        />
        <MultiSelect
          label={t`Weekdays`}
          data={names.map((label, weekday) => ({ value: String(weekday), label }))}
          value={weekdays}
          onChange={(changed) => setFields({ ...fields, weekdays: changed })}
          description={t`Without a weekday there is no default, and units run on their local controls.`}
          clearable
          clearButtonProps={{ "aria-label": t`Clear the weekdays` }}
        />
        <SetbackField
          celsius={setbackCelsius}
          error={fieldText(wrongSetback)}
          onChange={(celsius) => setFields({ ...fields, setbackCelsius: celsius })}
        />
        <Text size="xs" c="dimmed">
          <Trans>
            All air handling units of the building follow it, unless a group, a schedule, a holiday or an
            exception says otherwise. A change that affects the current state takes effect at once.
          </Trans>
        </Text>
      </DialogForm>
    </Dialog>
  );
}
