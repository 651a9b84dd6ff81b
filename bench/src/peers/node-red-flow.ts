import { type MessageShape, screenTags } from "./tags.ts";

/**
 * How messages are stored in SQLite. `documented`: one prepared insert per message into a default database, as the node's page shows it.
 * `batched`: an expert's setup, with a write-ahead log and a join node that collects messages for one insert. The page contains neither.
 */
export type Storing = "documented" | "batched";

/** Messages per batch, and the longest delay of the first one, s: a common choice for both throughput and freshness. */
const BATCH_MESSAGES = 500;
const BATCH_WAIT_SECOND = 0.5;

const TAB = "tab";

/** Node-RED's flows file: MQTT in → SQLite, and → a dashboard page with a text for each point of the screen. */
export function makeFlow(parts: {
  mqttPort: number;
  databaseFile: string;
  storing: Storing;
  shape: MessageShape;
}): object[] {
  const first = parts.storing === "documented" ? "to-params" : "to-batch";
  return [
    { id: TAB, type: "tab", label: "bench" },
    {
      id: "broker-config",
      type: "mqtt-broker",
      broker: "127.0.0.1",
      port: String(parts.mqttPort),
      protocolVersion: "4",
      keepalive: "60",
      cleansession: true,
      autoConnect: true,
    },
    {
      id: "values-in",
      type: "mqtt in",
      z: TAB,
      topic: "bench/+",
      qos: "0",
      datatype: parts.shape === "device" ? "json" : "utf8",
      broker: "broker-config",
      wires: [["to-values"]],
    },
    functionNode("to-values", valuesOf(parts.shape), [[first, "to-widgets"]]),
    ...storageNodes(parts.databaseFile, parts.storing),
    ...dashboardNodes(),
  ];
}

/** One message per value: its tag as the topic, the number as the payload. */
function valuesOf(shape: MessageShape): string {
  if (shape === "single") return "return { topic: msg.topic.slice(6), payload: Number(msg.payload) };";
  return `const device = msg.topic.slice(6);
return [Object.entries(msg.payload).map(([key, value]) => ({ topic: device + key, payload: value }))];`;
}

function functionNode(id: string, func: string, wires: string[][], initialize = ""): object {
  return { id, type: "function", z: TAB, func, initialize, outputs: wires.length, wires };
}

function storageNodes(db: string, storing: Storing): object[] {
  const sqlite = (id: string, sqlquery: string, sql = "") => ({
    id,
    type: "sqlite",
    z: TAB,
    mydb: "database",
    sqlquery,
    sql,
    wires: [[]],
  });
  const begin = {
    id: "at-start",
    type: "inject",
    z: TAB,
    props: [{ p: "topic", vt: "str" }],
    once: true,
    onceDelay: 0.1,
    // Committed means on the disk, as in the whole comparison, which is SQLite's default.
    topic: `${storing === "batched" ? "pragma journal_mode = wal; " : ""}pragma synchronous = full; create table if not exists readings (tag text, at integer, value real);`,
    wires: [["do-begin"]],
  };
  const shared = [{ id: "database", type: "sqlitedb", db, mode: "RWC" }, begin, sqlite("do-begin", "batch")];
  if (storing === "documented")
    return [
      ...shared,
      functionNode(
        "to-params",
        "msg.params = { $tag: msg.topic, $at: Date.now(), $value: msg.payload }; return msg;",
        [["do-insert"]],
      ),
      sqlite("do-insert", "prepared", "insert into readings (tag, at, value) values ($tag, $at, $value)"),
    ];
  return [
    ...shared,
    {
      id: "to-batch",
      type: "join",
      z: TAB,
      mode: "custom",
      build: "array",
      propertyType: "full",
      property: "",
      joiner: "",
      joinerType: "str",
      count: String(BATCH_MESSAGES),
      timeout: String(BATCH_WAIT_SECOND),
      useparts: false,
      wires: [["to-insert"]],
    },
    functionNode(
      "to-insert",
      `const at = Date.now();
msg.topic = "insert into readings (tag, at, value) values " + msg.payload.map((one) => "('" + one.topic + "'," + at + "," + Number(one.payload) + ")").join(",");
return msg;`,
      [["do-batch"]],
    ),
    sqlite("do-batch", "batch"),
  ];
}

export const widgetOf = (tag: string) => `text-${tag}`;

function dashboardNodes(): object[] {
  const tags = screenTags.map(({ name }) => name);
  return [
    {
      id: "ui",
      type: "ui-base",
      name: "Bench",
      path: "/dashboard",
      includeClientData: true,
      acceptsClientConfig: [],
    },
    { id: "ui-look", type: "ui-theme", name: "Look", colors: {}, sizes: {} },
    {
      id: "ui-first",
      type: "ui-page",
      name: "Page",
      ui: "ui",
      path: "/page",
      layout: "grid",
      theme: "ui-look",
      order: 1,
    },
    { id: "ui-box", type: "ui-group", name: "Group", page: "ui-first", width: "6", height: "1", order: 1 },
    functionNode(
      "to-widgets",
      `const at = context.get("places")[msg.topic];
if (at === undefined) return null;
const out = [];
out[at] = msg;
return out;`,
      tags.map((tag) => [widgetOf(tag)]),
      `context.set("places", ${JSON.stringify(Object.fromEntries(tags.map((tag, at) => [tag, at])))});`,
    ),
    ...tags.map((tag, at) => ({
      id: widgetOf(tag),
      type: "ui-text",
      z: TAB,
      group: "ui-box",
      order: at + 1,
      name: tag,
      label: tag,
      format: "{{msg.payload}}",
      layout: "row-spread",
      wires: [],
    })),
  ];
}
