import { foundDevice, type FoundDevice, foundPoint } from "@verandah/field/found-devices.ts";
import { z } from "zod";

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
      array(select f.key from found_devices f where f.edge_id = s.edge_id and f.protocol = s.protocol and f.content is not null and not f.is_due)
        as known
    from scans s join edges e on e.id = s.edge_id
    where s.edge_id = any (${[...edgeIds]}::int[]) and s.state in ('waiting', 'running', 'stopping')`;
}

const storedDevice = foundDevice.extend({
  /** Values of the earlier scan, by the name of the point. */
  earlier: z.record(z.string(), foundPoint.pick({ value: true, changedAt: true })).default({}),
});

export interface FoundRow {
  protocol: string;
  key: string;
  /** Null: it has never answered. */
  content: z.output<typeof storedDevice> | null;
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
    Omit<FoundRow, "content"> & { content: z.input<typeof storedDevice> | null }
  >`
    select protocol, key, content, silent_why, found_at from found_devices
    where edge_id = ${edgeId} and protocol = coalesce(${one?.protocol ?? null}, protocol) and key = coalesce(${one?.key ?? null}, key)
    order by protocol, key`;
  return rows.map((row) => ({ ...row, content: row.content && storedDevice.parse(row.content) }));
}

/** Stores a part of a found device: the points from `pointsFrom` on replace those that were there. */
export async function saveFound(db: Db, edgeId: number, device: FoundDevice, foundAt: Date): Promise<void> {
  const { protocol, key, pointsFrom, points } = device;
  const [row] = await listFound(db, edgeId, { protocol, key });
  const before = row?.content?.points ?? [];
  // The first part replaces all points, so the values of the earlier scan are kept for the other parts.
  const earlier =
    pointsFrom === 0
      ? Object.fromEntries(before.map(({ name, value, changedAt }) => [name, { value, changedAt }]))
      : (row?.content?.earlier ?? {});
  const timed = points.map((point) => {
    const was = Object.hasOwn(earlier, point.name) ? earlier[point.name] : undefined;
    const isChanged = was?.value !== undefined && point.value !== undefined && was.value !== point.value;
    return { ...point, changedAt: isChanged ? foundAt.getTime() : was?.changedAt };
  });
  const kept = pointsFrom === 0 ? [] : before.slice(0, pointsFrom);
  const content = JSON.stringify({ ...device, pointsFrom: 0, points: [...kept, ...timed], earlier });
  await runSql(db)`
    insert into found_devices (edge_id, protocol, key, content, found_at)
    values (${edgeId}, ${protocol}, ${key}, ${content}::jsonb, ${foundAt})
    on conflict (edge_id, protocol, key) do update
    set content = excluded.content, silent_why = null, found_at = excluded.found_at, is_due = false`;
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

/** Lets the next scan read known devices of a protocol again: these, or all without `keys`. */
export async function updateDue(
  db: Db,
  edgeId: number,
  { protocol, keys }: { protocol: string; keys?: readonly string[] },
): Promise<void> {
  await runSql(db)`
    update found_devices set is_due = content is not null and key = any (coalesce(${keys ? [...keys] : null}::text[], array[key]))
    where edge_id = ${edgeId} and protocol = ${protocol}`;
}

/** A scan has ended: devices that it should have read again, and that did not answer, stay as they were. */
export async function updateNotAnswered(db: Db, edgeId: number): Promise<void> {
  await runSql(db)`
    update found_devices set is_due = false, silent_why = coalesce(silent_why, '') where edge_id = ${edgeId} and is_due`;
}
