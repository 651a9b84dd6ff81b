import { recordEdgeStatus } from "#features/devices/devices.service.ts";
import { createEdgeLogins, type EdgeRow } from "#features/devices/edge-sessions.service.ts";

import { passwordSha256Of } from "../sites.ts";
import type { startTestApp } from "../start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** Adds a process with a broker that reports only by `reportProcess`. @returns its id */
export async function addProcess(app: App, name: string = crypto.randomUUID()): Promise<number> {
  const { rows } = await app.query(
    `insert into processes (name, host, roles, started_at, seen_at, disk_free_percent)
      values ($1, 'test', '{ingest}', now(), now(), 50) returning id`,
    [name],
  );
  return Number(rows[0]?.["id"]);
}

export const reportProcess = (app: App, id: number) =>
  app.query(
    "update processes set seen_at = greatest(clock_timestamp(), seen_at) + interval '1 ms' where id = $1",
    [id],
  );

/** Sets the free space of the fullest disk of a process, which is added if necessary. */
export const reportDiskFree = (app: App, name: string, percent: number) =>
  app.query(
    `insert into processes (name, host, roles, started_at, seen_at, disk_free_percent) values ($1, $1, '{jobs}', now(), now(), $2)
      on conflict (name) do update set disk_free_percent = excluded.disk_free_percent`,
    [name, percent],
  );

/** A login of an edge with its password, or with that of another one. */
export const loginOf = (ssid: string, other = ssid) => ({
  ssid,
  passwordSha256: passwordSha256Of(other),
  address: "10.0.0.1",
});

/** Logs an edge in at a process. @throws Error when it is refused */
export async function logIn(app: App, processId: number, ssid = "T-GW"): Promise<EdgeRow> {
  const begin = createEdgeLogins(
    app.ctx,
    async () => processId,
    async () => undefined,
  );
  const edge = await begin(loginOf(ssid));
  if (!edge) throw new Error(`${ssid} was refused`);
  return edge;
}

/** Connects the gateway to a process. */
export async function connectGateway(app: App, processId: number): Promise<EdgeRow> {
  const gateway = await logIn(app, processId);
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  return gateway;
}
