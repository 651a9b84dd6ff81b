import { MQTT_STALE_MS } from "@verandah/field/protocols/fields.ts";
import { sql } from "kysely";

import { type Db, queryColumn, queryRow, queryRows, type Row, runSql } from "#core/db.ts";

export interface GatewayRow extends Row<
  "edges",
  | "id"
  | "ssid"
  | "name"
  | "state"
  | "stateSince"
  | "software"
  | "outboxPending"
  | "outboxDropped"
  | "modelVersion"
  | "modelRefusedVersion"
  | "modelRefusedWhy"
  | "trustedCertificates"
> {
  /** Null: it runs from its own files. */
  modelSettings: Record<string, Record<string, unknown>> | null;
  hasJoined: boolean;
  devices: number;
  codeUntil: Date | null;
}

/** The gateways of a campus by name, or one of them. */
export function listGateways(db: Db, campusId: number, at: Date, id?: number): Promise<GatewayRow[]> {
  return queryRows(db)<GatewayRow>`
    select e.id, e.ssid, e.name, e.state, e.state_since, e.software, e.outbox_pending, e.outbox_dropped,
      e.model_settings, e.model_version, e.model_refused_version, e.model_refused_why,
      e.trusted_certificates, e.password_sha256 <> '' as "hasJoined",
      (select count(*)::int from devices d where d.edge_id = e.id and d.removed_at is null) as devices,
      (select c.expires_at from claim_codes c where c.edge_id = e.id and c.used_at is null and c.expires_at > ${at}) as "codeUntil"
    from edges e where e.campus_id = ${campusId} and e.kind = 'gateway' and e.removed_at is null and e.id = coalesce(${id ?? null}, e.id)
    order by e.name, e.id`;
}

/** Whether a device or an edge of any campus has the ssid. */
export async function isSsidTaken(db: Db, ssid: string): Promise<boolean> {
  const rows = await queryRows(db)`
    select from devices where ssid = ${ssid} union all select from edges where ssid = ${ssid}`;
  return rows.length > 0;
}

/** Adds a gateway without a password. @returns undefined when another edge has the ssid */
export function insertGateway(db: Db, gateway: { campusId: number; ssid: string; name: string }) {
  return db
    .insertInto("edges")
    .values({ ...gateway, kind: "gateway", passwordSha256: "", modelSettings: "{}" })
    .onConflict((conflict) => conflict.column("ssid").doNothing())
    .returning("id")
    .executeTakeFirst();
}

export async function updateGateway(
  db: Db,
  id: number,
  next: { name: string; settings: object | null },
): Promise<void> {
  const modelSettings = next.settings && JSON.stringify(next.settings);
  await db.updateTable("edges").set({ name: next.name, modelSettings }).where("id", "=", id).execute();
}

/** A removed gateway has no password, so that it cannot connect. */
export async function updateRemoved(db: Db, id: number, removedAt: Date | null): Promise<void> {
  const change = removedAt ? { removedAt, passwordSha256: "" } : { removedAt };
  await db.updateTable("edges").set(change).where("id", "=", id).execute();
  await db.deleteFrom("claimCodes").where("edgeId", "=", id).execute();
}

/** The name of a removed gateway of a campus. */
export const findRemoved = (db: Db, campusId: number, id: number) =>
  queryRow(db)<{ ssid: string }>`
    select ssid from edges where id = ${id} and campus_id = ${campusId} and kind = 'gateway' and removed_at is not null`;

export interface ReachedDevice extends Row<"devices", "id" | "edgeId" | "ssid" | "name" | "type" | "state"> {
  place: string;
  protocol: string | null;
  address: Record<string, unknown>;
  profile: string;
  intervalMs: number | null;
}

/** The devices behind some edges, by ssid, with how their gateways reach them. */
export function listDevices(db: Db, edgeIds: readonly number[]): Promise<ReachedDevice[]> {
  return queryRows(db)<ReachedDevice>`
    select d.id, d.edge_id, d.ssid, d.name, d.type, d.state, n.label as place, g.protocol, g.address, g.profile, g.interval_ms
    from devices d join place_labels n on n.location_id = d.location_id left join gateway_devices g on g.device_id = d.id
    where d.edge_id = any (${[...edgeIds]}::int[]) and d.removed_at is null order by d.ssid`;
}

/** A device of a campus, and the gateway that it is behind. */
export function findDevice(db: Db, campusId: number, ssid: string) {
  return queryRow(db)<{ id: number; edgeId: number; type: string }>`
    select d.id, d.edge_id, d.type from devices d
    where d.campus_id = ${campusId} and d.ssid = ${ssid} and d.removed_at is null`;
}

export interface Reach {
  protocol: string;
  address: Record<string, unknown>;
  profile: string;
  intervalMs: number | null;
}

/** Stores how gateways reach devices. */
export async function upsertReach(db: Db, devices: readonly (Reach & { ssid: string })[]): Promise<void> {
  await runSql(db)`
    insert into gateway_devices (device_id, protocol, address, profile, interval_ms)
    select d.id, n.protocol, n.address, n.profile, n."intervalMs"
    from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb)
      as n (ssid text, protocol text, address jsonb, profile text, "intervalMs" int)
    join devices d on d.ssid = n.ssid
    on conflict (device_id) do update set protocol = excluded.protocol, address = excluded.address,
      profile = excluded.profile, interval_ms = excluded.interval_ms`;
}

