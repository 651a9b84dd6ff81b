import { expect, test, vi } from "vitest";

import { publishChange } from "#core/ctx.ts";
import { unshelveExpired } from "#features/alarms/actions/alarm-actions.service.ts";
import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { endAndFill } from "#features/bookings/bookings.jobs.ts";
import { dispatchCommands } from "#features/commands/commands.service.ts";
import { refreshDeviceStates } from "#features/devices/devices.service.ts";
import { checkFirstHours } from "#features/first-hours/first-hours.service.ts";
import { sendDueMails } from "#features/mails/mail-outbox.service.ts";
import { makeDigests } from "#features/notifications/digests.service.ts";
import { advanceRollouts } from "#features/pumps/fleet/rollouts.service.ts";
import { syncCalendars } from "#features/room-calendars/calendar-sync.service.ts";
import { prepareRooms } from "#features/room-preparation/room-preparation.service.ts";
import { runDueOccurrences } from "#features/schedules/occurrences/occurrences.service.ts";
import { reconcileUnits } from "#features/schedules/occurrences/reconcile.service.ts";
import { extendPlans } from "#features/schedules/schedule-plan.service.ts";
import { runSelfTests } from "#features/self-tests/self-test-runs.service.ts";
import { closeHours, groupJournal } from "#features/telemetry/readings/readings-upkeep.ts";

import { at } from "./testing/benches/whole-bench.ts";
import { startReplyChanges } from "./testing/changes/reply-changes.ts";
import { makeWrites } from "./testing/changes/whole-writes.ts";
import { startTestIngest } from "./testing/start-test-ingest.ts";

// No job runs between the steps.
vi.mock("#core/jobs/repeat.ts", () => ({
  repeat: () => ({ now: () => undefined, [Symbol.asyncDispose]: () => Promise.resolve() }),
}));

