import type { ReadingsMessage } from "@verandah/field/payloads.ts";
import { expect, onTestFinished, test, vi } from "vitest";

import { getEdge } from "#features/devices/edge-sessions.service.ts";

import { startTestApp } from "../../../testing/start-test-app.ts";
import { MessageOrder } from "./message-order.ts";

const DAY_MS = 86_400_000;

async function startWriter() {
  const app = await startTestApp();
  const sender = await getEdge(app.ctx, "T-S1");
  if (!sender) throw new Error("No edge T-S1");
  const at = app.now().getTime();
  let seq = 0;
  const message = (values: ReadingsMessage["series"][number]["values"], point = "CO2"): ReadingsMessage => ({
    epoch: "e",
    seq: (seq += 1),
    sentAt: at,
    series: [{ device: "T-S1", point, values }],
  });
  return {
    app,
    writer: app.writer,
    /** Sends readings that are too old to be stored, but count as waiting. */
    storeOld: (count: number) =>
      app.writer.store(sender, message(Array.from({ length: count }, () => [at - 500 * DAY_MS, 1]))),
    storeOne: (value: number, point?: string) => app.writer.store(sender, message([[at, value]], point)),
    values: async () =>
      (await app.db.selectFrom("readings").select("value").execute()).map((row) => row.value),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("rejects readings while over 500,000 wait, and accepts them again afterwards", async () => {
  await using field = await startWriter();
  const waiting = field.storeOld(500_000);
  const last = field.storeOld(1);
  await expect(field.storeOne(400)).rejects.toThrow("Too many readings wait for the database");
  await Promise.all([waiting, last]);
  await field.storeOne(500);
  expect(await field.values()).toEqual([500]);
  expect(field.writer.counts).toMatchObject({ refused: 1, waiting: 0 });
});

test("accepts more before an acknowledgement while fewer than 40,000 readings wait", async () => {
  await using field = await startWriter();
  const first = field.storeOld(39_999);
  expect(field.writer.canAccept).toBe(true);
  const second = field.storeOld(1);
  expect(field.writer.canAccept).toBe(false);
  await Promise.all([first, second]);
  expect(field.writer.canAccept).toBe(true);
});

test("a stopping writer rejects waiting and new messages, so that their senders resend them", async () => {
  await using field = await startWriter();
  const waiting = field.storeOne(400).catch((error: unknown) => String(error));
  await field.writer[Symbol.asyncDispose]();
  expect(await waiting).toBe("Error: The server is stopping");
  await expect(field.storeOne(500)).rejects.toThrow("The server is stopping");
  expect(await field.values()).toEqual([]);
});

test("retries a batch after a serialization failure", async () => {
  await using field = await startWriter();
  await field.app.query("create sequence tries");
  await field.app.query(`create function lose() returns trigger language plpgsql as $$ begin
    if nextval('tries') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if; return new; end $$`);
  await field.app.query(
    "create trigger lose before insert on readings_journal for each row execute function lose()",
  );
  await field.storeOne(400);
  expect(await field.values()).toEqual([400]);
});

test("finds a point that was added to the database five seconds after the index was loaded", async () => {
  await using field = await startWriter();
  // The time of the index passes only where the test moves it.
  const now = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  onTestFinished(() => void vi.restoreAllMocks());
  await field.storeOne(400);
  const { deviceId } = await field.app.db
    .selectFrom("points")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .select("points.deviceId")
    .where("devices.ssid", "=", "T-S1")
    .executeTakeFirstOrThrow();
  await field.app.query(
    `insert into points (device_id, param_id, unit, kind, interval_ms) values (${deviceId}, 'NEW', 'ppm', 'reading', 60000)`,
  );
  await field.storeOne(1, "NEW");
  expect(field.writer.counts.unknownPoint).toBe(1);
  now.mockReturnValue(performance.now() + 5_001);
  await field.storeOne(2, "NEW");
  expect(field.writer.counts.unknownPoint).toBe(1);
  expect(await field.values()).toEqual([400, 2]);
});

test("a sender whose numbers jump is out of order at once, and uses no more memory than others", () => {
  const order = new MessageOrder();
  order.record(1, { epoch: "e", seq: 1 }, 0);
  expect(order.record(1, { epoch: "e", seq: Number.MAX_SAFE_INTEGER - 1 }, 0)).toBe(false);
  expect(order.record(1, { epoch: "e", seq: Number.MAX_SAFE_INTEGER }, 0)).toBe(false);
});
