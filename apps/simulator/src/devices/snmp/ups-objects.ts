import type { ups as upsType } from "@verandah/equipment/types/ups.ts";
import snmp from "net-snmp";

import type { Values } from "../../physics/measured.ts";

/** The UPS-MIB. Source: RFC 1628 §4. */
const UPS_MIB = "1.3.6.1.2.1.33";
const { Integer, OctetString, OID, Gauge, TimeTicks } = snmp.ObjectType;

export interface ScalarObject {
  readonly name: string;
  /** Without the instance `.0`. */
  readonly oid: string;
  readonly type: snmp.ObjectType;
  /** Undefined for text and constants. */
  readonly measured?: (values: Values, secondsOnBattery: number) => number;
  readonly fixed?: string | number;
}

type UpsPoint = keyof typeof upsType.points;
/** What the ids of the points of all phases begin with. */
type PhasedStem = UpsPoint extends infer P ? (P extends `${infer Stem}A` ? Stem : never) : never;

const shown =
  (paramId: UpsPoint, scale = 1) =>
  (values: Values) =>
    Math.round((values[paramId] ?? 0) * scale);
const ups = (oid: string) => `${UPS_MIB}.1.${oid}`;

/** Frequencies, currents and the battery voltage are counted in tenths. Source: RFC 1628 §4. */
const TENTHS = 10;

export const scalarObjects = (name: string): readonly ScalarObject[] => [
  { name: "sysDescr", oid: "1.3.6.1.2.1.1.1", type: OctetString, fixed: `Simulated UPS ${name}` },
  { name: "sysObjectID", oid: "1.3.6.1.2.1.1.2", type: OID, fixed: UPS_MIB },
  { name: "sysUpTime", oid: "1.3.6.1.2.1.1.3", type: TimeTicks, fixed: 0 },
  { name: "sysName", oid: "1.3.6.1.2.1.1.5", type: OctetString, fixed: name },
  { name: "upsIdentManufacturer", oid: ups("1.1"), type: OctetString, fixed: "Verandah" },
  { name: "upsIdentModel", oid: ups("1.2"), type: OctetString, fixed: "Simulated 60 kVA" },
  { name: "upsIdentUPSSoftwareVersion", oid: ups("1.3"), type: OctetString, fixed: "1.0" },
  { name: "upsIdentAgentSoftwareVersion", oid: ups("1.4"), type: OctetString, fixed: "1.0" },
  { name: "upsIdentName", oid: ups("1.5"), type: OctetString, fixed: name },
  { name: "upsIdentAttachedDevices", oid: ups("1.6"), type: OctetString, fixed: "" },
  { name: "upsBatteryStatus", oid: ups("2.1"), type: Integer, measured: shown("ups_BatteryStatus") },
  { name: "upsSecondsOnBattery", oid: ups("2.2"), type: Integer, measured: (_values, seconds) => seconds },
  { name: "upsEstimatedMinutesRemaining", oid: ups("2.3"), type: Integer, measured: shown("ups_Runtime") },
  {
    name: "upsEstimatedChargeRemaining",
    oid: ups("2.4"),
    type: Integer,
    measured: shown("ups_BatteryCharge"),
  },
  {
    name: "upsBatteryVoltage",
    oid: ups("2.5"),
    type: Integer,
    measured: shown("ups_BatteryVoltage", TENTHS),
  },
  { name: "upsBatteryTemperature", oid: ups("2.7"), type: Integer, measured: shown("ups_Temperature") },
  { name: "upsInputLineBads", oid: ups("3.1"), type: Gauge, fixed: 0 },
  { name: "upsInputNumLines", oid: ups("3.2"), type: Integer, fixed: 3 },
  { name: "upsOutputSource", oid: ups("4.1"), type: Integer, measured: shown("ups_Status") },
  {
    name: "upsOutputFrequency",
    oid: ups("4.2"),
    type: Integer,
    measured: shown("ups_OutputFrequency", TENTHS),
  },
  { name: "upsOutputNumLines", oid: ups("4.3"), type: Integer, fixed: 3 },
  { name: "upsAlarmsPresent", oid: ups("6.1"), type: Gauge, measured: shown("ups_TotalAlarms") },
  { name: "upsTestResultsSummary", oid: ups("7.3"), type: Integer, measured: shown("ups_TestResult") },
  { name: "upsConfigInputVoltage", oid: ups("9.1"), type: Integer, fixed: 230 },
  { name: "upsConfigOutputVoltage", oid: ups("9.3"), type: Integer, fixed: 230 },
];

/** A test with its upsTestId and its number in the product. Source: RFC 1628 §4, upsWellKnownTests. */
export const testOid = (test: number) => `${ups("7.7")}.${test}`;
export const TEST_ID = { name: "upsTestId", oid: ups("7.1") };
export const TEST_LOCK = { name: "upsTestSpinLock", oid: ups("7.2") };

export interface LineTable {
  readonly name: string;
  readonly oid: string;
  /** By column number, from 2 on; column 1 is the line's number. */
  readonly columns: Readonly<Record<number, (values: Values, phase: string) => number>>;
}

const phased =
  (stem: PhasedStem, scale = 1) =>
  (values: Values, phase: string) =>
    Math.round((values[`${stem}${phase}`] ?? 0) * scale);

/** One row per phase. Source: RFC 1628 §4, upsInputTable and upsOutputTable. */
export const lineTables: readonly LineTable[] = [
  {
    name: "upsInputTable",
    oid: ups("3.3.1"),
    columns: { 2: shown("ups_InputFrequency", TENTHS), 3: phased("ups_InputVoltagePhase") },
  },
  {
    name: "upsOutputTable",
    oid: ups("4.4.1"),
    columns: {
      2: phased("ups_OutputVoltagePhase"),
      3: phased("ups_OutputCurrentPhase", TENTHS),
      4: phased("ups_OutputPowerPhase"),
      5: (values, phase) => Math.round(values[`ups_LoadPhase${phase}`] ?? values.ups_Load ?? 0),
    },
  },
];
export const PHASES = ["A", "B", "C"] as const;

export const ALARM_TABLE = { name: "upsAlarmTable", oid: ups("6.2.1") };

/** The well-known alarm of each value of a point. Source: RFC 1628 §4, upsWellKnownAlarms. */
const alarmsOf: Partial<Record<UpsPoint, Readonly<Record<number, number>>>> = {
  ups_Status: { 5: 2 },
  ups_BatteryStatus: { 3: 3, 4: 4 },
  ups_Overload: { 1: 8 },
  ups_ReplaceBattery: { 1: 1 },
  ups_Shutdown: { 1: 22, 2: 23 },
  ups_Fault: { 1: 6, 3: 5, 4: 7, 5: 10, 6: 13, 7: 16, 8: 17, 9: 18, 10: 20, 11: 14 },
};

/** Object ids of the present alarms. */
export const presentAlarms = (values: Values): string[] =>
  Object.entries(alarmsOf).flatMap(([point, alarms]) => {
    const alarm = alarms[values[point] ?? 0];
    return alarm === undefined ? [] : `${ups("6.3")}.${alarm}`;
  });
