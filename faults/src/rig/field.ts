import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import { type ReadingsMessage, readingsMessage } from "@verandah/field/payloads.ts";

import { Commands } from "../../../tools/process/run.ts";
import { simulatorReady } from "../../../tools/system/demo-campus.ts";
import { repository } from "../../../tools/system/settings.ts";
import { ProductProgram } from "./product-program.ts";
import type { Rig } from "./rig.ts";

/** The gateway of the demo's campus. */
export const GATEWAY = "GW-BLR-A";

/** Writes the demo campus's description and passwords. @returns its site files */
export async function provision(folder: string): Promise<string[]> {
  const { code, output } = await new Commands().run(
    process.execPath,
    ["apps/simulator/src/provision.ts", "--out", folder],
    { cwd: repository },
  );
  if (code !== 0) throw new Error(`The campus could not be described:\n${output}`);
  return globSync("site-*.json", { cwd: folder })
    .toSorted()
    .map((name) => path.join(folder, name));
}

/** The simulated controllers, and the network between their gateway and the server. */
export interface Field extends AsyncDisposable {
  /** Disconnects the gateway's network, or connects it again. */
  cutOff: () => Promise<void>;
  restore: () => Promise<void>;
  /** Starts the real gateway again, with an empty outbox of its own under `name`. */
  startGateway: (name: string, options: GatewayOptions) => Promise<FieldGateway>;
}

interface GatewayOptions {
  pollMs: number;
  outboxMaxBytes: number;
}

export interface FieldGateway extends AsyncDisposable {
  readonly program: ProductProgram;
  /** Content of the killed gateway's outbox, by number. */
  outbox: () => ReadingsMessage[];
  /** From the next start on. */
  setOutboxMaxBytes: (outboxMaxBytes: number) => void;
  /** Overwrites the outbox of a killed gateway, so that it is no valid database. */
  damageOutbox: () => void;
}

/**
 * Starts the simulator.
 *
 * @param timeFactor speed of the simulated world relative to the clock
 */
export async function startField(rig: Rig, timeFactor: number): Promise<Field> {
  await using opening = new AsyncDisposableStack();
  const simulator = new ProductProgram({
    entry: "apps/simulator/src/main.ts",
    args: [
      `--settings=${path.join(rig.folder, "simulator.json")}`,
      `--mqtt=mqtt://127.0.0.1:${rig.mqttPort}`,
      `--state=${rig.folder}`,
      "--history-days=0",
      `--time-factor=${timeFactor}`,
    ],
  });
  opening.defer(() => simulator.kill());
  const { controlPort, gateways } = simulatorReady.parse(await simulator.start());
  const written = gateways.find(({ ssid }) => ssid === GATEWAY)?.configFile ?? "";

  async function control(method: string, body?: object): Promise<void> {
    const reply = await fetch(`http://127.0.0.1:${controlPort}/faults`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`The simulator refused: ${await reply.text()}`);
  }

  const running = opening.move();
  return {
    cutOff: () => control("POST", { kind: "gateway-cut-off", target: GATEWAY }),
    restore: () => control("DELETE"),
    startGateway: (name, options) => startGateway(written, path.join(rig.folder, name), options),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** With the settings that the simulator has written, and the given poll interval and outbox size. */
async function startGateway(
  written: string,
  folder: string,
  { pollMs, outboxMaxBytes }: GatewayOptions,
): Promise<FieldGateway> {
  mkdirSync(folder);
  const config = path.join(folder, "gateway.yaml");
  const settings = readFileSync(written, "utf8").replace(/^dataDir:.*$/m, `dataDir: ${folder}`);
  function setOutboxMaxBytes(maxBytes: number): void {
    const own = `polling: { intervalMs: ${pollMs}, gatherMs: 50 }\noutbox: { maxBytes: ${maxBytes} }\n`;
    writeFileSync(config, settings + own);
  }
  setOutboxMaxBytes(outboxMaxBytes);
  const program = new ProductProgram({ entry: "apps/gateway/src/main.ts", args: ["--config", config] });
  await program.start();
  const file = path.join(folder, "outbox.sqlite");
  return {
    program,
    setOutboxMaxBytes,
    outbox: () => readOutbox(file, path.join(folder, "copy")),
    damageOutbox() {
      // Also the log beside it, which alone would restore the file.
      for (const part of [file, `${file}-wal`])
        if (existsSync(part)) writeFileSync(part, Buffer.alloc(readFileSync(part).length, 0xa5));
    },
    [Symbol.asyncDispose]: () => program.kill(),
  };
}

/** Reads a copy, so that the gateway finds its file and the log as after the kill. */
function readOutbox(file: string, folder: string): ReadingsMessage[] {
  mkdirSync(folder, { recursive: true });
  const copy = path.join(folder, path.basename(file));
  for (const end of ["", "-wal"]) if (existsSync(file + end)) cpSync(file + end, copy + end);
  const db = new DatabaseSync(copy);
  try {
    const rows = db.prepare("select payload from messages where kind = 'readings' order by seq").all();
    return rows.map(({ payload }) => readingsMessage.parse(JSON.parse(String(payload))));
  } finally {
    db.close();
  }
}
