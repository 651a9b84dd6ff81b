import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";

import { io, type Socket } from "socket.io-client";

import { StartError } from "../../../tools/process/start-error.ts";
import { findFreePort } from "../../../tools/system/ports.ts";
import { POINTS_PER_DEVICE } from "../rig/own-work.ts";

const READY_MAX_MS = 60_000;
/** Of the last output, characters. */
const OUTPUT_MAX = 2_000;
/** How long a reader of SQLite waits for a writer, ms. */
const LOCK_MAX_MS = 30_000;
const DEVICES = 500;
/** The first devices are on the watched screen: as many points as one of our gateways has. */
const SCREEN_DEVICES = 10;

/** Values of one message at a peer: a device's points in one JSON object, or one number. */
export type MessageShape = "device" | "single";

/** All points, e.g. `d12p3`; `key` is the point's key in the message of its device. */
export const tags = Array.from({ length: DEVICES * POINTS_PER_DEVICE }, (_, at) => {
  const [device, key] = [`d${Math.floor(at / POINTS_PER_DEVICE)}`, `p${at % POINTS_PER_DEVICE}`];
  return { name: device + key, device, key };
});
export const screenTags = tags.slice(0, SCREEN_DEVICES * POINTS_PER_DEVICE).map(({ name }) => name);

export const topicOf = ({ name, device }: (typeof tags)[number], shape: MessageShape) =>
  `bench/${shape === "device" ? device : name}`;

/** Folders of a peer's packages, and for its data. */
export type Places = { readonly modules: string; readonly scratch: string };

/** A running peer with all points configured and nothing stored, and its own broker. */
export interface Peer extends AsyncDisposable {
  /** Of its only process. */
  readonly pid: number;
  readonly url: string;
  readonly mqttPort: number;
  /** Values in its storage that are committed. */
  readonly countStored: () => number;
  /** A browser's connection that shows `screenTags`. */
  readonly openScreen: (onUpdate: (tag: string, value: unknown) => void) => Promise<Socket>;
}

/**
 * Starts a peer's program with our Node in a new folder, and an MQTT broker in a thread, which stores nothing on the disk.
 *
 * @param configure writes its files and returns its script with the arguments
 * @throws StartError with its last output when it does not print `readyText`
 */
export async function startProgram(
  { scratch }: Places,
  readyText: string,
  configure: (folder: string, port: number, mqttPort: number) => readonly string[],
) {
  await using starting = new AsyncDisposableStack();
  const broker = new Worker(new URL("./broker-thread.ts", import.meta.url));
  starting.defer(async () => void (await broker.terminate()));
  const [{ port: mqttPort }] = await once(broker, "message");
  const port = await findFreePort("127.0.0.1");
  const folder = mkdtempSync(path.join(scratch, "peer-"));
  const child = spawn(process.execPath, configure(folder, port, mqttPort), {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const exited = once(child, "exit").finally(() => process.off("exit", kill));
  starting.defer(async () => {
    kill();
    await exited;
  });
  let output = "";
  const isReady = new Promise<boolean>((resolve) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_MAX);
      if (output.includes(readyText)) resolve(true);
    };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", read);
  });
  if (!(await Promise.race([isReady, exited.then(() => false), sleep(READY_MAX_MS, false, { ref: false })])))
    throw new StartError(`A peer did not start:\n${output.trim()}`);
  const started = starting.move();
  const url = `http://127.0.0.1:${port}`;
  return { folder, pid: child.pid ?? 0, url, mqttPort, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

/** A peer's screen. @throws Error when the peer refuses it or does not answer */
export async function connectScreen(
  url: string,
  socketPath: string,
  onEvent: (name: string, data: unknown) => void,
) {
  const socket = io(url, { path: socketPath, reconnection: false });
  socket.onAny(onEvent);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve).once("connect_error", reject);
  });
  return socket;
}

/** Number of rows of a table without deletions: by its last row, so that the count does not disturb its writer. */
export function countRows(file: string, table: string): number {
  if (!existsSync(file)) return 0;
  using database = new DatabaseSync(file, { timeout: LOCK_MAX_MS });
  return Number(database.prepare(`select max(rowid) as count from ${table}`).get()?.["count"] ?? 0);
}
