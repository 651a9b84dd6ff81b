import type {
  listPumpRollouts,
  previewPumpRollout,
  previewPumpRolloutUndo,
} from "@verandah/contract/pumps/pump-rollouts.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { recordEdgeStatus } from "#features/devices/devices.service.ts";

import { leaveAllEdges } from "../../../testing/benches/alarm-bench.ts";
import { bringUp } from "../../../testing/benches/command-bench.ts";
import { runWhenDue } from "../../../testing/run-when-due.ts";
import { aDevice, aSite, point } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { advanceRollouts, isRolloutRunning } from "./rollouts.service.ts";

const PUMPS = Array.from({ length: 6 }, (_, at) => `P-${at + 1}`);
const choice = { value: 0, hours: 4, first_group: 2, wave_size: 3, failures_max_percent: 40 };

/** Six pumps that run, behind one gateway: P-1 to P-4 in one place. */
async function begin() {
  const site = aSite("T");
  for (const [at, ssid] of PUMPS.entries())
    site.devices.push({
      ...aDevice("SOLARPUMP", ssid, ["MotorStatus"], {
        location: at < 4 ? "T/g/z1" : "T/g/z2",
        edge: "T-GW",
      }),
      points: [
        point("MotorStatus", "none"),
        point("motor_on_off_sp", "none", { kind: "command", min: 0, max: 1 }),
      ],
    });
  const app = await startTestApp({ sites: [site] });
  const field = await bringUp(app);
  for (const ssid of PUMPS) await app.measure("T-GW", ssid, { MotorStatus: 1, motor_on_off_sp: 1 });
  await field.refresh();
  const admin = await app.as("administrator");
  const list = async () => (await admin.get("/v1/pump_rollouts")).json<ReplyOf<typeof listPumpRollouts>>();
  let answered = 0;
  return {
    app,
    admin,
    field,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
    begin: (change: object = {}) => admin.post("/v1/pump_rollouts", { ...choice, ...change }),
    act: async (what: "stop" | "undo") => {
      const [newest] = await list();
      return admin.post(`/v1/pump_rollouts/${String(newest?.id)}/${what}`, {});
    },
    newest: async () => (await list())[0],
    /** Sends the wave that is due. @returns what the pumps received, as `P-1=0` */
    wave: async () => {
      await runWhenDue(app.ctx, isRolloutRunning, advanceRollouts);
      await field.dispatch();
      return field.sent
        .slice(answered)
        .map(({ device, value }) => `${device}=${value}`)
        .toSorted();
    },
    /** The server starts again, and commands past their deadline expire. */
    restart: async (downMs: number) => {
      app.advance(downMs);
      await leaveAllEdges(app);
      await field.refresh();
      await field.dispatch(false);
    },
    /** The gateway connects again, and the pumps send values. */
    comeBack: async () => {
      await recordEdgeStatus(app.ctx, field.gateway, { state: "online", at: 0 });
      for (const ssid of PUMPS) await app.measure("T-GW", ssid, { MotorStatus: 1 });
      await field.refresh();
    },
    /** The pumps answer: those named fail, the others confirm. */
    answer: async (failed: readonly string[] = []) => {
      for (const { id, device, value } of field.sent.slice(answered))
        await (failed.includes(device)
          ? field.answer(id, "failed", { failure: "refused" })
          : field.answer(id, "verified", { value }));
      answered = field.sent.length;
    },
  };
}

test("the preview counts the pumps that change and names the others in order", async () => {
  await using bench = await begin();
  bench.app.advance(1_000);
  for (const ssid of ["P-4", "P-1", "P-2"]) await bench.app.measure("T-GW", ssid, { motor_on_off_sp: 0 });
  const reply = (
    await bench.admin.post("/v1/pump_rollouts/preview", { value: 0, place: "Ground, Zone 1", hours: 4 })
  ).json<ReplyOf<typeof previewPumpRollout>>();
  expect(reply).toMatchObject({ pumps: 4, counts: { changes: 1, same: 3 } });
  expect(reply.others.map(({ ssid }) => ssid)).toEqual(["P-1", "P-2", "P-4"]);
  expect(bench.field.sent).toEqual([]);
});

