import { Trans, useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import {
  getRecurringSchedule,
  updateRecurringSchedule,
} from "@verandah/contract/schedules/recurring-schedules.ts";
import {
  type RecurringSchedule,
  recurringScheduleData,
} from "@verandah/contract/schedules/schedule-forms.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useNewest } from "#data/query/use-newest.ts";
import { isRefusal } from "#shared/call.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { toastFailure } from "#shared/ui/feedback/toast.ts";
import { FormDialog } from "#shared/ui/form/form.tsx";

import { officeTimes } from "./times-field.tsx";
import { useWeekFields } from "./week-fields.tsx";
import { type WeeklyDefault, weeklyDefaultOf } from "./weekly-default.ts";

interface Props {
  weekly: WeeklyDefault;
  /** For some seconds after an attempt nothing is saved again. */
  isLocked: boolean;
  onAttempt: () => void;
  onClose: () => void;
}

/** The values of a default; office hours without one. */
const valuesOf = ({ timeData, weekData, setbackCelsius }: WeeklyDefault): RecurringSchedule => ({
  timeData: timeData.length > 0 ? timeData : officeTimes,
  weekData,
  setbackCelsius,
});

const isClash = (failure: unknown) => isRefusal(failure, "default-schedule-changed");

/** When air handling units go on and off in each week. Source: spec 2 §2 Default schedule editor. */
export function ChangeDefaultDialog({ weekly, isLocked, onAttempt, onClose }: Props) {
  const { t } = useLingui();
  const weekFields = useWeekFields();
  const change = useChange(updateRecurringSchedule, { endsWhenShown: true });
  const newest = useNewest();
  // Another person's change arrives with the next poll while the dialog is open; this change was not based on it.
  const [openedOn, setOpenedOn] = useState(weekly.data);

  async function showTheirs(set: (values: RecurringSchedule) => void) {
    const theirs = weeklyDefaultOf(await newest(getRecurringSchedule, {}));
    if (!theirs) return onClose();
    setOpenedOn(theirs.data);
    set(valuesOf(theirs));
  }

  /** After another person's change the form has theirs. */
  async function send(sent: RecurringSchedule, set: (values: RecurringSchedule) => void) {
    onAttempt();
    try {
      return await change.mutateAsync({ id: weekly.id, ...sent, openedOn });
    } catch (failure) {
      // Source: spec 2 §8.
      if (isClash(failure)) await showTheirs(set).catch(toastFailure);
      else toastFailure(failure);
      throw failure;
    } finally {
      // The answer of a busy server may take longer than the lock.
      onAttempt();
    }
  }

  return (
    <FormDialog
      title={t`Change Default`}
      onClose={onClose}
      initial={valuesOf(weekly)}
      schema={recurringScheduleData}
      isDisabled={() => isLocked}
      submit={send}
      done={t`Default Schedule successfully updated.`}
      renderFailure={(failure) => <ErrorBanner error={isClash(failure) && change.error} />}
    >
      {(form) => [
        ...weekFields(form, t`Without a weekday there is no default, and units run on their local controls.`),
        <Text key="note" size="xs" c="dimmed">
          <Trans>
            All air handling units of the building follow it, unless a group, a schedule, a holiday or an
            exception says otherwise. A change that affects the current state takes effect at once.
          </Trans>
        </Text>,
      ]}
    </FormDialog>
  );
}
