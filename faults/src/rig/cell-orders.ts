import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { updateRecurringSchedule } from "@verandah/contract/schedules/recurring-schedules.ts";

import type { Browser } from "./browser.ts";
import { never, whole } from "./default-schedules.ts";
import { SimulatedUnits } from "./simulated-units.ts";

export const UNIT = "AHU-1";
export const LAMP = "LAMP-1";
/** Pause between two orders, ms. */
const PAUSE_MS = 1_000;
const RETRY_MS = 300;
/** A command that is not executed by then was reported as failed. Source: COMMAND_DEADLINE_S, and its tries. */
const EXECUTED_MAX_MS = 90_000;
const LEVELS = 100;

export interface OrderFigures {
  /** Commands of a person, and those of a schedule. */
  ordered: number;
  executed: number;
  /** Executed more than once. */
  twice: number;
}

/** The orders of a device, with the effects of each: executed commands with its value. */
export class OrderLog {
  readonly #orders: { value: number; effects: number }[] = [];
  #given = 0;
  #shown: number | undefined;

  /** The value of the newest effect. */
  get shown(): number | undefined {
    return this.#shown;
  }

  give(value: number): void {
    this.#given += 1;
    this.#orders.push({ value, effects: 0 });
  }

  /** An effect belongs to the newest order of its value. One that no order has named belongs to the schedule before the load. */
  execute(value: number): void {
    this.#shown = value;
    const order = this.#orders.findLast((one) => one.value === value);
    if (order) order.effects += 1;
    else this.#orders.push({ value, effects: 1 });
  }

  figures(): OrderFigures {
    const executed = this.#orders.filter(({ effects }) => effects > 0);
    return {
      ordered: this.#given,
      executed: executed.length,
      twice: executed.reduce((sum, { effects }) => sum + effects - 1, 0),
    };
  }
}

/**
 * A person who dims a lamp again and again, and another who changes the schedule of a unit. Both repeat a call without an answer, as a
 * browser does, at the next process. No order equals the one before it.
 */
export class CellOrders implements AsyncDisposable {
  readonly #units: SimulatedUnits;
  readonly #browsers: readonly Browser[];
  readonly #over = new AbortController();
  readonly #giving: Promise<unknown>;
  readonly #logs: Readonly<Record<string, OrderLog>> = { [UNIT]: new OrderLog(), [LAMP]: new OrderLog() };

  constructor(mqttPort: number, browsers: readonly Browser[]) {
    this.#units = new SimulatedUnits(mqttPort, [UNIT], [LAMP], {
      isTls: true,
      onDone: ({ device, value }) => value !== null && this.#logs[device]?.execute(value),
    });
    this.#browsers = browsers;
    this.#giving = Promise.all([this.#dim(), this.#schedule()]);
  }

  /** Of all orders so far. */
  figures(): OrderFigures {
    const figures: OrderFigures = { ordered: 0, executed: 0, twice: 0 };
    for (const log of Object.values(this.#logs)) {
      const { ordered, executed, twice } = log.figures();
      figures.ordered += ordered;
      figures.executed += executed;
      figures.twice += twice;
    }
    return figures;
  }

  /** When readings of the unit and the lamp were stored last, by `performance.now`. */
  get storedAtMs(): number {
    return this.#units.storedAtMs;
  }

  async #dim(): Promise<void> {
    for (let turn = 0; !this.#over.signal.aborted; turn += 1) {
      const value = (turn % LEVELS) + 1;
      const input = {
        writes: [{ ssid: LAMP, param_id: "light_level_sp", value }],
        idempotencyKey: randomUUID(),
      };
      await this.#order(LAMP, value, (browser) => browser.call(sendCommands, input));
    }
  }

  async #schedule(): Promise<void> {
    for (let turn = 0; !this.#over.signal.aborted; turn += 1) {
      const schedule = turn % 2 === 0 ? whole : never;
      await this.#order(UNIT, turn % 2 === 0 ? 10 : 0, async (browser) => {
        const { id, data } = await browser.defaultSchedule();
        // The call before may have been carried out without an answer.
        if (data !== JSON.stringify(schedule))
          await browser.call(updateRecurringSchedule, { id, ...schedule });
      });
    }
  }

  async #order(device: string, value: number, give: (browser: Browser) => Promise<unknown>): Promise<void> {
    const log = this.#logs[device];
    log?.give(value);
    await this.#giveUntilAnswered(give);
    const isShown = () => log?.shown === value;
    const endsAtMs = performance.now() + EXECUTED_MAX_MS;
    while (!isShown() && performance.now() < endsAtMs) {
      if (this.#over.signal.aborted) return;
      await sleep(RETRY_MS);
    }
    await sleep(PAUSE_MS);
  }

  async #giveUntilAnswered(give: (browser: Browser) => Promise<unknown>): Promise<void> {
    for (let attempt = 0; !this.#over.signal.aborted; attempt += 1) {
      const browser = this.#browsers[attempt % this.#browsers.length];
      try {
        if (browser) await give(browser);
        return;
      } catch {
        // The process has ended or does not answer: the next one is asked.
        await sleep(RETRY_MS);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#giving;
    await this.#units.close();
  }
}
