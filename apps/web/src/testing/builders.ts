import type {
  AlarmGridRow,
  AlarmSummary,
  AlertEntry,
  AlertLists,
  getAlarm,
} from "@verandah/contract/alarms/alarms.ts";
import type { Session } from "@verandah/contract/auth/auth.ts";
import type { LocationMetric, PlaceStatus, SubsystemStatus } from "@verandah/contract/buildings.ts";
import type { Command } from "@verandah/contract/commands/commands.ts";
import type { Override } from "@verandah/contract/commands/overrides.ts";
import type { getEnergyDemand } from "@verandah/contract/energy/energy-overview.ts";
import type { HomeCounts, SinceEvening } from "@verandah/contract/home.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { TrendReply } from "@verandah/contract/telemetry/telemetry.ts";

import { stateOf } from "#shared/ui/feedback/state.tsx";

/** An operator of building 2, "Tower A". */
export function aSession(change: Partial<Session> = {}): Session {
  return {
    user: { id: 7, name: "asha" },
    building: { id: 2, name: "Tower A" },
    campus: { id: 1, name: "Verandah Bengaluru", timeZone: "Asia/Kolkata" },
    role: { id: 1 },
    lastLogin: "2026-01-05T03:30:00.000Z",
    ...change,
  };
}

/** A status by the server's rule for alarms; `change` adds other facts. */
export function aStatus(change: Partial<PlaceStatus> = {}): PlaceStatus {
  const { noOfCritical = 0, noOfLow = 0 } = change;
  return {
    state: stateOf({ noOfCritical, noOfLow }),
    noOfCritical,
    noOfLow,
    noOfShelved: 0,
    noOfDevices: 40,
    noOfOffline: 0,
    noOfUnknown: 0,
    noOfStale: 0,
    isConnecting: false,
    ...change,
  };
}

/** The status of a building that has the alarms of some places. */
export function statusOfAll(places: readonly PlaceStatus[], change: Partial<PlaceStatus> = {}): PlaceStatus {
  const sum = (name: "noOfCritical" | "noOfLow" | "noOfShelved") =>
    places.reduce((total, place) => total + place[name], 0);
  return aStatus({
    noOfCritical: sum("noOfCritical"),
    noOfLow: sum("noOfLow"),
    noOfShelved: sum("noOfShelved"),
    ...change,
  });
}

/** A building in which nothing happened since the evening before 5 January. */
export function anEvening(change: Partial<SinceEvening> = {}): SinceEvening {
  return {
    since: "2026-01-04T12:30:00.000Z",
    alarms: { critical: 0, low: 0, active: 0 },
    commands: { sent: 0, failed: 0 },
    schedules: { done: 0, missed: 0 },
    ...change,
  };
}

/** A building without overrides and without air handling. */
export const noCounts = {
  overrides: 0,
  overriddenDevices: 0,
  onBattery: 0,
  minutesLeft: null,
  zones: { held: 0, missed: 0, off: 0, unknown: 0 },
} satisfies HomeCounts;

/** A building without meters. */
export const noDemand = {
  contractKilowatt: null,
  today: [],
  monthPeak: null,
  monthCoveragePercent: 0,
  forecast: null,
} satisfies ReplyOf<typeof getEnergyDemand>;

type Values = Partial<Record<LocationMetric["parameters"][number]["name"], number>>;

/** An office floor of six zones where all is well. */
export function aFloor(change: Partial<LocationMetric> = {}, values: Values = {}): LocationMetric {
  const now = new Date().toISOString();
  const parameter = (name: LocationMetric["parameters"][number]["name"], value: number, unit: string) => ({
    name,
    value: values[name] ?? value,
    unit,
    quality: "good" as const,
    measured_time: now,
  });
  return {
    id: 11,
    name: "First",
    zone_type: "GL_LOCATION_TYPE_FLOOR",
    floor_type: "wlms",
    noOfZones: 6,
    ...aStatus(change),
    parameters: [
      parameter("TEMPERATURE", 23.4, "degC"),
      parameter("HUMIDITY", 48, "percentRh"),
      parameter("LUMINOUSITY", 420, "lux"),
      parameter("CO2", 640, "ppm"),
    ],
    tempIssue: [],
    humIssue: [],
    luxIssue: [],
    airIssue: [],
    ...change,
  };
}

/** A floor without sensors. */
export function aParkingDeck(change: Partial<LocationMetric> = {}): LocationMetric {
  return aFloor({
    id: 20,
    name: "Parking 1",
    floor_type: "parking",
    noOfZones: 2,
    parameters: (["TEMPERATURE", "HUMIDITY", "LUMINOUSITY", "CO2"] as const).map((name) => ({
      name,
      value: "no Data" as const,
      unit: "",
      quality: "missing" as const,
      measured_time: null,
    })),
    ...change,
  });
}

export function anAlert(change: Partial<AlertEntry> = {}): AlertEntry {
  return {
    Alarm_Id: 1,
    alarm_code: 102,
    message: "The controller does not answer",
    text: null,
    zoneId: null,
    floorId: 11,
    location: "First",
    ssid: null,
    Device_name: "AHU 1-1",
    device_name: "AHU 1-1",
    Measured_time: "2026-01-05 09:12:00",
    raisedAt: "2026-01-05T03:42:00.000Z",
    Acknowledge: 0,
    ...change,
  };
}