test("a pump whose value ends before the rollout changes, and one whose value lasts does not", async () => {
  await using bench = await begin();
  bench.app.advance(1_000);
  await bench.admin.post("/v1/commands", {
    writes: [{ ssid: "P-1", param_id: "motor_on_off_sp", value: 0 }],
    until: new Date(bench.app.now().getTime() + 2 * 3_600_000).toISOString(),
  });
  await bench.wave();
  await bench.answer();
  await bench.app.measure("T-GW", "P-1", { motor_on_off_sp: 0 });
  const changes = async (hours: number) =>
    (await bench.admin.post("/v1/pump_rollouts/preview", { value: 0, place: "Ground, Zone 1", hours })).json<
      ReplyOf<typeof previewPumpRollout>
    >().counts;
  expect(await changes(2)).toEqual({ same: 1, changes: 3 });
  expect(await changes(3)).toEqual({ changes: 4 });
});

test("a first group goes out, and the others only after all of it has answered, once", async () => {
  await using bench = await begin();
  expect((await bench.begin()).statusCode).toBe(200);
  expect((await bench.begin()).json().code).toBe("rollout-running");
  const first = await bench.wave();
  expect(first).toHaveLength(2);
  expect(await bench.wave()).toEqual(first);
  await bench.answer();
  expect(
    (await bench.newest())?.waves.map(({ pumps, confirmed, isSent }) => [pumps, confirmed, isSent]),
  ).toEqual([
    [2, 2, true],
    [3, 0, false],
    [1, 0, false],
  ]);
  const second = await bench.wave();
  expect(second).toHaveLength(3);
  await bench.answer();
  const third = await bench.wave();
  await bench.answer();
  expect([...first, ...second, ...third].toSorted()).toEqual(PUMPS.map((ssid) => `${ssid}=0`));
  await bench.wave();
  expect(await bench.newest()).toMatchObject({ state: "done", by: "administrator", value: 0 });
});

test("a wave with too many failures stops the others, and an undo releases those that took it", async () => {
  await using bench = await begin();
  await bench.begin();
  const [one = "", two = ""] = await bench.wave();
  const [failed, taken] = [one.slice(0, 3), two.slice(0, 3)];
  await bench.answer([failed]);
  expect(await bench.wave()).toEqual([]);
  expect(await bench.newest()).toMatchObject({ state: "stopped", stoppedBy: null, undoable: 1 });
  expect((await bench.act("stop")).json().code).toBe("rollout-over");
  expect((await bench.act("undo")).json()).toMatchObject({
    pumps: 1,
    left: 1,
    named: [{ ssid: failed, reason: "not-taken" }],
  });
  expect(await bench.wave()).toEqual([`${taken}=null`]);
  expect(await bench.newest()).toMatchObject({ state: "undone", undoRefused: 0, undoable: 0 });
  expect((await bench.act("undo")).json().code).toBe("rollout-over");
});

test("one failure of many goes on; a person stops the rest", async () => {
  await using bench = await begin();
  await bench.begin({ first_group: 3 });
  const [one = ""] = await bench.wave();
  await bench.answer([one.slice(0, 3)]);
  expect(await bench.wave()).toHaveLength(3);
  await bench.answer();
  await bench.act("stop");
  expect(await bench.wave()).toEqual([]);
  expect(await bench.newest()).toMatchObject({ state: "stopped", stoppedBy: "administrator" });
});

test("an undo restores the value that a person had set before", async () => {
  await using bench = await begin();
  bench.app.advance(1_000);
  await bench.app.measure("T-GW", "P-1", { motor_on_off_sp: 0, MotorStatus: 0 });
  const until = new Date(bench.app.now().getTime() + 3_600_000).toISOString();
  await bench.admin.post("/v1/commands", {
    writes: [{ ssid: "P-1", param_id: "motor_on_off_sp", value: 0 }],
    until,
  });
  await bench.wave();
  await bench.answer();
  await bench.begin({ value: 1, place: "Ground, Zone 1", first_group: 5 });
  expect(await bench.wave()).toEqual(["P-1=1"]);
  await bench.answer();
  await bench.act("undo");
  expect(await bench.wave()).toEqual(["P-1=0"]);
});

test("an undo leaves pumps that have a newer command or whose value was released, and names them", async () => {
  await using bench = await begin();
  await bench.begin({ first_group: 6 });
  await bench.wave();
  await bench.answer();
  bench.app.advance(60_000);
  const write = (ssid: string, value: number | null) =>
    bench.admin.post("/v1/commands", { writes: [{ ssid, param_id: "motor_on_off_sp", value }] });
  await write("P-1", 1);
  await write("P-2", null);
  await bench.wave();
  await bench.answer();
  const left = [
    { ssid: "P-1", name: "Device P-1", reason: "replaced" },
    { ssid: "P-2", name: "Device P-2", reason: "replaced" },
  ];
  const preview = async () =>
    (await bench.admin.get(`/v1/pump_rollouts/${String((await bench.newest())?.id)}/undo`)).json<
      ReplyOf<typeof previewPumpRolloutUndo>
    >();
  expect(await preview()).toEqual({ pumps: 4, left: 2, named: left });
  expect((await bench.act("undo")).json()).toEqual({ message: "ACCEPTED", pumps: 4, left: 2, named: left });
  expect(await bench.wave()).toEqual(["P-3=null", "P-4=null", "P-5=null", "P-6=null"]);
});

