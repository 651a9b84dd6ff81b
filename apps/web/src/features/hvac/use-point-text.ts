import { useLingui } from "@lingui/react/macro";

import { quantity } from "#shared/format/number.ts";

import { ON_OFF, RAT_SETPOINT, SAT_SETPOINT, VALVE_SETPOINT } from "./ahu-points.ts";

/** Names and values of points that are written, for reading. A point that is not known keeps its own name. */
export function usePointText(): {
  nameOf: (paramId: string) => string;
  valueText: (paramId: string, value: number, unit: string) => string;
} {
  const { t } = useLingui();
  const names: Record<string, string> = {
    [ON_OFF]: t`On/Off`,
    [RAT_SETPOINT]: t`RAT setpoint`,
    [SAT_SETPOINT]: t`SAT setpoint`,
    [VALVE_SETPOINT]: t`Chilled water valve`,
    vav_temperature_sp: t`Temperature Set Point`,
    vav_damper_mode_sp: t`Damper Control`,
    vav_damper_position_sp: t`Damper Position`,
  };
  return {
    nameOf: (paramId) => names[paramId] ?? paramId,
    valueText(paramId, value, unit) {
      if (paramId === ON_OFF)
        return value > 0
          ? t({ message: "On", comment: "A unit runs" })
          : t({ message: "Off", comment: "A unit stands" });
      if (paramId === "vav_damper_mode_sp")
        return value > 0 ? t`Manual` : t({ message: "Auto", comment: "A damper" });
      return quantity(value, unit);
    },
  };
}
