import { mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";

import { findFreePort } from "../../../tools/system/ports.ts";
import { startBroker } from "./broker.ts";
import { makeFlow, type Storing, widgetOf } from "./node-red-flow.ts";
import { answers, startPeerProcess } from "./peer-process.ts";
import type { Peer } from "./peer.ts";
import { type Screen, Updates } from "./screen.ts";
import { connectSocketIo } from "./socket-io.ts";
import { countRows } from "./sqlite-file.ts";
import type { MessageShape, Tag } from "./tags.ts";

export interface NodeRedParts {
  readonly modules: string;
  /** Its data folder is made in here. */
  readonly scratch: string;
  readonly storing: Storing;
}

/** Starts Node-RED with the flow, without its editor. @throws StartError when it does not start */
export async function startNodeRed(
  { modules, scratch, storing }: NodeRedParts,
  shape: MessageShape,
): Promise<Peer> {
  await using starting = new AsyncDisposableStack();
  const folder = mkdtempSync(path.join(scratch, "node-red-"));
  const databaseFile = path.join(folder, "readings.db");
  const port = await findFreePort("127.0.0.1");
  const url = `http://127.0.0.1:${port}/dashboard`;
  const broker = starting.use(await startBroker());
  const settings = {
    uiPort: port,
    uiHost: "127.0.0.1",
    flowFile: "flows.json",
    nodesDir: modules,
    disableEditor: true,
    credentialSecret: false,
    telemetry: { enabled: false, updateNotification: false },
    logging: { console: { level: "info" } },
  };
  const settingsFile = path.join(folder, "settings.js");
  writeFileSync(settingsFile, `module.exports = ${JSON.stringify(settings)};\n`);
  const flow = makeFlow({ mqttPort: broker.port, databaseFile, storing, shape });
  writeFileSync(path.join(folder, "flows.json"), JSON.stringify(flow));
  const running = starting.use(
    await startPeerProcess(
      path.join(modules, "node-red/red.js"),
      ["--userDir", folder, "--settings", settingsFile],
      folder,
      () => answers(`${url}/`),
    ),
  );
  const started = starting.move();
  return {
    mqttPort: broker.port,
    pid: running.pid,
    countStored: () => countRows(databaseFile, "readings"),
    openScreen: (tags) => openScreen(url, tags),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

async function openScreen(url: string, tags: readonly Tag[]): Promise<Screen> {
  const updates = new Updates();
  const tagOf = new Map(tags.map(({ name }) => [`msg-input:${widgetOf(name)}`, name]));
  const connection = await connectSocketIo(`${url}/socket.io/`, (name, data) => {
    const tag = tagOf.get(name);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the dashboard's own event; a foreign shape fails at once.
    if (tag) updates.take(tag, (data as { payload: unknown }).payload);
  });
  return { latenciesMs: updates.latenciesMs, close: connection.close };
}
