import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { demoAccounts } from "./messages.ts";

/** Interval of the check for imported alarms, and of retries, ms. */
const TRY_MS = 3_000;
const CALL_MAX_MS = 10_000;
const ACCOUNT = "admin";

/** An override with a reason and an end. */
const OVERRIDE_HOURS = 3;
const OVERRIDE_UNIT = "AHU-BLR-A-F6-2";
const OVERRIDE = {
  param_id: "ahu_in_air_temperature_sp",
  param_value: 23,
  reason: "Town hall on the sixth floor, 60 people",
};
/** Office hours of the demo, on the campus's clock: Monday to Saturday. */
const OFFICE_HOURS = { timeData: [{ ON: "07:00", OFF: "21:00" }], weekData: [1, 2, 3, 4, 5, 6] };
/** The default of a building without one. */
const NO_DEFAULT = JSON.stringify({ timeData: [], weekData: [] });

const login = z.object({ token: z.string() });
const defaultSchedules = z.array(z.object({ id: z.int(), data: z.string() }));
const history = z.object({ alarmsTold: z.array(z.string()).min(1) });

/** A call of a browser: with a body a POST, otherwise a GET. @throws Error for any answer other than success */
type Call = (route: string, body?: object) => Promise<unknown>;

/**
 * Uses a new demo once with a browser's calls: sets the office hours of its buildings, and changes a setpoint after the history was
 * imported. So the reports about users have rows, and all of them are real. Actions of users on past alarms are imported with those.
 */
export class DemoActivity {
  readonly #url: string;
  readonly #ending = new AbortController();
  readonly #schedules: Task;
  readonly #override: Task;

  /** `dir` is the demo's folder. */
  constructor({ dir, url }: { dir: string; url: string }) {
    this.#url = url;
    this.#schedules = { done: path.join(dir, "default-schedule-done"), run: setDefaultSchedules };
    const report = path.join(dir, "simulator-history.json");
    this.#override = { done: path.join(dir, "activity-done"), run: overrideSetpoint, after: report };
  }

  /** Sets the office hours before any user opens the demo, and does the rest in the background. */
  async start(): Promise<void> {
    await this.#tryTasks([this.#schedules]);
    void this.#retryUntilDone();
  }

  stop(): void {
    this.#ending.abort();
  }

  async #retryUntilDone(): Promise<void> {
    const tasks = [this.#schedules, this.#override];
    while (!this.#ending.signal.aborted && tasks.some(isOpen)) {
      await sleep(TRY_MS, undefined, { ref: false });
      await this.#tryTasks(tasks);
    }
  }

  async #tryTasks(tasks: readonly Task[]): Promise<void> {
    try {
      for (const task of tasks.filter(isOpen)) {
        if (this.#ending.signal.aborted || !isDue(task)) continue;
        await this.#asAdministrator(task.run);
        writeFileSync(task.done, new Date().toISOString());
      }
    } catch {
      // The server restarts, or the account is in use: the next attempt follows soon.
    }
  }

  async #asAdministrator(run: Task["run"]): Promise<void> {
    const call = this.#caller();
    const { accounts } = demoAccounts.parse(await call("auth/demo-accounts"));
    const account = accounts.find(({ username }) => username === ACCOUNT);
    // An administrator who removed the account does not want its activity.
    if (!account) return;
    const credentials = { ...account, role: "" };
    const { token } = login.parse(await call("auth/login", { credentials, force: false }));
    const callLoggedIn = this.#caller(token);
    try {
      await run(callLoggedIn);
    } finally {
      await callLoggedIn("auth/logout", {});
    }
  }

  #caller(token?: string): Call {
    return async (route, body) => {
      const reply = await fetch(new URL(`/v1/${route}`, this.#url), {
        method: body ? "POST" : "GET",
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
    };
  }
}

/** An action that runs once in a demo. */
interface Task {
  /** The file that marks it as done. */
  readonly done: string;
  /** The simulator's report of its history, if the action waits for it. */
  readonly after?: string;
  readonly run: (call: Call) => Promise<void>;
}

const isOpen = ({ done }: Task) => !existsSync(done);

function isDue({ after }: Task): boolean {
  if (after === undefined) return true;
  return existsSync(after) && history.safeParse(JSON.parse(readFileSync(after, "utf8"))).success;
}

/** Gives each building with air handling units the office hours, unless it has a default. */
async function setDefaultSchedules(call: Call): Promise<void> {
  const buildings = defaultSchedules.parse(await call("hvac_recuuring_schedule/getSchedule"));
  for (const { id } of buildings.filter(({ data }) => data === NO_DEFAULT)) {
    const units = z.array(z.unknown()).parse(await call(`gl_analytics/${id}/devicemap?type=AHU`));
    if (units.length === 0) continue;
    const change = { ...OFFICE_HOURS, openedOn: NO_DEFAULT };
    await call(`hvac_recuuring_schedule/${id}/updateschedule`, change);
  }
}

async function overrideSetpoint(call: Call): Promise<void> {
  const until = new Date(Date.now() + OVERRIDE_HOURS * 3_600_000).toISOString();
  await call(`gl_analytics/${OVERRIDE_UNIT}/setpoints`, { ...OVERRIDE, until });
}