test("a rollout whose time is over offers no undo", async () => {
  await using bench = await begin();
  await bench.begin({ first_group: 6, hours: 1 });
  await bench.wave();
  await bench.answer();
  const before = await bench.newest();
  expect(before).toMatchObject({ undoable: 6 });
  bench.app.advance(3_600_000);
  const admin = await bench.app.as("administrator");
  expect((await admin.get("/v1/pump_rollouts")).json()).toMatchObject([{ undoable: 0 }]);
  const undone = await admin.post(`/v1/pump_rollouts/${String(before?.id)}/undo`, {});
  expect(undone.json().code).toBe("rollout-over");
});

test("an undo restores the value that a person had set until the wave was sent", async () => {
  await using bench = await begin();
  await bench.begin({ first_group: 2 });
  const [first = ""] = await bench.wave();
  const later = PUMPS.find((ssid) => !bench.field.sent.some(({ device }) => device === ssid)) ?? "";
  bench.app.advance(1_000);
  await bench.admin.post("/v1/commands", {
    writes: [{ ssid: later, param_id: "motor_on_off_sp", value: 1 }],
  });
  await bench.field.dispatch();
  await bench.answer();
  bench.app.advance(1_000);
  for (let wave = 1; wave <= 2; wave++) {
    await bench.wave();
    await bench.answer();
  }
  bench.app.advance(1_000);
  await bench.act("undo");
  const undone = await bench.wave();
  expect(undone).toContain(`${later}=1`);
  expect(undone).toContain(first.replace("=0", "=null"));
});

test("after a start of the server the next wave waits until the pumps have reported again", async () => {
  await using bench = await begin();
  await bench.begin();
  await bench.wave();
  await bench.answer();
  await bench.restart(5_000);
  expect(await bench.wave()).toEqual([]);
  bench.app.advance(10_000);
  await bench.comeBack();
  expect(await bench.wave()).toHaveLength(3);
  expect(await bench.newest()).toMatchObject({ state: "running" });
});

test("late results count for a wave that a restart interrupted, and pumps without one get the command again", async () => {
  await using bench = await begin();
  await bench.begin({ first_group: 3, failures_max_percent: 0 });
  const sent = await bench.wave();
  await bench.restart(60_000);
  expect(await bench.wave()).toEqual(sent);
  expect(await bench.newest()).toMatchObject({ state: "running" });
  bench.app.advance(10_000);
  await bench.comeBack();
  for (const { id, value } of bench.field.sent.slice(0, 2))
    await bench.field.answer(id, "verified", { value });
  expect(await bench.wave()).toEqual(sent);
  expect(await bench.newest()).toMatchObject({ waves: [{ confirmed: 2, failed: 0, waiting: 1 }, {}] });
  bench.app.advance(90_000);
  await bench.comeBack();
  expect((await bench.wave()).toSorted()).toEqual([...sent, `${bench.field.sent[2]?.device}=0`].toSorted());
  bench.app.advance(41_000);
  await bench.wave();
  expect(await bench.newest()).toMatchObject({ state: "running" });
  await bench.wave();
  expect(await bench.newest()).toMatchObject({ state: "stopped", stoppedBy: null });
});

test("pumps that do not return after a restart have failed", async () => {
  await using bench = await begin();
  await bench.begin({ failures_max_percent: 0 });
  await bench.wave();
  await bench.restart(60_000);
  await bench.wave();
  expect(await bench.newest()).toMatchObject({ state: "running" });
  bench.app.advance(31_000);
  await bench.field.refresh();
  await bench.wave();
  expect(await bench.newest()).toMatchObject({ state: "stopped", stoppedBy: null });
});

test("nothing to change, another's rollout and other roles are refused", async () => {
  await using bench = await begin();
  expect((await bench.begin({ value: 1 })).json().code).toBe("rollout-empty");
  expect((await bench.begin({ first_group: 0 })).statusCode).toBe(400);
  expect((await bench.admin.post("/v1/pump_rollouts/99/stop", {})).statusCode).toBe(404);
  expect((await (await bench.app.as("operator")).get("/v1/pump_rollouts")).statusCode).toBe(200);
  expect((await (await bench.app.as("viewer")).get("/v1/pump_rollouts")).statusCode).toBe(403);
});
