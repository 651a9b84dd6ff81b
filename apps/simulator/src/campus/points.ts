import type { PointDescription, PointKind, Unit } from "@verandah/field/points.ts";

/** Longest time between two values, ms. Source: product.md "The demo campus"; spec 2 §9 AHU refresh 10 s. */
export const POINT_INTERVAL_MS = 10_000;
/** Source: spec 2 §9: UPS and energy refresh 5 s. */
export const POWER_INTERVAL_MS = 5_000;
/** Heartbeat of a parking bay, which otherwise speaks when it changes, ms. */
export const PARKING_INTERVAL_MS = 60_000;
export const PUMP_INTERVAL_MS = 30_000;

type PointRow = readonly [paramId: string, unit: Unit, kind: PointKind, min: number, max: number];

function points(intervalMs: number, rows: readonly PointRow[]): PointDescription[] {
  return rows.map(([paramId, unit, kind, min, max]) => ({ paramId, unit, kind, min, max, intervalMs }));
}

/** Names as in spec 1 §3; ranges are those of the sensing elements. */
export const environmentPoints = points(POINT_INTERVAL_MS, [
  ["TEMPERATURE", "degC", "reading", -20, 60],
  ["HUMIDITY", "percentRh", "reading", 0, 100],
  ["CO2", "ppm", "reading", 0, 5_000],
  ["LUMINOUSITY", "lux", "reading", 0, 100_000],
  ["OCCUPANCY", "none", "reading", 0, 1_000],
  ["PM25", "microgramPerCubicMetre", "reading", 0, 1_000],
]);

/** Names as in spec 2 §3, misspellings included; what the fault rules need beside those is ours. */
export const ahuPoints = points(POINT_INTERVAL_MS, [
  ["Supply Fan Status", "none", "reading", 0, 1],
  ["VFD Speed", "percent", "reading", 0, 100],
  ["VFD Bypass Status", "volt", "reading", 0, 500],
  ["Chilled Water Valve Feedback", "percent", "reading", 0, 100],
  ["Heating Valve Feedback", "percent", "reading", 0, 100],
  ["Mixed Air Temperature", "degC", "reading", -20, 60],
  ["Return Air Temperature", "degC", "reading", -20, 60],
  ["Supply Air Temperature", "degC", "reading", -20, 60],
  ["CO2", "ppm", "reading", 0, 5_000],
  ["Filter Pressure", "pascal", "reading", 0, 1_000],
  ["Filter Status", "none", "reading", 0, 1],
  ["Fresh Air Damper", "percent", "reading", 0, 100],
  ["Return Air Damper", "percent", "reading", 0, 100],
  ["Fire Alarm", "none", "reading", 0, 1],
  ["ahu_in_air_temperature_sp", "degC", "setpoint", 15, 35],
  ["ahu_suply_air_temperature_sp", "degC", "setpoint", 15, 35],
  ["ahu_chilled_valve_sp", "percent", "setpoint", 0, 100],
  ["ahu_heating_valve_sp", "percent", "setpoint", 0, 100],
  ["ahu_on_off_sp", "none", "command", 0, 10],
]);

/** Names as on the VAV page of spec 2 §2. */
export const vavPoints = points(POINT_INTERVAL_MS, [
  ["Zone Temperature", "degC", "reading", -20, 60],
  ["Damper Position", "percent", "reading", 0, 100],
  ["CFM", "cubicFootPerMinute", "reading", 0, 5_000],
  ["Design CFM", "cubicFootPerMinute", "reading", 0, 5_000],
  ["vav_temperature_sp", "degC", "setpoint", 15, 35],
  ["vav_damper_mode_sp", "none", "command", 0, 1],
  ["vav_damper_position_sp", "percent", "command", 0, 100],
]);

export const chillerPoints = points(POINT_INTERVAL_MS, [
  ["Chilled Water Supply Temperature", "degC", "reading", -10, 60],
  ["Chilled Water Return Temperature", "degC", "reading", -10, 60],
  ["Chiller Power", "kilowatt", "reading", 0, 1_000],
  ["Chiller Load", "percent", "reading", 0, 120],
  ["Chiller Status", "none", "reading", 0, 1],
  ["Pump Status", "none", "reading", 0, 1],
  ["ch_water_temperature_sp", "degC", "setpoint", 4, 15],
  ["ch_on_off_sp", "none", "command", 0, 10],
]);

