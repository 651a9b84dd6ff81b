import type { listPumpRollouts, previewPumpRollout } from "@verandah/contract/pumps/pump-rollouts.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { bringUp } from "../../../testing/command-bench.ts";
import { aDevice, aSite, point } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { advanceRollouts } from "./rollouts.service.ts";

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
      await advanceRollouts(app.ctx);
      await field.dispatch();
      return field.sent
        .slice(answered)
        .map(({ device, value }) => `${device}=${value}`)
        .toSorted();
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
  const reply = (await bench.admin.post("/v1/pump_rollouts/preview", { value: 0, place: "Zone 1" })).json<
    ReplyOf<typeof previewPumpRollout>
  >();
  expect(reply).toMatchObject({ pumps: 4, counts: { changes: 1, same: 3 } });
  expect(reply.others.map(({ ssid }) => ssid)).toEqual(["P-1", "P-2", "P-4"]);
  expect(bench.field.sent).toEqual([]);
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

test("a wave with too many failures stops the others, and an undo releases those that were sent", async () => {
  await using bench = await begin();
  await bench.begin();
  const [one = ""] = await bench.wave();
  await bench.answer([one.slice(0, 3)]);
  expect(await bench.wave()).toEqual([]);
  expect(await bench.newest()).toMatchObject({ state: "stopped", stoppedBy: null });
  expect((await bench.act("stop")).json().code).toBe("rollout-over");
  expect((await bench.act("undo")).statusCode).toBe(200);
  const released = await bench.wave();
  expect(released).toHaveLength(2);
  expect(released.every((command) => command.endsWith("=null"))).toBe(true);
  expect(await bench.newest()).toMatchObject({ state: "undone", undoRefused: 0 });
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

test("an undo gives a pump the value again that a person had set before", async () => {
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
  await bench.begin({ value: 1, place: "Zone 1", first_group: 5 });
  expect(await bench.wave()).toEqual(["P-1=1"]);
  await bench.answer();
  await bench.act("undo");
  expect(await bench.wave()).toEqual(["P-1=0"]);
});

test("nothing to change, another's rollout and other roles are refused", async () => {
  await using bench = await begin();
  expect((await bench.begin({ value: 1 })).json().code).toBe("rollout-empty");
  expect((await bench.begin({ first_group: 0 })).statusCode).toBe(400);
  expect((await bench.admin.post("/v1/pump_rollouts/99/stop", {})).statusCode).toBe(404);
  expect((await (await bench.app.as("operator")).get("/v1/pump_rollouts")).statusCode).toBe(403);
});
