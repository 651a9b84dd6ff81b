import { topicOf } from "@verandah/field/topics.ts";
import { expect, test } from "vitest";

import { startLinkedApp } from "./testing/start-linked-app.ts";
import { aReading, startTestIngest } from "./testing/start-test-ingest.ts";

test("checks an edge's clock when its message arrives, also while the database is down", async () => {
  await using linked = await startLinkedApp();
  const { app, link } = linked;
  await using field = await startTestIngest(app);
  const gateway = await field.connect("T-GW");
  await gateway.publish("status", { state: "online", at: app.now().getTime() });
  link.cut();
  const published = gateway.publish("status", { state: "online", at: app.now().getTime() });
  // The broker reads in order: when it answers this, the status has arrived.
  await gateway.client.subscribeAsync(topicOf("T-GW", "commands"), { qos: 1 });
  app.advance(10 * 60_000);
  link.restore();
  await published;
  await gateway.publish("readings", aReading("T-AHU", "Return Air Temperature", app.now().getTime(), 24));
  expect(field.ingest.writer.counts.suspect).toBe(0);
});
