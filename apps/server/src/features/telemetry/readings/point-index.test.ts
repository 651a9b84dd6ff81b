import { expect, test } from "vitest";

import { getEdge } from "#features/devices/edge-sessions.service.ts";

import { countStatements } from "../../../testing/benches/statements.ts";
import { startLinkedApp } from "../../../testing/start-linked-app.ts";
import { quietLog, startTestApp } from "../../../testing/start-test-app.ts";
import { createPointIndex } from "./point-index.ts";
import { createReadingsWriter } from "./readings-writer.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** An empty index that counts its statements, and edges by their names. */
async function openIndex(app: App, sizeMax?: number) {
  const { ctx, statements } = countStatements(app);
  const index = createPointIndex(ctx, sizeMax);
  const rows = await app.db.selectFrom("edges").select(["id", "ssid"]).execute();
  const ids = new Map(rows.map(({ id, ssid }) => [ssid, id]));
  const edge = (ssid: string) => ({ id: ids.get(ssid) ?? 0 });
  return {
    index,
    edge,
    statements,
    /** Whether an edge finds a point of a sensor. */
    finds: (ssid: string, device = ssid) => index.find(edge(ssid), device, "CO2") !== undefined,
  };
}

test("loads the points of the named edges only, many edges in one statement", async () => {
  await using app = await startTestApp();
  const { index, edge, statements, finds } = await openIndex(app);
  await Promise.all(["T-S1", "T-S2", "T-S1"].map((ssid) => index.refresh(edge(ssid).id)));
  expect(statements()).toBe(1);
  expect(index.find(edge("T-S1"), "T-S1", "TEMPERATURE")).toMatchObject({ unit: "degC", min: -20, max: 60 });
  expect([finds("T-S1"), finds("T-S2"), finds("T-S3"), finds("T-S1", "T-S2")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  // Edges without points are loaded too: their readings are unknown.
  await index.load(Array.from({ length: 2_500 }, (_, at) => 1_000_000 + at));
  expect(statements()).toBe(4);
  await index.refresh(1_000_000);
  expect(statements()).toBe(4);
});

test("loads all points of its campus for an importer", async () => {
  await using app = await startTestApp();
  const { index, edge, finds } = await openIndex(app);
  await index.load([edge("T-IMPORT").id]);
  expect(["T-S1", "T-S2", "T-S3"].map((ssid) => finds("T-IMPORT", ssid))).toEqual([true, true, true]);
});

test("drops the edges that were used least recently, and loads them again when they are needed", async () => {
  await using app = await startTestApp();
  // A sensor and its points take 5.
  const { index, edge, finds } = await openIndex(app, 10);
  await index.load([edge("T-S1").id]);
  await index.load([edge("T-S2").id]);
  expect(finds("T-S1")).toBe(true);
  await index.load([edge("T-S3").id]);
  expect([finds("T-S1"), finds("T-S2"), finds("T-S3")]).toEqual([true, false, true]);
  await index.refresh(edge("T-S2").id);
  expect([finds("T-S1"), finds("T-S2"), finds("T-S3")]).toEqual([false, true, true]);
});

test("a load during another one of the same edge reads the points again", async () => {
  await using app = await startTestApp();
  const { index, edge, statements } = await openIndex(app);
  const first = index.load([edge("T-S1").id]);
  // It has asked the database when the second one begins.
  await Promise.resolve();
  await Promise.all([first, index.load([edge("T-S1").id])]);
  expect(statements()).toBe(2);
});

test("readings wait for the points of their edge while the database is down, in the order of arrival", async () => {
  await using linked = await startLinkedApp();
  const { app, link } = linked;
  const sender = await getEdge(app.ctx, "T-S1");
  if (!sender) throw new Error("No edge T-S1");
  const index = createPointIndex(app.ctx);
  await using writer = createReadingsWriter(app.ctx, index, { keepMs: 86_400_000 }, quietLog);
  link.cut();
  const at = app.now().getTime();
  const send = (value: number, seq: number) =>
    writer.store(sender, {
      epoch: "e",
      seq,
      sentAt: at,
      series: [{ device: "T-S1", point: "TEMPERATURE", values: [[at, value]] }],
    });
  const stored = [send(21, 1), send(22, 2)];
  expect(writer.counts.waiting).toBe(2);
  link.restore();
  await Promise.all(stored);
  expect(writer.counts).toMatchObject({ stored: 2, unknownPoint: 0, waiting: 0 });
  // Of two values of one instant the first counts.
  expect(await app.db.selectFrom("latest").select("value").execute()).toEqual([{ value: 21 }]);
});
