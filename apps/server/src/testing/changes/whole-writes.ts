import type { getFirstHour } from "@verandah/contract/gateways/first-hours.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { energySettings } from "../benches/energy-bench.ts";
import { alarmOf, at, aWholeSite } from "../benches/whole-bench.ts";
import { PASSWORD } from "../start-test-app.ts";
import type { startReplyChanges, Write } from "./reply-changes.ts";

/** Makes each write of the contract that needs no answer of the field. */
export async function makeWrites(bench: Awaited<ReturnType<typeof startReplyChanges>>): Promise<void> {
  const { app, id, idOf, bookings, write, users } = bench;
  const user = (name: string) => id(`select id from users where username = '${name}'`);
  const device = (ssid: string) => id(`select id from devices where ssid = '${ssid}'`);
  const schedule = (title: string) => id(`select id from schedules where title = '${title}'`);
  const group = (name: string) => id(`select id from unit_groups where name = '${name}'`);
  const calendar = (name: string) => id(`select id from holiday_calendars where name = '${name}'`);
  const scene = (name: string) => id(`select id from light_scenes where name = '${name}'`);
  const pointAt = (paramId: string) =>
    id(`select position as id from point_test_points where param_id = '${paramId}'`);
  const person = await id("select id from coworking_users order by id limit 1");
  const edit = (title: string) => ({ data: { ...bench.schedule(title), end: at("10:00") } });

  const renamed = aWholeSite();
  for (const one of [...renamed.buildings, ...renamed.devices]) one.name += " 2";
  renamed.energy = energySettings;

  // Previews and checks.
  await write(
    ["/v1/schedules/preview", { data: bench.schedule("Lobby-1") }],
    ["/v1/pump_rollouts/preview"],
    ["/v1/floor_plans/check_drawing"],
    ["/v1/commands/preview"],
    ["/v1/campuses/configuration/preview"],
    ["/v1/campuses/site/preview", { site: renamed }],
    ["/v1/auth/building", { building: idOf("T/tower") }],
  );
  // Users.
  await write(
    ["/v1/auth/reset-password", { password: PASSWORD }, "viewer"],
    ["/v1/users"],
    ["/v1/users", { username: "thirdfarmer", role: 4 }],
    ["/v1/auth/login", { credentials: { username: "newcomer", password: "Secret123" } }, "anyone"],
    ["/v1/users/:id/end_sessions", { id: await user("viewer") }],
  );
  await write(
    ["/v1/users/:id/edit", { id: await user("newcomer"), email: "new@test.example" }],
    ["/v1/users/:id/edit", { id: await user("thirdfarmer"), role: 3 }],
    ["/v1/users/:id/unlock", { id: await user("newcomer") }],
  );
  await write(["/v1/auth/forgot-password", {}, "anyone"]);
  const token = /token=([\w-]+)/.exec((await app.mails()).at(-1)?.text ?? "")?.[1];
  await write(["/v1/auth/forgot-password/complete", { token }, "anyone"]);
  // Accounts of two campuses.
  await write(
    ["/v1/users/add", { account: "other-viewer" }],
    ["/v1/users/add", { account: "other-operator" }],
  );
  const viewer = users.get("viewer")!;
  users.set("viewer", await app.as("other-viewer"));
  await write(["/v1/auth/campus", { campus: app.places[0]?.campusId }, "viewer"]);
  users.set("viewer", viewer);
  await write(["/v1/users/:id/remove", { id: await user("other-operator") }]);
  // Pumps and their customers.
  await write(["/v1/auth/createPumpUser"], ["/v1/auth/createvyodauser"]);
  const [newFarmer, otherFarmer] = [await user("newfarmer"), await user("otherfarmer")];
  await write(
    ["/v1/auth/editPumpUser", { id: newFarmer, name: "asha", city: "Malur" }],
    ["/v1/user_devices", { zone_id: newFarmer, ss_id: await device("P-1") }],
    ["/v1/auth/deletePumpUser", { id: otherFarmer }],
    ["/v1/auth/verifySecret", { username: "asha" }],
  );
  const { reset: proof } = (
    await users.get("administrator")!.post("/v1/auth/verifySecret", { username: "asha", key: "Hoskote" })
  ).json();
  await write(
    ["/v1/auth/login", { credentials: { username: "asha", password: "Secret123" } }, "anyone"],
    ["/v1/auth/addNewPassword", { id: newFarmer, reset: proof }],
    ["/v1/pump_customers"],
    ["/v1/pump_devices", { building_id: idOf("T/annex") }],
  );
  const pump = await id("select max(id) as id from devices");
  await write(
    ["/v1/pump_devices/renew_credentials", { id: pump }],
    ["/v1/pump_devices/edit", { id: pump, name: "Pump 98" }],
    ["/v1/pump_devices/position", { id: idOf("P-1") }],
    ["/v1/pump_devices/delete", { id: pump }],
    // Settings.
    ["/v1/gl_analytics/:ssid/ups/battery"],
    ["/v1/notifications/settings"],
    ["/v1/energy/settings"],
    ["/v1/campuses/configuration/alarm-delays"],
    ["/v1/campuses/configuration"],
    ["/v1/campuses/configuration/alarm-settings"],
    ["/v1/gl_zone/:id/configuration", { id: idOf("T/g/z2"), temperature: { min: 20, max: 22 } }],
    ["/v1/campuses/configuration/limits"],
    // People and comfort.
    ["/v1/coworking/upload_cws_users_data", { mode: "all" }],
    ["/v1/comfort_reports/:id/outcome", { id: 1 }],
    ["/v1/comfort_reports/own/seen", { ids: [1] }, "member"],
    ["/v1/comfort_reports", { space: idOf("T/b1") }, "member"],
    // Bookings.
    ["/v1/bookings/:id/check_in", { id: bookings.checkedIn }, "operator"],
    ["/v1/bookings/colleagues/own_name", { isNameShown: true }, "member"],
    ["/v1/booking_feed"],
    [
      "/v1/bookings/past",
      { bookings: [{ space: idOf("T/b2"), from: at("05:00"), to: at("05:30"), status: "checkedIn" }] },
    ],
    ["/v1/booking_feed/delete", {}, "operator"],
    ["/v1/gl_zone_booking/booking", { spaces: [idOf("T/b4")], from: at("09:00"), to: at("10:00") }, "member"],
    ["/v1/coworking/hot_desking", { spaces: [idOf("T/b3")], from: at("09:00"), to: at("10:00"), person }],
    [
      "/v1/coworking/hot_desking/update_booking",
      { id: bookings.movedSeat, from: at("11:00"), to: at("12:30") },
      "operator",
    ],
    [
      "/v1/coworking/meeting_room/update_booking",
      { id: bookings.movedRoom, from: at("11:00"), to: at("12:30") },
      "operator",
    ],
    ["/v1/coworking/hot_desking/cancel_booking", { id: bookings.endedSeat }, "operator"],
    ["/v1/coworking/meeting_room/cancel_booking", { id: bookings.endedRoom }, "operator"],
    ["/v1/waitlist", { space: idOf("T/b4"), from: at("09:00"), to: at("10:00") }],
    ["/v1/alarms/:id/bookings", { id: await id(alarmOf(210)) }],
    ["/v1/waitlist/news/seen", { ids: [await id("select id from waitlist order by id limit 1")] }],
    [
      "/v1/waitlist/:id/delete",
      {
        id: await id(
          "select id from waitlist where user_id = (select id from users where username = 'member') order by id limit 1",
        ),
      },
      "member",
    ],
    ["/v1/coworking/delete_cws_users", { ids: [person] }],
    // Rooms.
    ["/v1/room_displays", { room: idOf("T/r1") }],
    ["/v1/room_displays/:id/delete", { id: idOf("T/r2") }],
    ["/v1/room_feeds", { room: idOf("T/r1") }],
    ["/v1/room_feeds/:id/delete", { id: idOf("T/r2") }],
    ["/v1/room_calendars", { room: idOf("T/r2") }],
    ["/v1/room_calendars/:id/delete", { id: idOf("T/r2") }],
    // Lights and schedules.
    ["/v1/light_scenes", { zone: idOf("T/g/z1") }],
    ["/v1/light_scenes/:id/rename", { id: await scene("Break"), name: "Pause" }],
    ["/v1/light_scenes/:id/delete", { id: await scene("Old") }],
    ["/v1/hvac_recuuring_schedule/:id/updateschedule"],
    ["/v1/schedule_days"],
    ["/v1/unit_groups/:id/edit", { id: await group("Late"), name: "Later", units: [await device("T-AHU")] }],
    ["/v1/unit_groups/:id/delete", { id: await group("Late") }],
    ["/v1/unit_groups", { units: [await device("T-AHU")] }],
    ["/v1/holiday_calendars"],
    [
      "/v1/holiday_calendars/:id/edit",
      { id: await calendar("State"), name: "National", buildings: [idOf("T/annex")] },
    ],
    ["/v1/holiday_calendars/:id/delete", { id: await calendar("Old") }],
    ["/v1/schedule_days/:id/delete", { id: await id("select id from schedule_days limit 1") }],
    ["/v1/hvac_schedules", { data: bench.schedule("Air-new") }],
    ["/v1/schedules", { data: bench.schedule("Light-new") }],
    ["/v1/hvac_schedules/:id/edit", { id: await schedule("Air-edit"), ...edit("Air-edit") }],
    ["/v1/schedules/:id/edit", { id: await schedule("Light-edit"), ...edit("Light-edit") }],
    ["/v1/hvac_schedules/:id", { id: await schedule("Air-end") }],
    ["/v1/schedules/:id", { id: await schedule("Light-end") }],
    // Commands.
    ["/v1/gl_analytics/:ssid/setpoints", {}, "operator"],
    ["/v1/lights/control", { DALI: { mode: "manual", intensity: 50, dali: ["50d001"] } }, "operator"],
    ["/v1/commands", {}, "operator"],
    ["/v1/overrides/extend", { param_id: "ahu_in_air_temperature_sp" }, "operator"],
    ["/v1/overrides/release", { param_id: "ahu_on_off_sp" }, "operator"],
    [
      "/v1/overrides/past",
      {
        overrides: [
          {
            ssid: "T-AHU",
            param_id: "ahu_in_air_temperature_sp",
            value: 22,
            reason: "Late meeting",
            by: "operator",
            from: at("05:00"),
            to: at("06:00"),
          },
        ],
      },
    ],
    ["/v1/self_tests", { floor: idOf("T/g"), plannedAt: at("08:00"), isMonthly: false }, "operator"],
    [
      "/v1/self_tests",
      { floor: undefined, ssid: "T-UPS", kind: "general", plannedAt: undefined, isMonthly: false },
      "operator",
    ],
    [
      "/v1/self_tests/:id/delete",
      { id: await id("select id from self_tests order by planned_at desc limit 1") },
      "operator",
    ],
    ...pointTestWrites({
      id: await id("select id from point_tests"),
      reading: await pointAt("Return Air Temperature"),
      setpoint: await pointAt("ahu_chilled_valve_sp"),
    }),
    ["/v1/pump_rollouts", { first_group: 1, wave_size: 1 }],
    ...gatewayWrites({
      gateway: await id("select id from edges where ssid = 'T-GW'"),
      place: idOf("T/g/z1"),
    }),
    // Alarms.
    ["/v1/gl_alerts/acknowledgeAlarm", { id: await id(alarmOf(201)) }],
    ["/v1/gl_alerts/acknowledgeAlarms", { ids: [await id(alarmOf(202)), await id(alarmOf(204))] }],
    ["/v1/gl_alerts/undoAcknowledge", { ids: [await id(alarmOf(204))] }],
    ["/v1/gl_alerts/deleteAlarm", { id: await id(alarmOf(202)), until: at("08:15") }],
    ["/v1/gl_alerts/unshelveAlarm", { id: await id(alarmOf(203)) }],
    ["/v1/gl_alerts/ignoreAlarms", { ids: [await id(alarmOf(203))], until: at("08:15") }],
    ["/v1/gl_alerts/unshelveAlarms", { ids: [await id(alarmOf(203))] }],
    // Places.
    [
      "/v1/floor_plans/:id/edit",
      {
        id: idOf("T/g"),
        drawing: "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxwYXRoIGQ9Ik0wIDBoOSIvPjwvc3ZnPg==",
      },
    ],
  );
  const sent = await app.query(`select c.batch_id from commands as c join points as p on p.id = c.point_id
    where p.param_id like 'light%' order by c.created_at desc limit 1`);
  await write(
    ["/v1/commands/batches/:id/reason", { id: sent.rows[0]?.["batch_id"] }, "operator"],
    ["/v1/commands/batches/:id/undo", { id: sent.rows[0]?.["batch_id"] }, "operator"],
    ["/v1/floor_plans/:id/reset", { id: idOf("T/g"), version: 1 }],
    ["/v1/campuses/tree/add", { parent: app.places[0]?.campusId }],
    ["/v1/campuses/tree/device", { parent: idOf("T/g"), ssid: "T-NEW", gateway: "T-GW" }],
    ["/v1/campuses/tree/edit", { id: idOf("T/g/z2"), title: "Lounge" }],
    ["/v1/campuses/site", { site: renamed }],
    [
      "/v1/mqtt_sensors/:id/renew",
      { id: await id("select id from edges where kind = 'device' and ssid = 'S-9'") },
    ],
    ["/v1/gateways/:id/remove", { id: await id("select id from edges where ssid = 'GW-9'") }],
    ["/v1/gateways/:id/restore", { id: await id("select id from edges where ssid = 'GW-9'") }],
    ["/v1/campuses/tree/removal", { kind: "device", id: await device("T-V1") }],
    ["/v1/campuses/tree/removal", { kind: "place", id: idOf("T/f1") }],
    ["/v1/campuses/tree/removal", { kind: "space", id: idOf("T/r2") }],
  );
  const finding = await id(`
    insert into first_hour_findings (device_id, param_id, rule, found_at, evidence) select id, 'Frequency', 'unit', now(),
      '{"value": 0.05, "count": 5, "of": 5, "from": "2026-01-05T08:00:00Z", "until": "2026-01-05T08:05:00Z",
        "fixes": [{"kind": "unit", "unit": "kilohertz", "value": 50}]}' from devices where ssid = 'EM-9' returning id`);
  await write(
    ["/v1/first_hour/:id/dismiss", { id: finding }],
    ["/v1/first_hour/:id/dismiss", { id: finding, isDismissed: false }],
  );
  const gateway = await id("select id from edges where ssid = 'T-GW'");
  const { findings } = (
    await users.get("administrator")!.get(`/v1/gateways/${String(gateway)}/first_hour`)
  ).json<ReplyOf<typeof getFirstHour>>();
  await write(["/v1/first_hour/:id/correct", { id: finding, mapping: findings[0]?.mapping }]);
  await write(["/v1/first_hour/:id/undo", { id: finding }]);
  const removal = (name: string) => id(`select id from removals where name = '${name}'`);
  await write(
    ["/v1/campuses/removals/undo", { id: await removal("First") }],
    ["/v1/campuses/removals/undo", { id: await removal("Device T-V1 2") }],
    ["/v1/campuses/removals/undo", { id: await removal("r2") }],
    ["/v1/campuses/devices/type", { id: await device("T-S2"), type: "AHU" }],
    ["/v1/campuses/devices/type", { id: await device("T-S2"), version: 2, type: "ENVIRONMENT" }],
    ["/v1/campuses/devices/replace", { id: await device("T-S1") }],
    ["/v1/campuses/devices/point", { id: await device("T-S1"), version: 2, param_id: "TEMPERATURE" }],
    ["/v1/demo"],
    ["/v1/demo/passwords"],
    ["/v1/demo/remove"],
  );
  await bench.run(["the demo is removed", () => app.demo.settled()]);
}