/** An active critical alarm of the alarms screen. */
export function anAlarmRow(change: Partial<AlarmGridRow> = {}): AlarmGridRow {
  const alert = anAlert(change);
  return {
    ...alert,
    date: "2026-01-05",
    time: "09:12:00",
    Message: alert.message,
    state: "active",
    ssid: "AHU-1-1",
    buildingId: 2,
    explains: 0,
    restoredAt: null,
    acknowledged: null,
    shelved: null,
    ...change,
  };
}

/** A trend of one point without values. */
export function aTrend(change: Partial<TrendReply> = {}): TrendReply {
  return {
    param_id: "TEMPERATURE",
    unit: "degC",
    bucketMs: 60_000,
    buckets: [],
    suspects: [],
    gaps: [],
    ...change,
  };
}

/** A page of all the rows there are. */
export function aPage<Row>(rows: Row[], total = rows.length) {
  return { rows, total, isTotalExact: true };
}

/** The details of an alarm about no reading. */
export function alarmDetails(change: Partial<ReplyOf<typeof getAlarm>> = {}): ReplyOf<typeof getAlarm> {
  return {
    ...anAlarmRow(),
    value: null,
    limit: null,
    unit: null,
    param_id: null,
    device: { ssid: "AHU-1-1", name: "AHU 1-1", type: "AHU" },
    offlineReason: null,
    evidence: null,
    path: ["Tower A", "First"],
    guidance: "Look at its power first.",
    history: [{ at: "2026-01-05T03:42:00.000Z", kind: "raised", user: null, note: "" }],
    explained: [],
    ...change,
  };
}

export function alertLists(system: AlertEntry[] = [], solution: AlertEntry[] = []): AlertLists {
  return { system, solution, total: { system: system.length, solution: solution.length } };
}

/** The counts of the bell, as if the alarms screen had these alarms. */
export function summaryOf({ total }: AlertLists): AlarmSummary {
  return {
    active: { critical: total.system, noncritical: total.solution },
    returned: 0,
    unacknowledged: total.system + total.solution,
    shelved: 0,
  };
}

/** The five cards: HVAC as given, the others without devices. */
export function statuses(hvac: Partial<SubsystemStatus> = {}): SubsystemStatus[] {
  const none = { state: "none" as const, warnings: 0, total: 0, since: null };
  const ok = { state: "ok" as const, warnings: 0, total: 14, since: null };
  const empty = {
    ...aStatus({ state: "unknown", noOfDevices: 0 }),
    network: none,
    fieldDevices: none,
    alarm: null,
  };
  return [
    { id: "hvac", name: "HVAC", ...aStatus(hvac), network: ok, fieldDevices: ok, alarm: null, ...hvac },
    { id: "chiller", name: "Chiller", ...empty },
    { id: "lighting", name: "Lighting", ...empty },
    { id: "ups", name: "UPS", ...empty },
    { id: "energy", name: "Energy", ...empty },
  ];
}

/** A command of the user of `aSession` that the server has just accepted. */
export function aCommand(change: Partial<Command> = {}): Command {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    batchId: "00000000-0000-4000-8000-00000000000b",
    ssid: "AHU-1-1",
    deviceName: "AHU 1-1",
    deviceType: "AHU",
    param_id: "ahu_in_air_temperature_sp",
    unit: "degC",
    value: 22,
    priority: 8,
    state: "accepted",
    failure: null,
    readBack: null,
    winningPriority: null,
    before: 24,
    origin: { kind: "person", name: null },
    by: { id: 7, name: "asha" },
    reason: null,
    until: "2026-01-05T12:00:00.000Z",
    createdAt: "2026-01-05T08:00:00.000Z",
    sentAt: null,
    acknowledgedAt: null,
    endedAt: null,
    supersededBy: null,
    releasedAt: null,
    lostTo: null,
    ...change,
  };
}

/** A running unit on the floor First. */
export function anOverride(change: Partial<Override> = {}): Override {
  const { commandId = "00000000-0000-4000-8000-000000000001" } = change;
  return {
    commandId,
    // An action of its own.
    batchId: commandId,
    ssid: "AHU-1-1",
    deviceName: "AHU 1-1",
    deviceType: "AHU",
    floorId: 11,
    floorName: "First",
    param_id: "ahu_on_off_sp",
    unit: "none",
    value: 10,
    origin: { kind: "person", name: null },
    by: { id: 8, name: "ravi" },
    reason: "Late meeting",
    since: "2026-01-05T08:00:00.000Z",
    until: "2026-01-05T12:00:00.000Z",
    isOverdue: false,
    isReleasing: false,
    overriddenBy: null,
    instead: { value: 0, from: "schedule" },
    energyKilowattHour: 12.34,
    energyUnknown: null,
    ...change,
  };
}

/** The answer to an acknowledgement of alarm 1 by the user of `aSession`. */
export const acknowledgedAnswer = {
  message: "ACCEPTED",
  Alarm_Id: 1,
  Acknowledge: 1,
  acknowledgedBy: "asha",
  acknowledgedAt: "2026-01-05T03:45:00.000Z",
  ignoredBy: null,
  ignoredAt: null,
  ignoredUntil: null,
} as const;
