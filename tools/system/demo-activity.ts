import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { demoAccounts } from "./messages.ts";

/** Interval of the check for imported alarms, and of retries, ms. */
const TRY_MS = 3_000;
const CALL_MAX_MS = 10_000;
/** A command that is not verified within this time shows its own state, ms. */
const COMMAND_MAX_MS = 40_000;

const ACCOUNT = "admin";
/** An override with a reason and an end. */
const SETPOINT = {
  ssid: "AHU-BLR-A-F6-2",
  param_id: "ahu_in_air_temperature_sp",
  param_value: 23,
  reason: "Town hall on the sixth floor, 60 people",
};
const SETPOINT_HOURS = 3;

/** Office hours of the demo, on the campus's clock: Monday to Saturday. */
const OFFICE_HOURS = { timeData: [{ ON: "07:00", OFF: "21:00" }], weekData: [1, 2, 3, 4, 5, 6] };
/** The default of a building without one. */
const NO_DEFAULT = JSON.stringify({ timeData: [], weekData: [] });

const login = z.object({ token: z.string() });
const ordered = z.object({ commandId: z.string() });
const command = z.object({ endedAt: z.string().nullable() });
const defaults = z.array(z.object({ id: z.int(), data: z.string() }));
const devices = z.array(z.object({ ssid: z.string() }));
const history = z.object({ alarmsTold: z.array(z.string()).min(1) });

interface Options {
  /** The demo's folder. */
  readonly dir: string;
  readonly url: string;
}

const SCHEDULE_DONE = "default-schedule-done";

/** An action that runs once in a demo. */
interface Task {
  /** The file in the demo's folder that marks it as done. */
  readonly done: string;
  readonly isDue: () => boolean;
  readonly run: (token: string) => Promise<void>;
}

/**
 * Uses a new demo once with a browser's calls: sets the office hours of its buildings, and changes a setpoint after the history was
 * imported. So the reports about users have rows, and all of them are real. Actions of users on past alarms are imported with those.
 */
export class DemoActivity {
  readonly #options: Options;
  readonly #ending = new AbortController();
  readonly #tasks: readonly Task[] = [
    { done: SCHEDULE_DONE, isDue: () => true, run: (token) => this.#setDefaultSchedules(token) },
    { done: "activity-done", isDue: () => this.#hasHistoryArrived(), run: (token) => this.#act(token) },
  ];

  constructor(options: Options) {
    this.#options = options;
  }

  /** Sets the office hours before any user opens the demo, and does the rest in the background. */
  async start(): Promise<void> {
    await this.#tryTasks(this.#open().filter(({ done }) => done === SCHEDULE_DONE));
    void this.#retryUntilDone();
  }

  stop(): void {
    this.#ending.abort();
  }

  async #retryUntilDone(): Promise<void> {
    while (!this.#ending.signal.aborted && this.#open().length > 0) {
      await sleep(TRY_MS, undefined, { ref: false });
      await this.#tryTasks(this.#open());
    }
  }

  #open(): Task[] {
    return this.#tasks.filter(({ done }) => !existsSync(path.join(this.#options.dir, done)));
  }

  async #tryTasks(tasks: readonly Task[]): Promise<void> {
    const { signal } = this.#ending;
    try {
      for (const { done, isDue, run } of tasks) {
        if (signal.aborted || !isDue()) continue;
        await this.#asAdministrator(run);
        writeFileSync(path.join(this.#options.dir, done), new Date().toISOString());
      }
    } catch {
      // The server restarts, or the account is in use: the next attempt follows soon.
    }
  }

  #hasHistoryArrived(): boolean {
    const file = path.join(this.#options.dir, "simulator-history.json");
    return existsSync(file) && history.safeParse(JSON.parse(readFileSync(file, "utf8"))).success;
  }

  async #asAdministrator(run: Task["run"]): Promise<void> {
    const known = demoAccounts.parse(await this.#call("GET", "auth/demo-accounts"));
    const account = known.accounts.find(({ username }) => username === ACCOUNT);
    // An administrator who removed the account does not want its activity.
    if (!account) return;
    const credentials = { ...account, role: "" };
    const { token } = login.parse(await this.#call("POST", "auth/login", { credentials, force: false }));
    try {
      await run(token);
    } finally {
      await this.#call("POST", "auth/logout", {}, token);
    }
  }

  /** Gives each building with air handling units the office hours, unless it has a default. */
  async #setDefaultSchedules(token: string): Promise<void> {
    const buildings = defaults.parse(
      await this.#call("GET", "hvac_recuuring_schedule/getSchedule", undefined, token),
    );
    for (const { id } of buildings.filter(({ data }) => data === NO_DEFAULT)) {
      const units = devices.parse(
        await this.#call("GET", `gl_analytics/${id}/devicemap?type=AHU`, undefined, token),
      );
      if (units.length === 0) continue;
      const change = { ...OFFICE_HOURS, openedOn: NO_DEFAULT };
      await this.#call("POST", `hvac_recuuring_schedule/${id}/updateschedule`, change, token);
    }
  }

  async #act(token: string): Promise<void> {
    const { ssid, ...write } = SETPOINT;
    const until = new Date(Date.now() + SETPOINT_HOURS * 3_600_000).toISOString();
    const { commandId } = ordered.parse(
      await this.#call("POST", `gl_analytics/${ssid}/setpoints`, { ...write, until }, token),
    );
    await this.#waitFor(commandId, token);
  }

  async #waitFor(commandId: string, token: string): Promise<void> {
    const until = performance.now() + COMMAND_MAX_MS;
    while (performance.now() < until) {
      const { endedAt } = command.parse(await this.#call("GET", `commands/${commandId}`, undefined, token));
      if (endedAt !== null) return;
      await sleep(500, undefined, { signal: this.#ending.signal });
    }
  }

  /** @throws Error for any answer other than success */
  async #call(method: "GET" | "POST", route: string, body?: object, token?: string): Promise<unknown> {
    const reply = await fetch(new URL(`/v1/${route}`, this.#options.url), {
      method,
      signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(CALL_MAX_MS)]),
      headers: {
        "user-agent": "Verandah demo set-up",
        ...(body && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${route} was answered ${reply.status}`);
    return reply.json();
  }
}
