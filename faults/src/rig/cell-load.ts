import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

import { listDevices } from "@verandah/contract/devices/devices.ts";
import { LIVE_SILENCE_MS, liveEvents } from "@verandah/contract/live.ts";
import { openEdgeLink } from "@verandah/field/edge-link.ts";
import type { ReadingsMessage } from "@verandah/field/payloads.ts";

import type { Cell } from "../../../deploy/cell/cell.ts";
import { startBalancer } from "./balancer.ts";
import { Browser } from "./browser.ts";
import { CellOrders, LAMP, type OrderFigures, UNIT } from "./cell-orders.ts";
import { CountingPublisher } from "./counting-publisher.ts";
import { waitFor } from "./rig.ts";
import { passwordOf, pointsOf } from "./site.ts";

export const publisherSsids = Array.from({ length: 20 }, (_, at) => `S${at + 1}`);
/** Devices whose values have the current time, and which a browser shows. */
export const probeSsids = ["P1", "P2", "P3", "P4"];
/** A device that never connects. */
export const SILENT = "SILENT";
/** Of all publishers: 2,000 a second. */
const MESSAGES_PER_SECOND = 2_000;
const PROBE_INTERVAL_MS = 200;
const STATES_INTERVAL_MS = 200;
const BACKOFF_MS = { first: 50, longest: 400 };
/** A device with an acknowledgement within this time is known to the cell, ms. Shorter than the age at which values are stale. */
const STORED_MS = 5_000;
/** Messages of each publisher after which it counts as back. */
const BACK_AFTER = 5;

/** Sends a new value of a device after each interval. A value that is not acknowledged is not sent again: the next one follows. */
function startProbe(port: number, ssid: string): AsyncDisposable & { readonly storedAtMs: number } {
  const epoch = randomUUID();
  let seq = 0;
  let storedAtMs = Number.NEGATIVE_INFINITY;
  const link = openEdgeLink({
    url: `mqtts://127.0.0.1:${port}`,
    ssid,
    password: passwordOf(ssid),
    backoffMs: BACKOFF_MS,
  });
  const timer = setInterval(() => {
    seq += 1;
    const sentAt = Date.now();
    const series = pointsOf(1).map((point) => ({
      device: ssid,
      point,
      values: [[sentAt, seq]] as [number, number][],
    }));
    const message: ReadingsMessage = { epoch, seq, sentAt, series };
    link.publish("readings", JSON.stringify(message)).then(
      () => (storedAtMs = performance.now()),
      () => undefined,
    );
  }, PROBE_INTERVAL_MS);
  return {
    get storedAtMs() {
      return storedAtMs;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await link.close();
    },
  };
}

/** A browser that shows the probes. When its stream ends or is silent, it connects again, to the next process. */
class Screen {
  readonly #over = new AbortController();
  readonly #watching: Promise<void>;
  #newAtMs = performance.now();
  #longestMs = 0;

  constructor(browsers: readonly Browser[]) {
    this.#watching = this.#watch(browsers);
  }

  /** The longest time, until now, in which it showed nothing new, ms. */
  get longestMs(): number {
    return Math.max(this.#longestMs, performance.now() - this.#newAtMs);
  }

  reset(): void {
    this.#longestMs = 0;
  }

  async #watch(browsers: readonly Browser[]): Promise<void> {
    for (let turn = 0; !this.#over.signal.aborted; turn += 1) {
      const browser = browsers[turn % browsers.length];
      try {
        if (browser) await this.#read(browser);
      } catch {
        // The process has ended or does not answer.
      }
      await sleep(BACKOFF_MS.longest);
    }
  }

  async #read({ url, headers }: Browser): Promise<void> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), LIVE_SILENCE_MS);
    using _ = { [Symbol.dispose]: () => clearTimeout(timer) };
    const signal = AbortSignal.any([this.#over.signal, silence.signal]);
    const { body } = await fetch(`${url}/v1/live?devices=${probeSsids.join(",")}`, { headers, signal });
    let text = "";
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      timer.refresh();
      const events = (text + chunk).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) this.#show(event);
    }
  }

  #show(event: string): void {
    const data = /^event: readings\ndata: (.*)$/m.exec(event)?.[1];
    if (!data) return;
    const { values } = liveEvents.readings.parse(JSON.parse(data));
    const ages = values.map(({ measured_time: at }) => Date.now() - Date.parse(at ?? ""));
    // After a new connection the values from before come again.
    if (!ages.some((age) => age < 2 * PROBE_INTERVAL_MS + BACKOFF_MS.longest)) return;
    const nowMs = performance.now();
    this.#longestMs = Math.max(this.#longestMs, nowMs - this.#newAtMs);
    this.#newAtMs = nowMs;
  }

  async close(): Promise<void> {
    this.#over.abort();
    await this.#watching;
  }
}

