import { useLingui } from "@lingui/react/macro";
import { Group, NumberInput, Radio, Stack } from "@mantine/core";
import type { RecurringSchedule } from "@verandah/contract/schedules/schedule-forms.ts";
import { airSetpoint } from "@verandah/equipment/types/ahu.ts";

import { weekdayNames } from "#shared/format/time.ts";
import type { FormField } from "#shared/ui/form/form-field.tsx";

import { TimesField } from "./times-field.tsx";

/** A usual setback for cooling, °C. */
const USUAL_CELSIUS = 28;

interface WeekForm {
  values: RecurringSchedule;
  set: (change: Partial<RecurringSchedule>) => void;
  errorOf: (name: string) => string | undefined;
}

/** The fields of weekly times: hours, weekdays, and the setback outside the hours. */
export function useWeekFields() {
  const { t } = useLingui();
  return ({ values, set, errorOf }: WeekForm, weekdaysNote?: string) => {
    const weekdays: FormField<"weekData"> = {
      name: "weekData",
      kind: "choices",
      label: t`Weekdays`,
      options: weekdayNames().map((label, value) => ({ value, label })),
      description: weekdaysNote,
      clearable: true,
      clearButtonProps: { "aria-label": t`Clear the weekdays` },
    };
    return [
      <TimesField
        key="times"
        times={values.timeData}
        errorOf={errorOf}
        onChange={(timeData) => set({ timeData })}
      />,
      weekdays,
      <SetbackField
        key="setback"
        celsius={values.setbackCelsius}
        error={errorOf("setbackCelsius")}
        onChange={(setbackCelsius) => set({ setbackCelsius })}
      />,
    ];
  };
}

interface SetbackProps {
  /** Null: units are off. Not a number while the field is empty. */
  celsius: number | null;
  error: string | undefined;
  onChange: (celsius: number | null) => void;
}

/** What units do outside their hours: off, or a setback setpoint. */
function SetbackField({ celsius, error, onChange }: SetbackProps) {
  const { t } = useLingui();
  const isSetBack = celsius !== null;
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t`Outside these hours`}
        value={isSetBack ? "setback" : "off"}
        onChange={(value) => onChange(value === "setback" ? USUAL_CELSIUS : null)}
      >
        <Group gap="lg" mt={4}>
          <Radio value="off" label={t({ message: "Off", comment: "What units do outside their hours" })} />
          <Radio value="setback" label={t`Setback`} />
        </Group>
      </Radio.Group>
      {isSetBack && (
        <NumberInput
          label={t`Setback setpoint, °C`}
          description={t`Units run and hold this return air temperature. Their own setpoint returns when the hours begin. On holidays units are off. A unit without this setpoint is off too.`}
          data-path="setbackCelsius"
          min={airSetpoint.from}
          max={airSetpoint.to}
          step={airSetpoint.step}
          clampBehavior="none"
          value={Number.isNaN(celsius) ? "" : celsius}
          error={error}
          onChange={(value) => onChange(value === "" ? Number.NaN : Number(value))}
        />
      )}
    </Stack>
  );
}