/** Gives the points of an edge's devices the interval in which the gateway polls them. */
export async function updatePointIntervals(db: Db, edgeId: number, pollMs: number): Promise<void> {
  await runSql(db)`
    update points p set interval_ms = m.interval_ms
    from gateway_devices g join devices d on d.id = g.device_id cross join lateral (
      select greatest(100, coalesce(g.interval_ms,
        case g.protocol when 'mqtt' then coalesce((g.address->>'staleMs')::int, ${MQTT_STALE_MS}) / 3 else ${pollMs} end)) as interval_ms) m
    where p.device_id = d.id and d.edge_id = ${edgeId} and d.removed_at is null and p.interval_ms <> m.interval_ms`;
}

/** The gateways of a campus with a model, or those with some ids, with the settings of their protocols. */
export function listModelSettings(db: Db, where: { campusId: number } | { ids: readonly number[] }) {
  const ids = "ids" in where ? [...where.ids] : null;
  return queryRows(db)<{ id: number; campusId: number; settings: Record<string, object> }>`
    select id, campus_id, model_settings as settings from edges where model_settings is not null and removed_at is null
      and ${ids ? sql`id = any (${ids}::int[])` : sql`campus_id = ${"campusId" in where ? where.campusId : 0}`}`;
}

/** Stores the model that a gateway reports. @returns its campus if that changed */
export async function updateModelState(
  db: Db,
  edgeId: number,
  model: { version: string; refusedVersion: string | null; why: string | null; trusted: string[] | null },
): Promise<number | undefined> {
  const next = sql`(${model.version}, ${model.refusedVersion}, ${model.why}, ${model.trusted}::text[])`;
  const [campusId] = await queryColumn(db)<number>`
    update edges set (model_version, model_refused_version, model_refused_why, trusted_certificates) = ${next}
    where id = ${edgeId} and (model_version, model_refused_version, model_refused_why, trusted_certificates) is distinct from ${next}
    returning campus_id`;
  return campusId;
}

/** The profiles of campuses by name. */
export function listProfiles(db: Db, campusIds: readonly number[]) {
  return db
    .selectFrom("gatewayProfiles")
    .selectAll()
    .where(sql<boolean>`campus_id = any (${[...campusIds]}::int[])`)
    .orderBy("name")
    .execute();
}

export async function upsertProfile(
  db: Db,
  profile: { campusId: number; name: string; yaml: string },
): Promise<void> {
  await db
    .insertInto("gatewayProfiles")
    .values(profile)
    .onConflict((conflict) => conflict.columns(["campusId", "name"]).doUpdateSet({ yaml: profile.yaml }))
    .execute();
}

/** @returns undefined for a profile that the campus does not have */
export function deleteProfile(db: Db, campusId: number, name: string) {
  return queryRow(db)<{ yaml: string }>`
    delete from gateway_profiles where campus_id = ${campusId} and name = ${name} returning yaml`;
}

/** Gives devices another profile. */
export async function updateProfileOf(db: Db, deviceIds: readonly number[], profile: string): Promise<void> {
  await runSql(
    db,
  )`update gateway_devices set profile = ${profile} where device_id = any (${[...deviceIds]}::int[])`;
}

/** Deletes a profile of a campus that no device has. */
export async function deleteUnusedProfile(db: Db, campusId: number, name: string): Promise<void> {
  await runSql(db)`
    delete from gateway_profiles where campus_id = ${campusId} and name = ${name} and not exists (
      select from gateway_devices g join devices d on d.id = g.device_id where g.profile = ${name} and d.campus_id = ${campusId})`;
}

/** The devices of a campus with a profile, also removed ones, which can come back. */
export function listDevicesWithProfile(db: Db, campusId: number, profile: string) {
  return queryRows(db)<{ id: number; edgeId: number; type: string; name: string; isRemoved: boolean }>`
    select d.id, d.edge_id, d.type, d.name, d.removed_at is not null as "isRemoved"
    from gateway_devices g join devices d on d.id = g.device_id
    where d.campus_id = ${campusId} and g.profile = ${profile} order by d.id`;
}

/** Devices of a campus that connect by themselves, but for pumps; or one of them by the id of its edge. */
export function listSensors(db: Db, campusId: number, id?: number) {
  return queryRows(db)<{
    id: number;
    ssid: string;
    name: string;
    type: string;
    place: string;
    state: "online" | "offline" | "unknown";
  }>`
    select e.id, d.ssid, d.name, d.type, n.label as place, d.state
    from edges e join devices d on d.edge_id = e.id and d.ssid = e.ssid join place_labels n on n.location_id = d.location_id
    where e.campus_id = ${campusId} and e.kind = 'device' and e.id = coalesce(${id ?? null}, e.id)
      and d.type <> 'SOLARPUMP' and d.removed_at is null order by d.name, e.id`;
}

export async function updatePassword(db: Db, edgeId: number, passwordSha256: string): Promise<void> {
  await db.updateTable("edges").set({ passwordSha256 }).where("id", "=", edgeId).execute();
}
