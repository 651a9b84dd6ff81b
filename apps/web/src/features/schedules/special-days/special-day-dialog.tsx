import { useLingui } from "@lingui/react/macro";
import { addScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";
import { DAY_NAME_MAX } from "@verandah/contract/schedules/schedule-forms.ts";

import { useChange } from "#data/query/use-change.ts";
import { useDraft } from "#shared/drafts.ts";
import { FormDialog } from "#shared/ui/form/form.tsx";

import { TimesField } from "../times-field.tsx";
import { dayForm, type DayValues, OWN, useScopeFields } from "./day-scope.tsx";

interface Props {
  /** `2026-01-05` */
  today: string;
  onClose: () => void;
}

/** Adds a holiday, or a day with times of its own. */
export function SpecialDayDialog({ today, onClose }: Props) {
  const { t } = useLingui();
  const add = useChange(addScheduleDay, { endsWhenShown: true });
  const scopeFields = useScopeFields();
  const [draft, keepDraft] = useDraft<DayValues>("special-day", {
    kind: "holiday",
    day: today,
    name: "",
    timeData: [{ ON: "09:00", OFF: "13:00" }],
    isYearly: false,
    calendar: OWN,
  });
  return (
    <FormDialog
      title={t`Add holiday or exception`}
      onClose={onClose}
      initial={draft}
      onChange={keepDraft}
      schema={dayForm}
      action={t`Add`}
      submit={(sent) => add.mutateAsync(sent)}
      done={({ name }) => t`${name} was added.`}
    >
      {({ values, set, errorOf }) => [
        {
          name: "kind",
          kind: "radio",
          label: t`Kind`,
          options: [
            { value: "holiday", label: t`Holiday`, description: t`Nothing is switched on.` },
            { value: "exception", label: t`Exception`, description: t`Special hours for this day.` },
          ],
        },
        { name: "day", kind: "day", label: t`Date`, min: today },
        {
          name: "name",
          label: t({ message: "Name", comment: "Of a holiday" }),
          maxLength: DAY_NAME_MAX,
          "data-autofocus": true,
        },
        ...scopeFields(values),
        values.kind === "exception" && (
          <TimesField
            key="times"
            times={values.timeData}
            errorOf={errorOf}
            onChange={(timeData) => set({ timeData })}
          />
        ),
      ]}
    </FormDialog>
  );
}