/** Names as in spec 2 §3, misspellings included. */
export const meterPoints = points(POWER_INTERVAL_MS, [
  ["presentDemand", "kilowatt", "reading", 0, 500],
  ["apparentPowerTotal", "voltAmpere", "reading", 0, 500_000],
  ["activePowerTotal", "watt", "reading", 0, 500_000],
  ["powerFactorTotal", "none", "reading", -1, 1],
  ["volatage_LL_average", "volt", "reading", 0, 600],
  ["volatage_LN_average", "volt", "reading", 0, 350],
  ["currentAverage", "ampere", "reading", 0, 1_000],
  ["Frequency", "hertz", "reading", 0, 70],
  ["em_volatge_LN_phase_1-2", "volt", "reading", 0, 350],
  ["em_volatge_LN_phase_2-3", "volt", "reading", 0, 350],
  ["em_volatge_LN_phase_3-1", "volt", "reading", 0, 350],
  ["em_volatge_LL_phase_1-2", "volt", "reading", 0, 600],
  ["em_volatge_LL_phase_2-3", "volt", "reading", 0, 600],
  ["em_volatge_LL_phase_3-1", "volt", "reading", 0, 600],
  ["em_currentPhase1", "ampere", "reading", 0, 1_000],
  ["em_currentPhase2", "ampere", "reading", 0, 1_000],
  ["em_currentPhase3", "ampere", "reading", 0, 1_000],
  ["energyTotal", "kilowattHour", "reading", 0, 100_000_000],
]);

/** Names as in spec 2 §3; statuses are the numbers of RFC 1628. */
export const upsPoints = points(POWER_INTERVAL_MS, [
  ["ups_InputVoltagePhaseA", "volt", "reading", 0, 350],
  ["ups_InputVoltagePhaseB", "volt", "reading", 0, 350],
  ["ups_InputVoltagePhaseC", "volt", "reading", 0, 350],
  ["ups_OutputVoltagePhaseA", "volt", "reading", 0, 350],
  ["ups_OutputVoltagePhaseB", "volt", "reading", 0, 350],
  ["ups_OutputVoltagePhaseC", "volt", "reading", 0, 350],
  ["ups_OutputCurrentPhaseA", "ampere", "reading", 0, 1_000],
  ["ups_OutputCurrentPhaseB", "ampere", "reading", 0, 1_000],
  ["ups_OutputCurrentPhaseC", "ampere", "reading", 0, 1_000],
  ["ups_Temperature", "degC", "reading", -20, 80],
  ["ups_InputFrequency", "hertz", "reading", 0, 70],
  ["ups_OutputFrequency", "hertz", "reading", 0, 70],
  ["ups_BatteryCharge", "percent", "reading", 0, 100],
  ["ups_BatteryVoltage", "volt", "reading", 0, 500],
  ["ups_Runtime", "minute", "reading", 0, 10_000],
  ["ups_Load", "percent", "reading", 0, 200],
  ["ups_Status", "none", "reading", 1, 7],
  ["ups_BatteryStatus", "none", "reading", 1, 4],
  ["ups_TotalAlarms", "none", "reading", 0, 100],
]);

/** `light_mode`: 0 manual, 1 automatic. */
export const daliPoints = points(POINT_INTERVAL_MS, [
  ["light_level", "percent", "reading", 0, 100],
  ["lamp_failure", "none", "reading", 0, 1],
  ["light_mode", "none", "reading", 0, 1],
  ["light_level_sp", "percent", "command", 0, 100],
  ["light_mode_sp", "none", "command", 0, 1],
]);

export const WAC_CHANNELS = [1, 2] as const;
/** The same as of a DALI group, once a channel. */
export const wacPoints = WAC_CHANNELS.flatMap((channel) =>
  daliPoints.map((point) => ({ ...point, paramId: `${point.paramId}_${channel}` })),
);

export const parkingPoints = points(PARKING_INTERVAL_MS, [
  ["OCCUPIED", "none", "reading", 0, 1],
  ["BATTERY", "percent", "reading", 0, 100],
]);

/** Names as in spec 2 §3. */
export const pumpPoints = points(PUMP_INTERVAL_MS, [
  ["MotorStatus", "none", "reading", 0, 1],
  ["WaterflowRate_in_lpm", "litrePerMinute", "reading", 0, 2_000],
  ["WF_per_Day_in_L", "litre", "reading", 0, 1_000_000],
  ["voltage_in_v", "volt", "reading", 0, 1_000],
  ["Current_in_A", "ampere", "reading", 0, 100],
  ["power_in_watt", "watt", "reading", 0, 20_000],
  ["FaultCondition", "none", "reading", 0, 255],
  ["WarningCondition", "none", "reading", 0, 255],
  ["motor_on_off_sp", "none", "command", 0, 1],
]);
