import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import type { RoleName } from "@verandah/contract/roles.ts";
import { typeOf } from "@verandah/equipment/catalogue.ts";
import type { PointDescription } from "@verandah/field/points.ts";
import type { SiteDescription } from "@verandah/field/site.ts";

import { recordEvent } from "#features/alarms/history/device-events.service.ts";

import { aDemoField } from "../demo-field.ts";
import { aDevice, aSite, point } from "../sites.ts";
import { startTestApp } from "../start-test-app.ts";
import { bringUp } from "./command-bench.ts";
import { aSiteToMoveIn } from "./place-move-bench.ts";

/** 13:00 on a Monday in Kolkata. */
const NOW = "2026-01-05T07:30:00Z";
const command = (name: string, max: number) => point(name, "none", { kind: "command", min: 0, max });
const space = (name: string, kind: "seat" | "room") => ({ key: `T/${name}`, name, kind, seats: 4 });

/** An instant of the day of the bench. */
export const at = (time: string) => `2026-01-05T${time}:00Z`;
export const alarmOf = (code: number) => `select id from alarms where code = ${code}`;
/** Events of devices by code. */
const events = { 201: "T-UPS", 202: "T-UPS", 203: "T-UPS", 205: "T-E2", 204: "P-1", 210: "T-V1" };
/** Schedules by title. */
const schedules = {
  "Air-edit": "/v1/hvac_schedules",
  "Air-end": "/v1/hvac_schedules",
  "Light-edit": "/v1/schedules",
  "Light-end": "/v1/schedules",
};

