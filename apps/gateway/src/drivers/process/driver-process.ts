import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

import type { Protocol, SharedSettingsOf } from "@verandah/field/protocols/protocols.ts";

import { type DriverCounts, DriverError, type PointReading } from "../driver.ts";
import { type ProfiledDevice, protocols } from "../protocols.ts";
import { untilAborted } from "../until-aborted.ts";
import { HEARTBEAT_MS, type CallResult, type DriverCall, type FromHost, type ToHost } from "./messages.ts";

/** Limits the heap, because V8 uses all memory that it may use. Drivers store little, so a process that needs more has a fault. */
const HEAP = ["--max-old-space-size=96", "--max-semi-space-size=4"];
const HOST = join(import.meta.dirname, "driver-host.ts");
/** Time for a process to load its protocol on a small machine, ms. */
const START_MS = 20_000;
/** After this uptime a process counts as healthy again, ms. */
const STABLE_AFTER_MS = 30_000;
/** Maximum time from the disconnect to the exit, ms. */
const EXIT_MAX_MS = 500;

export interface DriverProcessOptions {
  protocol: Protocol;
  shared: SharedSettingsOf<Protocol>;
  devices: readonly ProfiledDevice[];
  /** A process that sends nothing for this time is restarted, ms. */
  hangMs: number;
  restartMs: { first: number; longest: number };
  /** `text` is for the log. */
  onFailure: (text: string) => void;
}

/** The state of a driver process. */
export interface DriverProcessReport {
  protocol: Protocol;
  isUp: boolean;
  restarts: number;
  devices: number;
  counts: DriverCounts;
  rssBytes: number;
  cpuMs: number;
}

interface PendingCall {
  resolve: (result: CallResult) => void;
  reject: (error: DriverError) => void;
}

/**
 * The process that runs the drivers of one protocol, so that a crash or a hang does not affect other protocols. Restarts it after each exit
 * with a growing delay, and kills it when its heartbeat stops.
 */
export class DriverProcess implements AsyncDisposable {
  readonly #options: DriverProcessOptions;
  readonly #calls = new Map<number, PendingCall>();
  /** Subscribers to the changes of each device. They are subscribed again in each new process. */
  readonly #listeners = new Map<string, (reading: PointReading) => void>();
  readonly #watchdog: NodeJS.Timeout;
  readonly #firstReady = Promise.withResolvers<void>();
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isUp = false;
  #isClosed = false;
  #nextId = 1;
  #restarts = 0;
  #waitMs: number;
  #startedAt = 0;
  #lastMessageAt = 0;
  #watchedAt = performance.now();
  #last: Pick<DriverProcessReport, "counts" | "rssBytes" | "cpuMs"> = { counts: {}, rssBytes: 0, cpuMs: 0 };

  constructor(options: DriverProcessOptions) {
    this.#options = options;
    this.#waitMs = options.restartMs.first;
    this.#start();
    this.#watchdog = setInterval(() => this.#watch(), HEARTBEAT_MS);
  }

  /** Settles when the drivers run for the first time, or fail to start. */
  get started(): Promise<void> {
    return this.#firstReady.promise;
  }

