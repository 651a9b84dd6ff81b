import { globSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import type { HistoryBlock } from "../rig/fill-history.ts";
import {
  connectScreen,
  countRows,
  type MessageShape,
  type Peer,
  type Places,
  screenTags,
  startProgram,
  tags,
  topicOf,
} from "./peer.ts";

/** Id of the MQTT device; FUXA names its files after it. */
const DEVICE = "dev";
/** FUXA also stores an unchanged value after this time: its own default, s. */
const DAQ_INTERVAL_SECOND = 60;

/** Values of the first `points` tags. */
export type History = Omit<HistoryBlock, "edges"> & { readonly points: number };

/**
 * Starts FUXA with every point a tag of one MQTT device and recorded on change in its SQLite storage.
 *
 * @param pollMs how often it reads the values from MQTT: a user can choose from 50 ms to a minute; 1,000 ms is the default
 * @param history is in its archive
 */
export async function startFuxa(places: Places, pollMs: number, shape: MessageShape, history?: History) {
  await using starting = new AsyncDisposableStack();
  const program = path.join(places.modules, "@frangoteam/fuxa");
  const running = await startProgram(places, "WebServer is running", (folder, port) => {
    for (const name of ["_appdata", "_db", "_db/archive"]) mkdirSync(path.join(folder, name));
    fillStorage(path.join(folder, "_db"), history);
    const defaults = JSON.stringify(path.join(program, "settings.default.js"));
    // Its own defaults, except the log of calls and the limit of calls, which one browser would not reach.
    const settings = `{ ...require(${defaults}), uiHost: "127.0.0.1", logApiLevel: "none", apiRateLimitMax: 1000000 }`;
    writeFileSync(path.join(folder, "_appdata/settings.js"), `module.exports = ${settings};\n`);
    return [path.join(program, "main.js"), "--port", String(port), "--userDir", folder];
  });
  starting.use(running);
  const reply = await fetch(`${running.url}/api/projectData`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ cmd: "set-device", data: describeDevice(running.mqttPort, pollMs, shape) }),
  });
  if (!reply.ok) throw new Error(`FUXA answered ${reply.status} to its device.`);
  starting.move();
  const peer: Peer = {
    ...running,
    countStored: () =>
      globSync(path.join(running.folder, `_db/daq-data_${DEVICE}_*.db`))
        .map((file) => countRows(file, "data"))
        .reduce((sum, rows) => sum + rows, 0),
    async openScreen(onUpdate) {
      const connection = await connectScreen(running.url, "/socket.io/", (name, data) => {
        if (name !== "device-values") return;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- FUXA's own event; another shape fails at once.
        const { values } = data as { values: { id: string; value: unknown }[] };
        for (const { id, value } of values) onUpdate(id, value);
      });
      connection.emit("device-tags-subscribe", { tagsId: screenTags, sendLastValue: true });
      return connection;
    },
  };
  return peer;
}

function describeDevice(mqttPort: number, polling: number, shape: MessageShape) {
  const daq = { enabled: true, changed: true, interval: DAQ_INTERVAL_SECOND, restored: false };
  const described = tags.map((tag) => {
    const { name, key } = tag;
    const whole = { type: "json", memaddress: key, options: { subs: [key], pubs: [] } };
    const own = shape === "device" ? whole : { type: "number", memaddress: "" };
    return [name, { id: name, name, label: name, address: topicOf(tag, shape), daq, ...own }];
  });
  const property = { address: `mqtt://127.0.0.1:${mqttPort}` };
  const device = { id: DEVICE, name: "bench", type: "MQTTclient", enabled: true, polling, property };
  return { ...device, tags: Object.fromEntries(described) };
}

/** Writes the numbers with which FUXA identifies its tags (their index, from 1 on), and an archived day: by time, as texts, without an index. */
export function fillStorage(folder: string, history?: History): void {
  // A new tag costs FUXA several inserts the first time; the measurement uses existing tags.
  using map = new DatabaseSync(path.join(folder, `daq-map_${DEVICE}.db`));
  map.exec("create table data (mapid integer primary key autoincrement, id text, name text, type text)");
  const insert =
    "insert into data (id, name, type) select value, value, 'number' from json_each(?) order by key";
  map.prepare(insert).run(JSON.stringify(tags.map(({ name }) => name)));
  if (!history) return;
  const { points, fromMs, untilMs, everyMs } = history;
  // Local time to the second; Swedish has the parts of a date in this order.
  const stamps = [fromMs, untilMs].map((at) => new Date(at).toLocaleString("sv").replaceAll(/\D/g, ""));
  using day = new DatabaseSync(path.join(folder, `archive/daq-data_${DEVICE}_${stamps.join("_")}.db`));
  day.exec("pragma journal_mode = off; pragma synchronous = off");
  day.exec("create table data (dt integer, id integer, value text)");
  day
    .prepare(
      `with recursive
         steps(n) as (select 0 union all select n + 1 from steps where n + 1 < ?),
         tags(id) as (select 1 union all select id + 1 from tags where id < ?)
       insert into data
       select ? + n * ?, id, cast(round(24 + ((n * 7 + id * 13) % 400) / 100.0, 2) as text)
       from steps cross join tags`,
    )
    .run(Math.floor((untilMs - fromMs) / everyMs), points, fromMs, everyMs);
  day.exec("pragma journal_mode = delete");
}

/** Requests the history of tag number `at` over REST, which returns every sample. @returns number of samples. @throws Error when it is refused */
export async function askFuxaTrend(fuxa: Peer, at: number, { fromMs, untilMs }: History): Promise<number> {
  const query = JSON.stringify({ sids: [tags[at]?.name], from: fromMs, to: untilMs - 1 });
  const reply = await fetch(`${fuxa.url}/api/daq?${new URLSearchParams({ query }).toString()}`);
  if (!reply.ok) throw new Error(`FUXA answered ${reply.status} to a trend.`);
  const [samples = []]: unknown[][] = JSON.parse(await reply.text());
  return samples.length;
}