const behind = (location: string) => ({ location, edge: "T-GW" });
/** The key at the end of an address. */
const keyOf = ({ path }: { path: string }) => path.split(/[/#]/).at(-1) ?? "";

/** The campus with a device of every kind, and seats and rooms in the second zone. */
export function aWholeSite(): SiteDescription {
  const site = aSiteToMoveIn();
  const ups = [
    "ups_Status",
    "ups_BatteryStatus",
    "ups_TestResult",
    "ups_Load",
    "ups_BatteryCharge",
    "ups_Temperature",
  ];
  const pump = ["MotorStatus", "WaterflowRate_in_lpm", "power_in_watt", "FaultCondition"];
  site.devices.push(
    { ...aDevice("VAV", "T-V1", ["Zone Temperature"], behind("T/g/z1")), fedBy: "T-AHU" },
    aDevice("UPS", "T-UPS", ups, behind("T/tower")),
    aDevice("ENERGYMETER", "T-E1", ["energyTotal", "activePowerTotal"], behind("T/g")),
    aDevice("ENERGYMETER", "T-E2", ["energyTotal"], behind("T/g/z2")),
    aDevice("PARKING", "T-P1", ["OCCUPIED"], behind("T/deck/z")),
    aDevice("WEATHERSTATION", "T-WX", ["OUTDOOR_TEMPERATURE"], behind("T/tower")),
    ...["P-1", "P-2"].map((ssid) => aDevice("SOLARPUMP", ssid, pump, behind("T/annex"))),
  );
  for (const device of site.devices) {
    const { ssid, type, points } = device;
    if (type === "UPS") points.push(command("ups_test", 5));
    if (type === "SOLARPUMP") points.push(command("motor_on_off_sp", 1));
    if (type === "AHU") points.push(point("Supply Fan Status", "none"));
    if (ssid === "50d001") points.push(command("emergency_test", 2), point("emergency_result", "none"));
    // A site file must have the units of the catalogue.
    const known: Readonly<Record<string, { unit: PointDescription["unit"] }>> = typeOf(type)?.points ?? {};
    device.points = points.map((one) => ({ ...one, unit: known[one.paramId]?.unit ?? one.unit }));
  }
  const zone = site.buildings[0]?.floors[0]?.zones[1];
  if (zone)
    zone.spaces = [
      ...["b1", "b2", "b3", "b4"].map((name) => space(name, "seat")),
      ...["r1", "r2", "r3"].map((name) => space(name, "room")),
    ];
  return site;
}

/** An app with a device of every kind, all of them online, and rows of every subject. */
export async function startWhole(via?: (databaseUrl: string) => string) {
  const app = await startTestApp({
    now: NOW,
    sites: [aWholeSite(), aSite("O", "Other Campus")],
    demoField: aDemoField().field,
    ...(via && { via }),
  });
  const field = await bringUp(app);
  const id = async (text: string) => {
    const [row] = (await app.query(text)).rows;
    return row?.["id"];
  };
  const { rows } = await app.query(
    "select key, id from locations union all select key, id from spaces union all select ssid, id from devices union all select username, id from users",
  );
  const ids = new Map(rows.map((row) => [String(row["key"]), Number(row["id"])]));
  const idOf = (key: string) => ids.get(key) ?? 0;

  /** Values of all devices, which grow with `more`. */
  async function measureAll(more: number, ageMs = 0): Promise<void> {
    const values: Record<string, Record<string, number>> = {
      "T-AHU": {
        "Return Air Temperature": 24 + more,
        "Supply Fan Status": 1,
        "Fire Alarm": 0,
        ahu_in_air_temperature_sp: 24,
        ahu_on_off_sp: 10,
        ahu_chilled_valve_sp: 45,
      },
      "T-V1": { "Zone Temperature": 24 + more },
      "T-UPS": {
        ups_Status: 3,
        ups_BatteryStatus: 2,
        ups_TestResult: 6,
        ups_Load: 40 + more,
        ups_BatteryCharge: 90 + more,
        ups_Temperature: 25,
        ups_test: 1,
      },
      "T-E1": { energyTotal: 100 + more, activePowerTotal: 2_000 + more },
      "T-P1": { OCCUPIED: more > 0 ? 0 : 1 },
      "T-WX": { OUTDOOR_TEMPERATURE: 30 + more },
      "50d001": { light_level: 60, light_mode: 0 },
      "50d002": { light_level: 30, light_mode: 0 },
      "50ac01": { light_level_1: 0, light_mode_1: 0, light_level_2: 30, light_mode_2: 1 },
    };
    for (const ssid of ["P-1", "P-2"])
      values[ssid] = {
        MotorStatus: 1,
        WaterflowRate_in_lpm: 100 + more,
        power_in_watt: 1_500,
        motor_on_off_sp: 1,
      };
    for (const [ssid, of] of Object.entries(values)) await app.measure("T-GW", ssid, of, ageMs);
    for (const ssid of ["T-S1", "T-S2", "T-S3"])
      await app.measure(
        ssid,
        ssid,
        { TEMPERATURE: 24 + more, HUMIDITY: 50, CO2: 600, LUMINOUSITY: 400 },
        ageMs,
      );
  }
  await measureAll(0, 5_000);
  await field.refresh();
  await app.query("insert into pump_customers select $1, id from devices where ssid = 'P-1'", [
    idOf("pumpCustomer"),
  ]);
  for (const [code, device] of Object.entries(events))
    await recordEvent(app.ctx, field.gateway, {
      device,
      code: Number(code),
      at: app.now().getTime(),
      message: `Event ${code}`,
      state: "raised",
    });

  const names = ["administrator", "operator", "viewer", "member", "pumpCustomer"] as const;
  const users = new Map(await Promise.all(names.map(async (name) => [name, await app.as(name)] as const)));
  async function post<T>(as: RoleName, path: string, fields: object = {}): Promise<T> {
    const answer = await users.get(as)?.post(path, fields);
    if (answer?.statusCode !== 200) throw new Error(`${path}: ${answer?.body}`);
    return answer.json<T>();
  }
  const wait = (as: RoleName, key: string, from: string, to: string) =>
    post(as, "/v1/waitlist", { space: idOf(key), from: at(from), to: at(to) });
  const book = async (as: RoleName, key: string, from: string, to: string) => {
    const body = { spaces: [idOf(key)], from: at(from), to: at(to) };
    const [made] = await post<Booking[]>(as, "/v1/gl_zone_booking/booking", body);
    return made?.id ?? 0;
  };
  const bookings = {
    checkedIn: await book("operator", "T/b1", "07:45", "08:30"),
    reported: await book("member", "T/b1", "17:00", "18:00"),
    unused: await book("administrator", "T/b2", "08:00", "09:00"),
    prepared: await book("operator", "T/r1", "09:00", "10:00"),
    movedSeat: await book("operator", "T/b3", "11:00", "12:00"),
    movedRoom: await book("operator", "T/r1", "11:00", "12:00"),
    endedSeat: await book("operator", "T/b3", "13:00", "14:00"),
    endedRoom: await book("operator", "T/r1", "13:00", "14:00"),
    affected: await book("operator", "T/s1", "15:00", "16:00"),
  };
  const given = await book("operator", "T/b4", "16:00", "17:00");
  await wait("administrator", "T/b4", "16:00", "17:00");
  await post("operator", "/v1/coworking/hot_desking/cancel_booking", { id: given });
  await wait("member", "T/b4", "16:00", "17:00");
  await wait("member", "T/b2", "08:00", "09:00");
  await post("member", "/v1/comfort_reports", { space: idOf("T/b1"), kind: "too-warm" });

  const keys = {
    booking: keyOf(await post("member", "/v1/booking_feed")),
    room: keyOf(await post("administrator", "/v1/room_feeds", { room: idOf("T/r1") })),
    display: keyOf(await post("administrator", "/v1/room_displays", { room: idOf("T/r1") })),
  };
  await post("operator", "/v1/booking_feed");
  await post("administrator", "/v1/room_feeds", { room: idOf("T/r2") });
  await post("administrator", "/v1/room_displays", { room: idOf("T/r2") });
  await post("administrator", "/v1/room_calendars", {
    room: idOf("T/r3"),
    kind: "ical",
    address: "https://calendar.example/r3.ics",
  });
  await post("administrator", "/v1/coworking/upload_cws_users_data", {
    file: "user_id,user_name,user_email,user_contact_no,client\nK-8,Ravi Rao,,,Kaveri\nK-9,Asha Rao,,,Kaveri",
  });
  for (const name of ["Break", "Old"])
    await post("operator", "/v1/light_scenes", { zone: idOf("T/g/z1"), name });
  for (const [title, path] of Object.entries(schedules))
    await post("operator", path, { data: schedule(title) });
  await post("operator", "/v1/unit_groups", {
    name: "Late",
    units: [await id("select id from devices where ssid = 'T-AHU'")],
    timeData: [{ ON: "10:00", OFF: "20:00" }],
    weekData: [1, 2, 3, 4, 5],
  });
  await app.query(`insert into found_devices (edge_id, protocol, key, content, found_at)
    select id, 'bacnet', '1', '{"protocol":"bacnet","key":"1","profile":"bacnet-ahu","address":{"address":"192.168.1.9:47808","instance":1},"points":[]}', now()
    from edges where ssid = 'T-GW'`);
  for (const name of ["State", "Old"])
    await post("operator", "/v1/holiday_calendars", { name, buildings: [] });
  await post("operator", "/v1/schedule_days", { day: "2026-03-03", kind: "holiday", name: "Holi" });
  await post("operator", "/v1/self_tests", {
    floor: idOf("T/g"),
    kind: "duration",
    plannedAt: at("20:00"),
    isMonthly: true,
  });
  const { id: pointTest } = await post<{ id: string }>("administrator", "/v1/point_tests", { ssid: "T-AHU" });
  const photo = "/9j/wAALCAAIAAgBAREA/9oACAEBAAA/ABL/ADT/2Q==";
  const result = { position: 0, outcome: "failed", photo };
  await post("administrator", `/v1/point_tests/${pointTest}/record`, result);
  await post("operator", "/v1/gl_alerts/deleteAlarm", { id: await id(alarmOf(203)), until: at("08:00") });
  for (const [name, value] of [
    ["ahu_in_air_temperature_sp", 22],
    ["ahu_on_off_sp", 0],
  ] as const)
    await post("operator", "/v1/commands", {
      writes: [{ ssid: "T-AHU", param_id: name, value }],
      until: at("12:00"),
    });
  await field.verifyAll();

  /** A schedule of the lights and the unit of the first zone. */
  function schedule(title: string) {
    const zones = [{ id: idOf("T/g/z1") }];
    return { title, floor: { id: idOf("T/g") }, zones, action: 1, start: at("08:30"), end: at("09:30") };
  }

  return {
    ...field,
    app,
    id,
    idOf,
    measureAll,
    users,
    bookings,
    keys,
    schedule,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
