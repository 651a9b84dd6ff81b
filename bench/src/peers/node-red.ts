import { writeFileSync } from "node:fs";
import path from "node:path";

import {
  connectScreen,
  countRows,
  type MessageShape,
  type Peer,
  type Places,
  screenTags,
  startProgram,
} from "./peer.ts";

/**
 * How messages are stored in SQLite. `documented`: one prepared insert per message into a default database, as the node's page shows it.
 * `batched`: an expert's setup, with a write-ahead log and a join node that collects messages for one insert. The page contains neither.
 */
export type Storing = "documented" | "batched";

/** Messages per batch, and the longest delay of the first one, s: a common choice for both throughput and freshness. */
const BATCH = { count: "500", timeout: "0.5" };

/** One message per value: its tag as the topic, the number as the payload. */
const toValues: Record<MessageShape, string> = {
  single: "return { topic: msg.topic.slice(6), payload: Number(msg.payload) };",
  device: `const device = msg.topic.slice(6);
return [Object.entries(msg.payload).map(([key, value]) => ({ topic: device + key, payload: value }))];`,
};
const toParams = "msg.params = { $tag: msg.topic, $at: Date.now(), $value: msg.payload }; return msg;";
const toInsert = `const at = Date.now();
msg.topic = "insert into readings (tag, at, value) values " + msg.payload.map((one) => "('" + one.topic + "'," + at + "," + Number(one.payload) + ")").join(",");
return msg;`;
const toWidgets = `const at = context.get("places")[msg.topic];
if (at === undefined) return null;
const out = [];
out[at] = msg;
return out;`;

const DATABASE = "readings.db";
/** An update of a text, before its id. */
const UPDATE = "msg-input:text-";
const widgetOf = (tag: string) => `text-${tag}`;

/** Starts Node-RED without its editor: MQTT in → SQLite, and → a dashboard. @throws StartError when it does not start */
export async function startNodeRed(places: Places, storing: Storing, shape: MessageShape): Promise<Peer> {
  const running = await startProgram(places, "Started flows", (folder, uiPort, mqttPort) => {
    const settingsFile = path.join(folder, "settings.js");
    const { modules: nodesDir } = places;
    const server = { uiPort, uiHost: "127.0.0.1", flowFile: "flows.json", nodesDir, disableEditor: true };
    const telemetry = { enabled: false, updateNotification: false };
    const settings = { ...server, credentialSecret: false, telemetry };
    writeFileSync(settingsFile, `module.exports = ${JSON.stringify(settings)};\n`);
    const flow = [...makeFlow(mqttPort, path.join(folder, DATABASE), storing, shape), ...makeDashboard()];
    writeFileSync(path.join(folder, "flows.json"), JSON.stringify(flow));
    return [path.join(nodesDir, "node-red/red.js"), "--userDir", folder, "--settings", settingsFile];
  });
  return {
    ...running,
    countStored: () => countRows(path.join(running.folder, DATABASE), "readings"),
    openScreen(onUpdate) {
      return connectScreen(running.url, "/dashboard/socket.io/", (name, data) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the dashboard's own event; a foreign shape fails at once.
        if (name.startsWith(UPDATE)) onUpdate(name, (data as { payload: unknown }).payload);
      });
    },
  };
}

function node(id: string, type: string, next: readonly string[], rest: object): object {
  return { id, type, z: "tab", wires: [next], ...rest };
}
const sqlite = (id: string, sqlquery: string, sql = "") =>
  node(id, "sqlite", [], { mydb: "database", sqlquery, sql });

/** Both ways to store; only one of them receives messages. */
function makeFlow(port: number, db: string, storing: Storing, shape: MessageShape): object[] {
  const [store, log] =
    storing === "batched" ? ["to-batch", "pragma journal_mode = wal; "] : ["to-params", ""];
  // Committed means on the disk, as in the whole comparison, which is SQLite's default.
  const topic = `${log}pragma synchronous = full; create table if not exists readings (tag text, at integer, value real);`;
  const atStart = { props: [{ p: "topic", vt: "str" }], once: true, onceDelay: 0.1, topic };
  const datatype = shape === "device" ? "json" : "utf8";
  const source = { topic: "bench/+", qos: "0", datatype, broker: "broker" };
  const batch = { mode: "custom", build: "array", propertyType: "full", useparts: false, ...BATCH };
  return [
    { id: "tab", type: "tab", label: "bench" },
    { id: "broker", type: "mqtt-broker", broker: "127.0.0.1", port: String(port) },
    { id: "database", type: "sqlitedb", db, mode: "RWC" },
    node("at-start", "inject", ["do-begin"], atStart),
    sqlite("do-begin", "batch"),
    node("values-in", "mqtt in", ["to-values"], source),
    node("to-values", "function", [store, "to-widgets"], { func: toValues[shape] }),
    node("to-params", "function", ["do-insert"], { func: toParams }),
    sqlite("do-insert", "prepared", "insert into readings (tag, at, value) values ($tag, $at, $value)"),
    node("to-batch", "join", ["to-insert"], batch),
    node("to-insert", "function", ["do-batch"], { func: toInsert }),
    sqlite("do-batch", "batch"),
  ];
}

/** A page with a text for each point of the screen. */
function makeDashboard(): object[] {
  const base = { name: "Bench", path: "/dashboard", includeClientData: true, acceptsClientConfig: [] };
  const page = { name: "Page", ui: "ui", path: "/page", layout: "grid", theme: "ui-look", order: 1 };
  const places = JSON.stringify(Object.fromEntries(screenTags.map((tag, at) => [tag, at])));
  const outputs = { outputs: screenTags.length, wires: screenTags.map((tag) => [widgetOf(tag)]) };
  const initialize = `context.set("places", ${places});`;
  const text = { group: "ui-box", format: "{{msg.payload}}", layout: "row-spread" };
  return [
    { id: "ui", type: "ui-base", ...base },
    { id: "ui-look", type: "ui-theme", name: "Look", colors: {}, sizes: {} },
    { id: "ui-first", type: "ui-page", ...page },
    { id: "ui-box", type: "ui-group", name: "Group", page: "ui-first", width: "6", height: "1", order: 1 },
    node("to-widgets", "function", [], { func: toWidgets, initialize, ...outputs }),
    ...screenTags.map((name, at) =>
      node(widgetOf(name), "ui-text", [], { ...text, order: at + 1, name, label: name }),
    ),
  ];
}