test("a change of a reply has a topic of its route, and its place", async () => {
  await using bench = await startReplyChanges();
  const { app, idOf, write, run, reset } = bench;
  await makeWrites(bench);

  // The field.
  await using ingest = await startTestIngest(app);
  const gateway = await ingest.connect("T-GW");
  const sensor = await ingest.connect("T-S1");
  const now = () => app.now().getTime();
  app.advance(1_000);
  await reset();
  const pumpCommand = () => bench.sent.find(({ device: of }) => of.startsWith("P-"));
  const sent = () => pumpCommand()?.id;
  await run(
    ["self-tests", () => runSelfTests(app.ctx)],
    ["rollouts", () => advanceRollouts(app.ctx)],
    ["commands sent", () => bench.dispatch()],
    ["a result", () => gateway.publish("results", { id: sent(), state: "acknowledged", at: now() })],
    [
      "a verified result",
      () =>
        gateway.publish("results", { id: sent(), state: "verified", at: now(), value: pumpCommand()?.value }),
    ],
  );
  await write(["/v1/pump_rollouts/:id/stop", { id: 1 }], ["/v1/pump_rollouts/:id/undo", { id: 1 }]);
  await run(
    ["readings", () => bench.measureAll(1)],
    [
      "a status",
      () => gateway.publish("status", { state: "online", at: now() + 300_000, software: "gateway 2" }),
    ],
    [
      "units",
      () =>
        sensor.publish("status", {
          state: "online",
          at: now(),
          units: [{ devices: ["T-S1"], points: { TEMPERATURE: "degF" } }],
        }),
    ],
    [
      "health",
      () =>
        gateway.publish("health", {
          at: now(),
          devices: [
            {
              device: "T-AHU",
              state: "offline",
              reason: "timeout",
              since: now(),
              missedPolls: 3,
              foreignOverrides: [{ point: "ahu_chilled_valve_sp", priority: 5, value: 30 }],
            },
          ],
        }),
    ],
    ["device states", () => refreshDeviceStates(app.ctx)],
    ["first hours", () => checkFirstHours(app.ctx)],
    [
      "an event",
      () =>
        gateway.publish("events", {
          device: "T-UPS",
          at: now(),
          code: 120,
          message: "Overload",
          state: "raised",
        }),
    ],
    [
      "the end of an event",
      () =>
        gateway.publish("events", {
          device: "T-UPS",
          at: now(),
          code: 201,
          message: "Event 201",
          state: "returned",
        }),
    ],
    [
      "a message that is not JSON",
      async () => {
        await gateway.publish("readings", "{");
        await ingest.ingest.problems.store();
      },
    ],
    [
      "unknown points",
      async () => {
        await gateway.publish("readings", {
          epoch: "x",
          seq: 1,
          sentAt: now(),
          series: [{ device: "T-AHU", point: "Other", values: [[now(), 1]] }],
        });
        await ingest.ingest.writer.unknownPoints.store(app.ctx);
      },
    ],
    ["a fire", () => bench.app.measure("T-GW", "T-AHU", { "Return Air Temperature": 25, "Fire Alarm": 1 })],
    ["alarms", () => evaluateAlarms(app.ctx)],
    ["an offline gateway", () => gateway.publish("status", { state: "offline", at: now() })],
    ["grouping", () => groupJournal(app.ctx, true)],
  );
  // Later.
  expect(await bench.listChanged()).toEqual([]);
  app.advance(61 * 60_000);
  await reset();
  await run(
    ["bookings", () => endAndFill(app.ctx)],
    ["room preparation", () => prepareRooms(app.ctx)],
    ["schedule plans", () => extendPlans(app.ctx)],
    ["occurrences", () => runDueOccurrences(app.ctx)],
    ["reconcile", () => reconcileUnits(app.ctx)],
    ["self-tests later", () => runSelfTests(app.ctx)],
    ["lost devices", () => refreshDeviceStates(app.ctx)],
    ["shelving", () => unshelveExpired(app.ctx)],
    ["alarms later", () => evaluateAlarms(app.ctx)],
    ["expired commands", () => dispatchCommands(app.ctx, () => false)],
    ["rollouts later", () => advanceRollouts(app.ctx)],
    [
      "room calendars",
      () =>
        syncCalendars(app.ctx, {
          ical: () => ({
            list: async () => ({
              entries: [
                {
                  id: "1",
                  bookingId: null,
                  title: "Outside",
                  isFree: false,
                  organizer: "Asha",
                  from: new Date(at("10:00")),
                  to: new Date(at("11:00")),
                },
              ],
              skipped: [],
              isWhole: true,
            }),
          }),
        }),
    ],
    [
      "notifications",
      async () => {
        await makeDigests(app.ctx, "http://verandah.test");
        await sendDueMails(app.ctx, async () => undefined);
      },
    ],
    ["hours", () => closeHours(app.ctx, 0)],
  );
  await write(
    ["/v1/campuses/tree/move", { id: idOf("T/g/z2"), parent: idOf("T/hall"), version: 2 }],
    ["/v1/auth/logout", {}, "operator"],
  );
  expect(await bench.listChanged()).toEqual([]);
  expect(bench.faults).toEqual([]);
  expect(bench.listMissed()).toEqual([]);
  // A lock by wrong passwords may end.
  expect(bench.needless).toEqual(["/v1/auth/reset-password: users", "/v1/users/:id/unlock: users"]);
}, 180_000);

test("finds a change that is not named, or is named for another campus or device only", async () => {
  await using bench = await startReplyChanges();
  const { app, run, faults } = bench;
  const campusId = app.places[0]?.campusId ?? 0;
  /** Renames a device. @returns the reads whose change no published event covers */
  async function rename(name: string, published?: { campusId: number; ssid?: string }): Promise<string[]> {
    const change = async () => {
      await app.query("update devices set name = $1 where ssid = 'T-AHU'", [name]);
      if (published) publishChange(app.ctx, "devices", published);
    };
    await run([name, change]);
    return faults.splice(0).map((fault) => fault.replace(/^.* changes (\S+ \S+?)\?? .*$/, "$1"));
  }
  const ofDevice = "administrator /v1/gl_analytics/T-AHU/device";
  const ofFloor = "administrator /v1/floor_plans/4";
  expect(await rename("Silent")).toEqual(expect.arrayContaining([ofDevice, ofFloor]));
  expect(await rename("Elsewhere", { campusId: campusId + 1 })).toEqual(
    expect.arrayContaining([ofDevice, ofFloor]),
  );
  expect(await rename("Another device", { campusId, ssid: "T-S1" })).toEqual([ofDevice]);
  expect(await rename("Named", { campusId, ssid: "T-AHU" })).toEqual([]);
}, 180_000);
