import { connect } from "node:net";
import { connect as connectTls } from "node:tls";

import { certificate } from "@verandah/field/testing/certificate.ts";
import { expect, test, vi } from "vitest";

import { startTestApp } from "../../testing/start-test-app.ts";
import { aReading, startTestIngest } from "../../testing/start-test-ingest.ts";

const secure = { listeners: [{ host: "127.0.0.1", port: 0, mayUseNextPort: false, tls: certificate }] };

test("an edge publishes over TLS and verifies the server's certificate", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app, secure);
  const sensor = await field.connect("T-S1", { protocol: "mqtts", ca: certificate.cert });
  await sensor.publish("readings", aReading("T-S1", "TEMPERATURE", app.now().getTime(), 24.5));
  expect(await app.db.selectFrom("latest").select("value").execute()).toEqual([{ value: 24.5 }]);
});

test("rejects a client that does not trust the certificate, and one without TLS", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app, secure);
  await expect(field.connect("T-S1", { protocol: "mqtts" })).rejects.toThrow(/self-signed certificate/);
  const answer = await new Promise<string>((resolve) => {
    const plain = connect(field.port, "127.0.0.1", () =>
      plain.write("\x10\x10\x00\x04MQTT\x04\x02\x00\x3c\x00\x04T-S1"),
    );
    let got = "";
    plain.on("data", (chunk: Buffer) => (got += chunk.toString("hex")));
    plain.on("error", () => plain.destroy());
    plain.on("close", () => resolve(got));
  });
  // At most a TLS alert (record type 21), never a CONNACK (32).
  expect(answer).toMatch(/^(15.*)?$/);
});

test("rejects old TLS versions", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app, secure);
  const failed = await new Promise<boolean>((resolve) => {
    const socket = connectTls(
      {
        port: field.port,
        host: "127.0.0.1",
        ca: certificate.cert,
        minVersion: "TLSv1",
        maxVersion: "TLSv1.1",
        // Without this setting OpenSSL itself offers no version before 1.2.
        ciphers: "DEFAULT:@SECLEVEL=0",
      },
      () => resolve(false),
    );
    socket.on("error", () => resolve(true));
  });
  expect(failed).toBe(true);
  await vi.waitFor(() => expect(field.ingest.broker.counts.refusedConnections).toBe(1));
});
