import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { campusesOf, type SiteName } from "./campus/demo-campuses.ts";
import { bookSpaces, type Call, comingBooking, dueOf } from "./demo-bookings.ts";
import { pastOverridesOf } from "./history/past-faults.ts";
import { HISTORY_DAYS } from "./history/past-values.ts";

/** Interval of the check for imported alarms, and of retries, ms. */
const TRY_MS = 3_000;
const CHECK_IN_MS = 60_000;
const COMING_FILE = "coming-bookings.json";
const CALL_MAX_MS = 10_000;
const ACCOUNT = "admin";
/** Its person may log in at the same time. Fewer than the wrong passwords that lock an account. */
const GIVEN_TRIES_MAX = 3;

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

export const demoAccount = z.object({ username: z.string(), password: z.string() });
type DemoAccount = z.output<typeof demoAccount>;
/** The answer of GET /v1/auth/demo-accounts. */
const demoAccounts = z.object({ accounts: z.array(demoAccount) });
const login = z.object({ token: z.string() });
const defaultSchedules = z.array(z.object({ id: z.int(), data: z.string() }));
const history = z.object({ alarmsTold: z.array(z.string()).min(1) });

interface DemoActivity {
  /** The demo's folder. */
  dir: string;
  url: string;
  site: SiteName;
  /** Days of the demo's history. */
  days?: number | undefined;
  /** An administrator's; without it the public one. */
  account?: DemoAccount | undefined;
  signal: AbortSignal;
}

/** The line that names the public accounts; undefined when there are none. */
export async function describeAccounts(url: string): Promise<string | undefined> {
  const reply = await fetch(new URL("/v1/auth/demo-accounts", url), {
    signal: AbortSignal.timeout(CALL_MAX_MS),
  });
  const { accounts = [] } = demoAccounts.safeParse(await reply.json()).data ?? {};
  const names = accounts.map(({ username }) => username).join(", ");
  return accounts[0] && `Accounts: ${names} (password ${accounts[0].password})`;
}

/**
 * Uses a new demo once with a browser's calls: sets the office hours of its buildings, imports the bookings and overrides of the past,
 * books seats and rooms of today and of the next workday, for which most people check in, and changes a setpoint after the history was imported. So the reports about users have rows.
 * Actions of users on past alarms are imported with those. The small site, and one beside a campus of one's own, have bookings of the past
 * only.
 *
 * Resolves when all but the setpoint is done, before any user opens the demo; does the rest in the background, until `signal` ends it.
 */
export async function startDemoActivity({
  dir,
  url,
  site,
  days = HISTORY_DAYS,
  account,
  signal,
}: DemoActivity): Promise<void> {
  const hasPresent = site === "campus";
  const withCall = (run: (call: Call) => Promise<void>) => asAdministrator({ url, signal, account }, run);
  const work = async () => {
    if (site !== "small") await once(dir, "default-schedule-done", () => withCall(setDefaultSchedules));
    await once(dir, "past-activity-done", () =>
      withCall((call) => addPastActivity(call, { dir, site, days })),
    );
    if (hasPresent && hasHistory(dir)) await once(dir, "activity-done", () => withCall(overrideSetpoint));
  };
  // The server restarts, or the account is in use: the next attempt follows soon.
  const attempt = () => work().catch(() => undefined);
  await attempt();
  void (async () => {
    const last = hasPresent ? "activity-done" : "past-activity-done";
    for (let tries = 1; !signal.aborted && !existsSync(path.join(dir, last)); tries += 1) {
      if (account && tries >= GIVEN_TRIES_MAX) return;
      await sleep(TRY_MS, undefined, { ref: false });
      if (!signal.aborted) await attempt();
    }
    while (!signal.aborted && existsSync(path.join(dir, COMING_FILE))) {
      // The account is in use: the next attempt is still in time.
      await checkInPeople(dir, withCall).catch(() => undefined);
      await sleep(CHECK_IN_MS, undefined, { ref: false });
    }
  })();
}

/** Checks in the people whose booking begins, and removes the file after the last booking. */
export async function checkInPeople(
  dir: string,
  withCall: (run: (call: Call) => Promise<void>) => Promise<void>,
): Promise<void> {
  const file = path.join(dir, COMING_FILE);
  const { due, later } = dueOf(
    z.array(comingBooking).parse(JSON.parse(readFileSync(file, "utf8"))),
    Date.now(),
  );
  if (due.length > 0)
    await withCall(async (call) => {
      // A user may have cancelled one.
      for (const { id } of due) await call(`bookings/${id}/check_in`, {}).catch(() => undefined);
    });
  if (later.length > 0) writeFileSync(file, JSON.stringify(later));
  else rmSync(file);
}

/** Runs an action, unless its file in the demo's folder marks it as done. */
async function once(dir: string, name: string, run: () => Promise<void>): Promise<void> {
  const done = path.join(dir, name);
  if (existsSync(done)) return;
  await run();
  writeFileSync(done, new Date().toISOString());
}

function hasHistory(dir: string): boolean {
  const report = path.join(dir, "simulator-history.json");
  return existsSync(report) && history.safeParse(JSON.parse(readFileSync(report, "utf8"))).success;
}

async function asAdministrator(
  { url, signal, account: given }: Pick<DemoActivity, "url" | "signal" | "account">,
  run: (call: Call) => Promise<void>,
): Promise<void> {
  let authorization: { authorization?: string } = {};
  const call: Call = async (route, body) => {
    const reply = await fetch(new URL(`/v1/${route}`, url), {
      method: body ? "POST" : "GET",
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MAX_MS)]),
      headers: {
        "user-agent": "Verandah demo set-up",
        ...(body && { "content-type": "application/json" }),
        ...authorization,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${route} was answered ${reply.status}`);
    return reply.json();
  };
  const listAccounts = async () => demoAccounts.parse(await call("auth/demo-accounts")).accounts;
  const account = given ?? (await listAccounts()).find(({ username }) => username === ACCOUNT);
  // An administrator who removed the account does not want its activity.
  if (!account) return;
  const credentials = { ...account, role: "" };
  const { token } = login.parse(await call("auth/login", { credentials, force: false }));
  authorization = { authorization: `Bearer ${token}` };
  try {
    await run(call);
  } finally {
    await call("auth/logout", {});
  }
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

async function addPastActivity(
  call: Call,
  { dir, site, days }: { dir: string; site: SiteName; days: number },
): Promise<void> {
  const [campus] = campusesOf(site);
  if (!campus) return;
  const overrides = pastOverridesOf(campus, Date.now(), days).map(({ point, fromMs, toMs, ...one }) => ({
    ...one,
    param_id: point,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
  }));
  if (overrides.length > 0) await call("overrides/past", { overrides });
  const buildings = defaultSchedules.parse(await call("hvac_recuuring_schedule/getSchedule"));
  const { timeZone } = campus;
  const ids = buildings.map(({ id }) => id);
  const coming = await bookSpaces(call, ids, { timeZone, days, hasPresent: site === "campus" });
  if (coming.length > 0) writeFileSync(path.join(dir, COMING_FILE), JSON.stringify(coming));
}

async function overrideSetpoint(call: Call): Promise<void> {
  const until = new Date(Date.now() + OVERRIDE_HOURS * 3_600_000).toISOString();
  await call(`gl_analytics/${OVERRIDE_UNIT}/setpoints`, { ...OVERRIDE, until });
}
