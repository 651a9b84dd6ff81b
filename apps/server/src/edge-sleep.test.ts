import { topicOf } from "@verandah/field/topics.ts";
import { expect, test, vi } from "vitest";

import { alerts, evaluate } from "./testing/benches/alarm-bench.ts";
import { startTestApp } from "./testing/start-test-app.ts";
import { aReading, startTestIngest } from "./testing/start-test-ingest.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
type Field = Awaited<ReturnType<typeof startTestIngest>>;

/** The device of each sender: a sensor with its own connection, and a device behind a sender of the kind gateway that reports no health. */
const senders = [
  ["T-S1", "T-S1", "TEMPERATURE"],
  ["T-GW", "T-AHU", "Return Air Temperature"],
] as const;

/** How a sender connects and disconnects: without any status, and with a status and a last will. */
const ways = ["no status", "a status", "a last will"] as const;

async function edgeStateOf(app: App, ssid: string): Promise<unknown> {
  return (await app.query(`select state from edges where ssid = '${ssid}'`)).rows[0]?.["state"];
}

/** Connects, publishes one value, and disconnects. */
async function wake(
  app: App,
  field: Field,
  { way, edge, device, point, seq }: Record<"way" | "edge" | "device" | "point", string> & { seq: number },
): Promise<void> {
  const topic = topicOf(edge, "status");
  const will = { topic, payload: Buffer.from('{"state":"offline","at":0}'), qos: 1, retain: true };
  const { client, publish } = await field.connect(edge, (way === "a last will" ? { will } : {}) as object);
  const at = app.now().getTime();
  if (way !== "no status") await publish("status", { state: "online", at });
  await publish("readings", aReading(device, point, at, 20 + seq, seq));
  if (way === "a status") await publish("status", { state: "offline", at });
  if (way !== "a last will") return client.endAsync();
  client.stream.destroy();
  await vi.waitFor(async () => expect(await edgeStateOf(app, edge)).toBe("offline"));
}

async function pictureOf(app: App, device: string) {
  await evaluate(app);
  const user = await app.as("viewer");
  const { state } = (await user.get(`/v1/gl_analytics/${device}/device`)).json<{ state: string }>();
  const network = (await user.get("/v1/coworking/network-status")).json<{
    counts: object;
  }>();
  const place = (await user.get(`/v1/gl_zone/${user.session.building.id}/status`)).json<{
    noOfOffline: number;
  }>();
  const { total } = await alerts(app);
  return { state, total, counts: network.counts, noOfOffline: place.noOfOffline };
}

test.each(senders.flatMap((sender) => ways.map((way) => [...sender, way] as const)))(
  "while %s sleeps between values, only their age decides about %s (%s, %s)",
  async (edge, device, point, way) => {
    await using app = await startTestApp();
    await using field = await startTestIngest(app);
    for (const seq of [1, 2, 3]) {
      await wake(app, field, { way, edge, device, point, seq });
      for (const passedMs of [0, 29_000]) {
        app.advance(passedMs);
        expect(await pictureOf(app, device)).toMatchObject({
          state: "online",
          total: { system: 0, solution: 0 },
          counts: { unknown: 3, offline: 0 },
        });
      }
    }
    app.advance(1_001);
    // With a status, a sender of the kind gateway is itself offline, which explains its device.
    const isExplained = edge === "T-GW" && way !== "no status";
    expect(await pictureOf(app, device)).toMatchObject({ state: isExplained ? "unknown" : "offline" });
    app.advance(10_000);
    await evaluate(app);
    const raised = await alerts(app);
    expect(raised.total.system + raised.total.solution).toBe(1);
  },
);