/** An open test gets results, and another one begins. */
function pointTestWrites({ id, reading, setpoint }: Record<"id" | "reading" | "setpoint", unknown>): Write[] {
  return [
    ["/v1/point_tests/:id/record", { id, position: reading, outcome: "skipped", note: "No access" }],
    ["/v1/point_tests/:id/step", { id, position: setpoint }],
    ["/v1/point_tests/:id/release", { id, position: setpoint }],
    ["/v1/point_tests/:id/finish", { id }],
    ["/v1/point_tests", { place: undefined, ssid: "T-AHU" }],
  ];
}

/** A gateway of files gets a model, and a device. */
function gatewayWrites({ gateway, place }: { gateway: unknown; place: number }): Write[] {
  return [
    ["/v1/gateways"],
    [
      "/v1/gateways/:id/import",
      {
        id: gateway,
        place,
        yaml: "ssid: T-GW\nprofiles: { own-meter: { extends: modbus-energy-meter } }\ndevices: [{ ssid: EM-8, driver: modbus, profile: own-meter, address: 192.168.1.8:502 }]",
        isConfirmed: true,
      },
    ],
    ["/v1/gateways/:id/code", { id: gateway }],
    ["/v1/gateways/:id/edit", { id: gateway, settings: { polling: { intervalMs: 20_000 } } }],
    ["/v1/gateways/:id/devices", { id: gateway, place }],
    ["/v1/gateways/devices/:ssid/edit", { ssid: "EM-9", intervalMs: 5_000 }],
    ["/v1/gateway_profiles", { yaml: "extends: modbus-energy-meter\nregistersPerRead: 60" }],
    ["/v1/gateway_profiles", { name: "old-meter" }],
    ["/v1/gateway_profiles/:name/remove", { name: "old-meter" }],
    ["/v1/gateways/:id/scan", { id: gateway }],
    ["/v1/gateways/:id/scan/stop", { id: gateway }],
    ["/v1/gateways/:id/found/file", { id: gateway }],
    [
      "/v1/gateways/:id/found/add",
      {
        id: gateway,
        devices: [{ protocol: "bacnet", key: "1", ssid: "AHU-9", name: "AHU 9", type: "AHU", place }],
      },
    ],
    ["/v1/mqtt_sensors", { place }],
  ];
}
