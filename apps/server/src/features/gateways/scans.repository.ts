import { foundDevice, type FoundDevice } from "@verandah/field/found-devices.ts";
import type { z } from "zod";

import { type Db, queryColumn, queryRow, queryRows, type Row, runSql } from "#core/db.ts";

export type ScanRow = Row<"scans", "id" | "protocol" | "state" | "asked" | "total" | "why" | "startedAt"> & {
  settings: Record<string, unknown>;
};

/** The newest scan of a gateway. */
export const findScan = (db: Db, edgeId: number): Promise<ScanRow | undefined> =>
  queryRow(db)<ScanRow>`
    select id, protocol, state, asked, total, why, started_at, settings from scans where edge_id = ${edgeId}`;

/** Starts a scan in place of the last one. */
export async function upsertScan(
  db: Db,
  edgeId: number,
  scan: { id: string; protocol: string; settings: object; startedAt: Date },
): Promise<void> {
  const settings = JSON.stringify(scan.settings);
  await db
    .insertInto("scans")
    .values({ ...scan, settings, edgeId, state: "waiting" })
    .onConflict((conflict) =>
      conflict
        .column("edgeId")
        .doUpdateSet({ ...scan, settings, state: "waiting", asked: 0, total: null, why: null }),
    )
    .execute();
}

/** A scan that the gateway has not got yet ends at once. */
export async function updateScanStopping(db: Db, edgeId: number): Promise<void> {
  await runSql(db)`
    update scans set state = case state when 'waiting' then 'stopped' else 'stopping' end
    where edge_id = ${edgeId} and state in ('waiting', 'running')`;
}

/** Stores the progress of a running scan. @returns false for a scan that is over, or not that of the gateway */
export async function updateScanProgress(
  db: Db,
  edgeId: number,
  progress: Pick<ScanRow, "id" | "state" | "asked" | "total" | "why">,
): Promise<boolean> {
  const { id, state, asked, total, why } = progress;
  const rows = await queryColumn(db)<number>`
    update scans set asked = ${asked}, total = coalesce(${total}, total), why = ${why},
      state = case when state = 'stopping' and ${state}::text = 'running' then state else ${state} end
    where edge_id = ${edgeId} and id = ${id} and state in ('waiting', 'running', 'stopping')
    returning edge_id`;
  return rows.length > 0;
}

/** A scan that a gateway has to begin, go on with, or stop. */
export interface DueScan extends ScanRow {
  edgeId: number;
  ssid: string;
  known: string[];
}

/** The scans of these gateways that are not over, each with the keys of devices that need not be read again. */
export function listDueScans(db: Db, edgeIds: readonly number[]): Promise<DueScan[]> {
  return queryRows(db)<DueScan>`
    select s.edge_id, e.ssid, s.id, s.protocol, s.state, s.asked, s.total, s.why, s.started_at, s.settings,
      array(select f.key from found_devices f where f.edge_id = s.edge_id and f.protocol = s.protocol and f.content is not null) as known
    from scans s join edges e on e.id = s.edge_id
    where s.edge_id = any (${[...edgeIds]}::int[]) and s.state in ('waiting', 'running', 'stopping')`;
}

export interface FoundRow {
  protocol: string;
  key: string;
  /** Null: it did not answer. */
  content: FoundDevice | null;
  silentWhy: string | null;
  foundAt: Date;
}

/** What scans of a gateway have found, or one device. */
export async function listFound(
  db: Db,
  edgeId: number,
  one?: { protocol: string; key: string },
): Promise<FoundRow[]> {
  const rows = await queryRows(db)<
    Omit<FoundRow, "content"> & { content: z.input<typeof foundDevice> | null }
  >`
    select protocol, key, content, silent_why, found_at from found_devices
    where edge_id = ${edgeId} and protocol = coalesce(${one?.protocol ?? null}, protocol) and key = coalesce(${one?.key ?? null}, key)
    order by protocol, key`;
  return rows.map((row) => ({ ...row, content: row.content && foundDevice.parse(row.content) }));
}

/** Stores a part of a found device: the points from `pointsFrom` on replace those that were there. */
export async function saveFound(db: Db, edgeId: number, device: FoundDevice, foundAt: Date): Promise<void> {
  const { protocol, key, pointsFrom, points } = device;
  const before = pointsFrom === 0 ? [] : await listFound(db, edgeId, { protocol, key });
  const kept = before[0]?.content?.points.slice(0, pointsFrom) ?? [];
  const content = JSON.stringify({ ...device, pointsFrom: 0, points: [...kept, ...points] });
  await runSql(db)`
    insert into found_devices (edge_id, protocol, key, content, found_at)
    values (${edgeId}, ${protocol}, ${key}, ${content}::jsonb, ${foundAt})
    on conflict (edge_id, protocol, key) do update
    set content = excluded.content, silent_why = null, found_at = excluded.found_at`;
}

/** Stores why a device did not answer; one that an earlier scan has found stays. */
export async function saveSilent(
  db: Db,
  edgeId: number,
  { protocol, key, why, foundAt }: { protocol: string; key: string; why: string; foundAt: Date },
): Promise<void> {
  await runSql(db)`
    insert into found_devices (edge_id, protocol, key, silent_why, found_at)
    values (${edgeId}, ${protocol}, ${key}, ${why}, ${foundAt})
    on conflict (edge_id, protocol, key) do update set silent_why = excluded.silent_why, found_at = excluded.found_at`;
}

/** Forgets what scans of a protocol have found. */
export async function deleteFound(db: Db, edgeId: number, protocol: string): Promise<void> {
  await db.deleteFrom("foundDevices").where("edgeId", "=", edgeId).where("protocol", "=", protocol).execute();
}
