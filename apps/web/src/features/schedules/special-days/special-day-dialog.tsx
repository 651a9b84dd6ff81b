import { useLingui } from "@lingui/react/macro";
import { Radio, Stack, TextInput } from "@mantine/core";
import { addScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";
import { type OnOff, DAY_NAME_MAX, scheduleDayData } from "@verandah/contract/schedules/schedule-forms.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useDraft } from "#shared/drafts.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { fieldText } from "#shared/texts/field-text.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { DateField } from "#shared/ui/fields/date-field.tsx";

import { TimesField, type TimesErrors, timesErrors } from "../times-field.tsx";
import { toastDone, toastRefused } from "../toasts.ts";
import { type DayScope, DayScopeFields, oneDay } from "./day-scope.tsx";

interface Props {
  /** `2026-01-05` */
  today: string;
  onClose: () => void;
}

const halfDay: OnOff[] = [{ ON: "09:00", OFF: "13:00" }];

/** Adds a holiday, or a day with times of its own. */
export function SpecialDayDialog({ today, onClose }: Props) {
  const { t } = useLingui();
  const add = useChange(addScheduleDay, { endsWhenShown: true });
  const [kind, setKind] = useDraft<"holiday" | "exception">("special-day-kind", "holiday");
  const [day, setDay] = useDraft("special-day-date", today);
  const [name, setName] = useDraft("special-day-name", "");
  const [times, setTimes] = useDraft<OnOff[]>("special-day-times", halfDay);
  const [scope, setScope] = useDraft<DayScope>("special-day-scope", oneDay);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [wrongTimes, setWrongTimes] = useState<TimesErrors>({});

  function changeTimes(changed: OnOff[]) {
    setWrongTimes({});
    setTimes(changed);
  }

  function save() {
    const { isYearly, calendar } = scope;
    const input = { kind, day, name, timeData: kind === "holiday" ? [] : times, isYearly };
    const parsed = scheduleDayData.safeParse(input);
    const found: Record<string, string> = {};
    for (const issue of parsed.error?.issues ?? []) found[String(issue.path[0])] ??= issue.message;
    setErrors(found);
    setWrongTimes(timesErrors(parsed.error?.issues));
    if (!parsed.success) return;
    add.mutate(
      { ...parsed.data, calendar },
      {
        onSuccess: () => {
          toastDone(t`${name} was added.`);
          onClose();
        },
        onError: (failure) => toastRefused(errorText(failure)),
      },
    );
  }

  return (
    <Dialog onClose={onClose} title={t`Add holiday or exception`}>
      <DialogForm action={t`Add`} isPending={add.isPending} onSubmit={save} onCancel={onClose}>
        <Radio.Group
          label={t`Kind`}
          value={kind}
          onChange={(value) => setKind(value === "exception" ? "exception" : "holiday")}
        >
          <Stack gap={6} mt={4}>
            <Radio value="holiday" label={t`Holiday`} description={t`Nothing is switched on.`} />
            <Radio value="exception" label={t`Exception`} description={t`Special hours for this day.`} />
          </Stack>
        </Radio.Group>
        <DateField
          label={t`Date`}
          min={today}
          value={day}
          error={fieldText(errors["day"])}
          onChange={setDay}
        />
        <TextInput
          label={t({ message: "Name", comment: "Of a holiday" })}
          maxLength={DAY_NAME_MAX}
          value={name}
          error={fieldText(errors["name"])}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DayScopeFields day={day} scope={scope} onChange={setScope} />
        {kind === "exception" && <TimesField times={times} errors={wrongTimes} onChange={changeTimes} />}
      </DialogForm>
    </Dialog>
  );
}
