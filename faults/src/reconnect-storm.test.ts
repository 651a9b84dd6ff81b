import { connect, type Socket } from "node:net";

import { expect, test } from "vitest";

import { startRig, waitFor } from "./rig/rig.ts";
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

/** Connects all devices at once, each only once. */
function connectAll(port: number, ssids: readonly string[]) {
  const sockets: Socket[] = [];
  const answers: string[] = [];
  for (const ssid of ssids) {
    const socket = connect(port, HOST, () => void socket.write(connectPacket(ssid)));
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

test(`${sizes.stormDevices} devices that connect at once are all accepted, also after a start of the server`, async () => {
  const ssids = Array.from({ length: sizes.stormDevices }, (_, at) => `S${at + 1}`);
  await using rig = await startRig(() => aSite({ devices: ssids, pointCount: 1 }));
  const took: number[] = [];
  async function storm(): Promise<void> {
    const beganMs = performance.now();
    const clients = connectAll(rig.mqttPort, ssids);
    await waitFor("all have an answer", () => clients.answers.length >= ssids.length);
    took.push(performance.now() - beganMs);
    expect(new Set(clients.answers)).toEqual(new Set([CONNACK_ACCEPTED.join(" ")]));
    expect(await rig.metric("verandah_broker_connections")).toBe(ssids.length);
    clients.close();
  }
  await storm();
  await rig.server.kill();
  await rig.server.start();
  await storm();
  console.info(`${ssids.length} devices connected in ${took.map((ms) => Math.round(ms)).join(" and ")} ms`);
  expect(Math.max(...took)).toBeLessThan(STORM_MAX_MS);
});
