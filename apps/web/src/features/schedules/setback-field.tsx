import { useLingui } from "@lingui/react/macro";
import { Group, NumberInput, Radio, Stack } from "@mantine/core";
import { airSetpoint } from "@verandah/equipment/types/ahu.ts";

/** A usual setback for cooling, °C. */
const USUAL_CELSIUS = 28;

interface Props {
  /** Null: units are off. Not a number while the field is empty. */
  celsius: number | null;
  error: string | undefined;
  onChange: (celsius: number | null) => void;
}

/** What units do outside their hours: off, or a setback setpoint. */
export function SetbackField({ celsius, error, onChange }: Props) {
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
