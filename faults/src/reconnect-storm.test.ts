import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { connect as connectTls } from "node:tls";

import { certificate } from "@verandah/field/testing/certificate.ts";
import { afterAll, expect, test } from "vitest";

import { findPorts, startRig, waitFor } from "./rig/rig.ts";
import { aSite, passwordOf } from "./rig/site.ts";
import { sizes } from "./rig/sizes.ts";

const HOST = "127.0.0.1";
/** Time until all are connected, ms. */
const STORM_MAX_MS = 30_000;
const CONNACK_ACCEPTED = [0x20, 2, 0, 0];

const fieldOf = (text: string) => Buffer.from([0, text.length, ...Buffer.from(text)]);

/** With a user name and a password, a clean session and no keep-alive. Source: MQTT 3.1.1 §3.1. */
function connectPacket(ssid: string): Buffer {
  const head = Buffer.concat([fieldOf("MQTT"), Buffer.from([4, 0b1100_0010, 0, 0])]);
  const body = Buffer.concat([head, ...[ssid, ssid, passwordOf(ssid)].map(fieldOf)]);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}

type Open = (port: number, onOpen: () => void) => Socket;
const openPlain: Open = (port, onOpen) => connect(port, HOST, onOpen);
/** With a full handshake each: no device remembers the session of an earlier connection. */
const openTls: Open = (port, onOpen) => connectTls({ host: HOST, port, rejectUnauthorized: false }, onOpen);

/** Connects all devices at once, each only once. */
function connectAll(open: Open, port: number, ssids: readonly string[]) {
  const sockets: Socket[] = [];
  const answers: string[] = [];
  for (const ssid of ssids) {
    const socket = open(port, () => void socket.write(connectPacket(ssid)));
    socket.on("data", (data) => void answers.push([...data].join(" ")));
    socket.on("error", (error) => void answers.push(error.message));
    sockets.push(socket);
  }
  return {
    answers,
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

const folder = mkdtempSync(path.join(os.tmpdir(), "verandah-storm-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  { count: sizes.stormDevices, by: "", open: openPlain },
  { count: sizes.stormTlsDevices, by: " by TLS", open: openTls },
])(
  "$count devices that connect at once$by are all accepted, also after a start of the server",
  async ({ count, by, open }) => {
    const ssids = Array.from({ length: count }, (_, at) => `S${at + 1}`);
    const [tlsPort = 0] = await findPorts(1);
    const pem = path.join(folder, "verandah.pem");
    writeFileSync(pem, `${certificate.cert}\n${certificate.key}`);
    await using rig = await startRig(() => aSite({ devices: ssids, pointCount: 1 }), {
      MQTT_TLS_LISTEN: `${HOST}:${tlsPort}`,
      MQTT_TLS_CERT: pem,
      MQTT_TLS_KEY: pem,
    });
    const took: number[] = [];
    async function storm(): Promise<void> {
      const beganMs = performance.now();
      const clients = connectAll(open, open === openTls ? tlsPort : rig.mqttPort, ssids);
      await waitFor("all have an answer", () => clients.answers.length >= count);
      took.push(performance.now() - beganMs);
      expect(new Set(clients.answers)).toEqual(new Set([CONNACK_ACCEPTED.join(" ")]));
      expect(await rig.metric("verandah_broker_connections")).toBe(count);
      clients.close();
    }
    await storm();
    await rig.server.kill();
    await rig.server.start();
    await storm();
    console.info(`${count} devices connected${by} in ${took.map((ms) => Math.round(ms)).join(" and ")} ms`);
    expect(Math.max(...took)).toBeLessThan(STORM_MAX_MS);
  },
);
