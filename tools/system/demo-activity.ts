import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

/** How often it is looked whether the alarms of the past have come, and tried again what did not go, ms. */
const TRY_MS = 3_000;
const CALL_MAX_MS = 10_000;
/** A command not verified by then is told by its own state, ms. */
const COMMAND_MAX_MS = 40_000;

const ACCOUNT = "admin";
/** An override with a purpose and an end. */
const SETPOINT = {
  ssid: "AHU-BLR-A-F6-2",
  param_id: "ahu_in_air_temperature_sp",
  param_value: 23,
  reason: "Town hall on the sixth floor, 60 people",
};
const SETPOINT_HOURS = 3;

const accounts = z.object({
  accounts: z.array(z.object({ username: z.string(), password: z.string() })),
});
const login = z.object({ token: z.string() });
const ordered = z.object({ commandId: z.string() });
const command = z.object({ endedAt: z.string().nullable() });
const history = z.object({ alarmsTold: z.array(z.string()).min(1) });

interface Options {
  /** The demo's folder. */
  readonly dir: string;
  readonly url: string;
}

/**
 * Lets a demo account change a setpoint once, by the calls that a person's browser makes, so that the reports about users have rows in a
 * fresh demo, and all of them are true. What users did about alarms of the past comes with those.
 */
export class DemoActivity {
  readonly #options: Options;
  readonly #done: string;
  readonly #ending = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    this.#done = path.join(options.dir, "activity-done");
  }

  /** Does it when there is something to do, in its own time; what fails is tried again. */
  start(): void {
    if (!existsSync(this.#done)) void this.#tryUntilDone();
  }

  stop(): void {
    this.#ending.abort();
  }

  async #tryUntilDone(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        if (this.#isHistoryTold() && (await this.#act())) {
          writeFileSync(this.#done, new Date().toISOString());
          return;
        }
        await sleep(TRY_MS, undefined, { signal, ref: false });
      } catch {
        // A server that restarts, a person who logs in as the same account: all that is worth another try, and nothing more.
        await sleep(TRY_MS, undefined, { ref: false });
      }
    }
  }

  #isHistoryTold(): boolean {
    const file = path.join(this.#options.dir, "simulator-history.json");
    return existsSync(file) && history.safeParse(JSON.parse(readFileSync(file, "utf8"))).success;
  }

  /** @returns false when somebody else is logged in with the account */
  async #act(): Promise<boolean> {
    const known = accounts.parse(await this.#call("GET", "auth/demo-accounts"));
    const account = known.accounts.find(({ username }) => username === ACCOUNT);
    // An operator who took the account away wants no such rows.
    if (!account) return true;
    const credentials = { ...account, role: "" };
    const { token } = login.parse(await this.#call("POST", "auth/login", { credentials, force: false }));
    try {
      const { ssid, ...write } = SETPOINT;
      const until = new Date(Date.now() + SETPOINT_HOURS * 3_600_000).toISOString();
      const { commandId } = ordered.parse(
        await this.#call("POST", `gl_analytics/${ssid}/setpoints`, { ...write, until }, token),
      );
      await this.#waitFor(commandId, token);
    } finally {
      await this.#call("POST", "auth/logout", {}, token);
    }
    return true;
  }

  async #waitFor(commandId: string, token: string): Promise<void> {
    const until = performance.now() + COMMAND_MAX_MS;
    while (performance.now() < until) {
      const { endedAt } = command.parse(await this.#call("GET", `commands/${commandId}`, undefined, token));
      if (endedAt !== null) return;
      await sleep(500, undefined, { signal: this.#ending.signal });
    }
  }

  /** @throws Error for any answer but a good one */
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