export interface Figures extends OrderFigures {
  acknowledged: number;
  missing: number;
  doubled: number;
  /** Wrong values, and readings that were never sent. */
  stray: number;
  /** The longest time in which nothing at all was acknowledged, s. */
  nothingStoredSecond: number;
  /** The same of the device that waited longest, s. */
  deviceWaitedSecond: number;
  /** The longest time in which a browser showed nothing new, s. */
  nothingShownSecond: number;
  /** The longest time in which the state of a device was wrong, s. */
  wrongStateSecond: number;
}

/** The longest time in which a count did not grow. */
class Pause {
  longestMs = 0;
  #count = 0;
  #atMs = performance.now();

  see(count: number): void {
    const nowMs = performance.now();
    if (count > this.#count) this.#atMs = nowMs;
    else this.longestMs = Math.max(this.longestMs, nowMs - this.#atMs);
    this.#count = count;
  }
}

/**
 * The right states of a device. One that sends is online, and one that never connected is unknown. While nothing is stored of a device that
 * sends, the cell cannot know its state; it may then be unknown too, but not offline.
 */
const rightStates = {
  stored: ["online"],
  sending: ["online", "unknown"],
  silent: ["unknown"],
} as const;

export interface SeenState {
  ssid: string;
  state: "online" | "offline" | "unknown";
}

/** Compares the states of devices that a browser shows with what the devices do. */
export class StateWatch {
  readonly #activities: ReadonlyMap<string, () => keyof typeof rightStates>;
  #longestMs = 0;
  #wrongSinceMs: number | undefined;
  /** Answers with the states of all devices. */
  answers = 0;
  /** Whether the newest answer was right, and of all devices that send something was stored. */
  isSettled = false;

  constructor(activities: ReadonlyMap<string, () => keyof typeof rightStates>) {
    this.#activities = activities;
  }

  /** The longest time of a wrong state until an instant, ms. */
  longestMs(nowMs: number): number {
    return Math.max(this.#longestMs, this.#wrongSinceMs === undefined ? 0 : nowMs - this.#wrongSinceMs);
  }

  see(devices: readonly SeenState[], nowMs: number): void {
    const states = new Map(devices.map(({ ssid, state }) => [ssid, state]));
    const watched = [...this.#activities].map(([ssid, read]) => ({
      state: states.get(ssid),
      activity: read(),
    }));
    if (watched.some(({ state }) => state === undefined)) return;
    this.answers += 1;
    const isWrong = watched.some(
      ({ state, activity }) => !rightStates[activity].some((right) => right === state),
    );
    this.isSettled = !isWrong && watched.every(({ activity }) => activity !== "sending");
    if (isWrong) this.#wrongSinceMs ??= nowMs;
    else {
      this.#longestMs = this.longestMs(nowMs);
      this.#wrongSinceMs = undefined;
    }
  }

  reset(): void {
    this.#longestMs = 0;
    this.answers = 0;
  }
}

const secondOf = (ms: number) => Math.round(ms / 100) / 10;

/** The load on a cell, by both HAProxy, and what devices and browsers see meanwhile. */
export class CellLoad implements AsyncDisposable {
  readonly #stack = new AsyncDisposableStack();
  readonly #publishers: CountingPublisher[] = [];
  readonly #screens: Screen[] = [];
  readonly #browsers: Browser[];
  #orders: CellOrders | undefined;
  #ordersBefore: OrderFigures = { ordered: 0, executed: 0, twice: 0 };
  #acknowledgedBefore = 0;
  /** Of all publishers together, and of each. */
  readonly #pauses = Array.from({ length: publisherSsids.length + 1 }, () => new Pause());
  /** Devices with a known activity. */
  readonly #activities = new Map<string, () => keyof typeof rightStates>([[SILENT, () => "silent"]]);
  readonly #states = new StateWatch(this.#activities);

  private constructor(browsers: Browser[]) {
    this.#browsers = browsers;
  }

  static async start(cell: Cell): Promise<CellLoad> {
    setDefaultCACertificates([...getCACertificates("default"), cell.certificate]);
    const [first = "", ...others] = cell.webUrls;
    const browser = new Browser(first);
    await browser.login("operator");
    const { authorization = "" } = browser.headers;
    const load = new CellLoad([browser, ...others.map((url) => new Browser(url, authorization))]);
    await load.#start(cell);
    return load;
  }