  /** The child process, for tests. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  report(): DriverProcessReport {
    const { protocol, devices } = this.#options;
    return { protocol, isUp: this.#isUp, restarts: this.#restarts, devices: devices.length, ...this.#last };
  }

  /** Calls a device's driver. @throws DriverError */
  async call(device: string, call: DriverCall, signal: AbortSignal): Promise<CallResult> {
    const child = this.#child;
    if (!child || !this.#isUp)
      throw new DriverError("unreachable", { detail: "the driver process is down", reason: "driver-down" });
    if (signal.aborted) throw new DriverError("unreachable", { detail: "deadline" });
    const id = this.#nextId++;
    const answered = Promise.withResolvers<CallResult>();
    this.#calls.set(id, answered);
    this.#send(child, { type: "call", id, device, call });
    try {
      return await untilAborted(answered.promise, signal);
    } catch (error) {
      if (error instanceof DriverError) throw error;
      this.#send(child, { type: "abort", id });
      throw new DriverError("unreachable", { cause: error, detail: "deadline" });
    } finally {
      this.#calls.delete(id);
    }
  }

  /** Like `call` with `subscribe`; the subscription continues after a restart. @throws DriverError */
  async subscribe(
    device: string,
    onReading: (reading: PointReading) => void,
    signal: AbortSignal,
  ): Promise<number> {
    this.#listeners.set(device, onReading);
    const lastsMs = await this.call(device, { op: "subscribe" }, signal);
    return typeof lastsMs === "number" ? lastsMs : 0;
  }

  #start(): void {
    const child = fork(HOST, [], { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: HEAP });
    this.#child = child;
    this.#startedAt = performance.now();
    this.#lastMessageAt = this.#startedAt;
    const { protocol, shared, devices, onFailure } = this.#options;
    let errorOutput = "";
    child.stderr?.on("data", (data) => (errorOutput = (errorOutput + String(data)).slice(-2_000)));
    child.on("message", (message: FromHost) => child === this.#child && this.#receive(message));
    child.on("error", (error) => (errorOutput += error.message));
    child.once("exit", (code, signal) => {
      if (child !== this.#child) return;
      if (!this.#isClosed) onFailure(`exited (${signal ?? code})${errorOutput && `: ${errorOutput.trim()}`}`);
      this.#onExit();
    });
    this.#send(child, { type: "open", module: protocols[protocol].open, shared, devices });
  }

  /** Ignores send errors, because "exit" reports a closed channel. */
  #send(child: ChildProcess, message: ToHost): void {
    if (child.connected) child.send(message, () => {});
  }

  #receive(message: FromHost): void {
    this.#lastMessageAt = performance.now();
    switch (message.type) {
      case "ready":
        this.#isUp = true;
        this.#firstReady.resolve();
        this.#resubscribe();
        return;
      case "start-failed":
        this.#options.onFailure(message.reason);
        return;
      case "heartbeat":
        this.#last = { counts: message.counts, rssBytes: message.rssBytes, cpuMs: message.cpuMs };
        if (this.#isUp && this.#lastMessageAt - this.#startedAt > STABLE_AFTER_MS)
          this.#waitMs = this.#options.restartMs.first;
        return;
      case "reading":
        this.#listeners.get(message.device)?.(message.reading);
        return;
      case "done":
        return this.#calls.get(message.id)?.resolve(message.result);
      case "failed":
        return this.#calls
          .get(message.id)
          ?.reject(new DriverError(message.failure, { detail: message.detail, reason: message.reason }));
    }
  }

  /** The new process does not have the subscriptions of the old one. */
  #resubscribe(): void {
    for (const device of this.#listeners.keys())
      this.call(device, { op: "subscribe" }, AbortSignal.timeout(START_MS)).catch(() => {});
  }

  #watch(): void {
    const nowMs = performance.now();
    // After a pause of this process or of the machine, first read the messages that arrived meanwhile.
    const wasPaused = nowMs - this.#watchedAt > 3 * HEARTBEAT_MS;
    this.#watchedAt = nowMs;
    if (wasPaused) this.#lastMessageAt = nowMs;
    const limitMs = this.#isUp ? this.#options.hangMs : START_MS;
    if (!this.#child || nowMs - this.#lastMessageAt <= limitMs) return;
    this.#options.onFailure(`has sent nothing for ${Math.round((nowMs - this.#lastMessageAt) / 1_000)} s`);
    this.#child.kill("SIGKILL");
    this.#lastMessageAt = nowMs;
  }

  #onExit(): void {
    this.#child = undefined;
    this.#isUp = false;
    this.#firstReady.resolve();
    for (const { reject } of this.#calls.values())
      reject(new DriverError("unreachable", { detail: "the driver process exited", reason: "driver-down" }));
    this.#calls.clear();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#restarts++;
      this.#start();
    }, this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, this.#options.restartMs.longest);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watchdog);
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    const exited = new Promise<void>((done) => child.once("exit", () => done()));
    if (child.connected) child.disconnect();
    const killTimer = setTimeout(() => child.kill("SIGKILL"), EXIT_MAX_MS);
    await exited;
    clearTimeout(killTimer);
  }
}
