import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { findFreePort } from "../../../tools/system/ports.ts";
import { startBroker } from "./broker.ts";
import { createTagMap, DEVICE, type History } from "./fuxa-storage.ts";
import { answers, startPeerProcess } from "./peer-process.ts";
import type { Peer } from "./peer.ts";
import { type Screen, Updates } from "./screen.ts";
import { connectSocketIo } from "./socket-io.ts";
import { countRows } from "./sqlite-file.ts";
import { DEVICES, type MessageShape, type Tag, tagsOf, topicOfTag } from "./tags.ts";
import type { AskTrend } from "./trend.ts";

/** FUXA also stores an unchanged value after this time: its own default, s. */
const DAQ_INTERVAL_SECOND = 60;

export interface FuxaParts {
  readonly modules: string;
  /** Folder for its data folder. */
  readonly scratch: string;
  /** How often it reads the values from MQTT: a user can choose from 50 ms to a minute; 1,000 ms is the default. */
  readonly pollMs: number;
}

export interface Fuxa extends Peer {
  readonly url: string;
}

/**
 * Starts FUXA with every point a tag of one MQTT device and recorded on change in its SQLite storage.
 * @param fill is called with its storage's folder before it starts
 * @throws StartError when it does not start
 */
export async function startFuxa(
  { modules, scratch, pollMs }: FuxaParts,
  shape: MessageShape,
  fill: (storage: string) => void = () => undefined,
): Promise<Fuxa> {
  await using starting = new AsyncDisposableStack();
  const folder = mkdtempSync(path.join(scratch, "fuxa-"));
  const storage = path.join(folder, "_db");
  mkdirSync(path.join(folder, "_appdata"));
  mkdirSync(storage);
  const tags = tagsOf(DEVICES);
  // A new tag costs FUXA several inserts the first time; the measurement uses existing tags.
  createTagMap(storage, tags);
  fill(storage);
  const program = path.join(modules, "@frangoteam/fuxa");
  writeFileSync(path.join(folder, "_appdata/settings.js"), settingsText(program));
  const port = await findFreePort("127.0.0.1");
  const url = `http://127.0.0.1:${port}`;
  const broker = starting.use(await startBroker());
  const args = ["--port", String(port), "--userDir", folder];
  const running = starting.use(
    await startPeerProcess(path.join(program, "main.js"), args, folder, () => answers(`${url}/api/version`)),
  );
  await loadProject(url, makeDevice({ mqttPort: broker.port, pollMs, tags, shape }));
  const started = starting.move();
  return {
    url,
    mqttPort: broker.port,
    pid: running.pid,
    countStored: () =>
      readdirSync(storage)
        .filter((name) => name.startsWith(`daq-data_${DEVICE}_`) && name.endsWith(".db"))
        .reduce((sum, name) => sum + countRows(path.join(storage, name), "data"), 0),
    openScreen: (shown) => openScreen(url, shown),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** Its own defaults, except the log of calls and the limit of calls, which one browser would not reach. */
function settingsText(program: string): string {
  const defaults = JSON.stringify(path.join(program, "settings.default.js"));
  return `module.exports = { ...require(${defaults}), uiHost: "127.0.0.1", logApiLevel: "none", apiRateLimitMax: 1000000 };\n`;
}

function makeDevice(parts: { mqttPort: number; pollMs: number; tags: readonly Tag[]; shape: MessageShape }) {
  return {
    id: DEVICE,
    name: "bench",
    type: "MQTTclient",
    enabled: true,
    polling: parts.pollMs,
    property: { address: `mqtt://127.0.0.1:${parts.mqttPort}` },
    tags: Object.fromEntries(parts.tags.map((tag) => [tag.name, describeTag(tag, parts.shape)])),
  };
}

async function loadProject(url: string, device: { id: string }): Promise<void> {
  const project: object = JSON.parse(await (await fetch(`${url}/api/project`)).text());
  const reply = await fetch(`${url}/api/project`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...project, devices: { [device.id]: device } }),
  });
  if (!reply.ok) throw new Error(`FUXA answered ${reply.status} to its project.`);
}

function describeTag(tag: Tag, shape: MessageShape) {
  const isWhole = shape === "device";
  return {
    id: tag.name,
    name: tag.name,
    label: tag.name,
    type: isWhole ? "json" : "number",
    address: topicOfTag(tag, shape),
    memaddress: isWhole ? tag.key : "",
    ...(isWhole && { options: { subs: [tag.key], pubs: [] } }),
    daq: { enabled: true, changed: true, interval: DAQ_INTERVAL_SECOND, restored: false },
  };
}

interface DeviceValues {
  readonly values: readonly { readonly id: string; readonly value: unknown }[];
}

async function openScreen(url: string, tags: readonly Tag[]): Promise<Screen> {
  const updates = new Updates();
  const connection = await connectSocketIo(`${url}/socket.io/`, (name, data) => {
    if (name !== "device-values") return;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- FUXA's own event; another shape fails at once.
    for (const { id, value } of (data as DeviceValues).values) updates.take(id, value);
  });
  connection.emit("device-tags-subscribe", { tagsId: tags.map(({ name }) => name), sendLastValue: true });
  return { latenciesMs: updates.latenciesMs, close: connection.close };
}

/** A day of one tag after the other over its REST call, which returns every sample. @throws Error for an invalid answer */
export function askFuxaTrend(fuxa: Fuxa, { tags, fromMs, untilMs }: History): AskTrend {
  const names = tagsOf(DEVICES).slice(0, tags);
  return async (nth) => {
    const sids = [names[(nth * 11) % names.length]?.name];
    const query = JSON.stringify({ sids, from: fromMs, to: untilMs - 1 });
    const reply = await fetch(`${fuxa.url}/api/daq?${new URLSearchParams({ query }).toString()}`);
    if (!reply.ok) throw new Error(`FUXA answered ${reply.status} to a trend.`);
    const [samples = []]: unknown[][] = JSON.parse(await reply.text());
    return samples.length;
  };
}