  async #start(cell: Cell): Promise<void> {
    const { port } = this.#stack.use(await startBalancer(cell.brokers));
    for (const ssid of probeSsids) this.#watchState(ssid, this.#stack.use(startProbe(port, ssid)));
    const messagesPerSecond = MESSAGES_PER_SECOND / publisherSsids.length;
    for (const ssid of publisherSsids) {
      const options = {
        mqttPort: port,
        isTls: true,
        ssid,
        points: pointsOf(1),
        readingsPerMessage: 1,
        messagesPerSecond,
      };
      const publisher = new CountingPublisher(options);
      this.#stack.defer(() => publisher.close());
      this.#publishers.push(publisher);
    }
    this.#orders = this.#stack.use(new CellOrders(port, this.#browsers));
    for (const ssid of [UNIT, LAMP]) this.#watchState(ssid, this.#orders);
    for (const browsers of [this.#browsers, this.#browsers.toReversed()]) {
      const screen = new Screen(browsers);
      this.#stack.defer(() => screen.close());
      this.#screens.push(screen);
    }
    this.#stack.use(every(STATES_INTERVAL_MS, () => this.#watchStates()));
    this.#stack.use(every(STATES_INTERVAL_MS, () => Promise.resolve(this.#watchStores())));
  }

  #watchState(ssid: string, sender: { readonly storedAtMs: number }): void {
    this.#activities.set(ssid, () =>
      performance.now() - sender.storedAtMs < STORED_MS ? "stored" : "sending",
    );
  }

  /** Begins the load and a row of the table. */
  async begin(): Promise<void> {
    for (const publisher of this.#publishers) publisher.start();
    await this.untilStored();
    await waitFor("the states of all devices are right", () => this.#states.isSettled);
    this.#acknowledgedBefore = this.acknowledged;
    this.#ordersBefore = this.#orderFigures;
    for (const pause of this.#pauses) pause.longestMs = 0;
    this.#states.reset();
    for (const screen of this.#screens) screen.reset();
  }

  /** Waits until readings of each publisher are stored again. */
  async untilStored(): Promise<void> {
    const before = this.#publishers.map(({ acknowledged }) => acknowledged);
    await waitFor("all publishers are acknowledged", () =>
      this.#publishers.every(({ acknowledged }, at) => acknowledged > (before[at] ?? 0) + BACK_AFTER),
    );
  }

  /** Ends the row, and compares all stored readings with those sent. @throws Error when the states were never seen */
  async end(): Promise<Figures> {
    if (this.#states.answers === 0) throw new Error("No process has answered with the states of the devices");
    const { ordered, executed, twice } = this.#orderFigures;
    const [ofAll = 0, ...ofEach] = this.#pauses.map(({ longestMs }) => longestMs);
    const figures: Figures = {
      acknowledged: 0,
      ordered: ordered - this.#ordersBefore.ordered,
      executed: executed - this.#ordersBefore.executed,
      twice: twice - this.#ordersBefore.twice,
      missing: 0,
      doubled: 0,
      stray: 0,
      nothingStoredSecond: secondOf(ofAll),
      deviceWaitedSecond: secondOf(Math.max(...ofEach)),
      nothingShownSecond: secondOf(Math.max(...this.#screens.map(({ longestMs }) => longestMs))),
      wrongStateSecond: secondOf(this.#states.longestMs(performance.now())),
    };
    await Promise.all(this.#publishers.map((publisher) => publisher.finish()));
    figures.acknowledged = this.acknowledged - this.#acknowledgedBefore;
    for (const publisher of this.#publishers) {
      const found = await publisher.compare(this.browser);
      figures.missing += found.missing.length;
      figures.doubled += found.doubled.length;
      figures.stray += found.neverSent.length + found.wrongValue.length;
    }
    return figures;
  }

  get #orderFigures(): OrderFigures {
    if (!this.#orders) throw new Error("The load has not started");
    return this.#orders.figures();
  }

  /** At the first host. */
  get browser(): Browser {
    const [browser] = this.#browsers;
    if (!browser) throw new Error("There is no browser");
    return browser;
  }

  /** Readings of all publishers. */
  get acknowledged(): number {
    return this.#publishers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }

  #watchStores(): void {
    const counts = [this.acknowledged, ...this.#publishers.map(({ acknowledged }) => acknowledged)];
    for (const [at, count] of counts.entries()) this.#pauses[at]?.see(count);
  }

  async #watchStates(): Promise<void> {
    const lists = this.#browsers.map((browser) => browser.call(listDevices, { id: 1 }));
    this.#states.see(await Promise.any(lists).catch(() => []), performance.now());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

/** Runs something again and again, one at a time, until it is disposed. */
function every(intervalMs: number, work: () => Promise<void>): AsyncDisposable {
  const over = new AbortController();
  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      await work();
      await sleep(intervalMs);
    }
  }
  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      await running;
    },
  };
}
