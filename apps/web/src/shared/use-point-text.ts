import { useLingui } from "@lingui/react/macro";

import { quantity } from "./format/number.ts";

/** Names and values of the points of air handling, for reading. A point that is not known keeps its own name. */
export function usePointText(): {
  nameOf: (paramId: string) => string;
  /** States in words, everything else as number and unit. */
  valueText: (paramId: string, value: number, unit: string) => string;
} {
  const { t } = useLingui();
  const names: Record<string, string> = {
    "Return Air Temperature": t`Return Air Temperature`,
    "Supply Air Temperature": t`Supply Air Temperature`,
    "Chilled Water Valve Feedback": t`Chilled Water Valve`,
    "Supply Fan Status": t`Supply Fan Status`,
    "VFD Speed": t`VFD Speed`,
    "VFD Bypass Status": t`VFD Bypass Status`,
    "Fire Alarm": t`Fire Alarm`,
    "Filter Pressure": t`Filter Pressure`,
    "Filter Status": t`Filter Status`,
    "Fresh Air Damper": t`Fresh Air Damper`,
    "Return Air Damper": t`Return Air Damper`,
    "Mixed Air Temperature": t`Mixed Air Temperature`,
    "Heating Valve Feedback": t`Heating Valve Feedback`,
    ahu_on_off_sp: t`On/Off`,
    ahu_in_air_temperature_sp: t`RAT setpoint`,
    ahu_suply_air_temperature_sp: t`SAT setpoint`,
    ahu_chilled_valve_sp: t`Chilled water valve command`,
    ahu_heating_valve_sp: t`Heating valve command`,
    vav_temperature_sp: t`Temperature Set Point`,
    vav_damper_mode_sp: t`Damper Control`,
    vav_damper_position_sp: t`Damper Position`,
  };
  const states: Record<string, (value: number) => string> = {
    "Supply Fan Status": (value) =>
      value > 0
        ? t({ message: "ON", comment: "A fan runs" })
        : t({ message: "OFF", comment: "A fan stands" }),
    "Fire Alarm": (value) => (value === 0 ? t`Normal` : t({ message: "ALARM", comment: "Fire" })),
    "Filter Status": (value) => (value === 0 ? t`Clean` : t({ message: "Loaded", comment: "A filter" })),
    ahu_on_off_sp: (value) =>
      value > 0
        ? t({ message: "On", comment: "A unit runs" })
        : t({ message: "Off", comment: "A unit stands" }),
    vav_damper_mode_sp: (value) => (value > 0 ? t`Manual` : t({ message: "Auto", comment: "A damper" })),
  };
  return {
    nameOf: (paramId) => names[paramId] ?? paramId,
    valueText: (paramId, value, unit) => states[paramId]?.(value) ?? quantity(value, unit),
  };
}
