import type { DeviceDescription, EdgeDescription } from "@verandah/field/site.ts";

import type { Db } from "#core/db.ts";

/** Adds edges or brings them up to date. @returns their ids by ssid */
export async function upsertEdges(
  db: Db,
  campusId: number,
  edges: readonly EdgeDescription[],
): Promise<Map<string, number>> {
  if (edges.length === 0) return new Map();
  const rows = await db
    .insertInto("edges")
    .values(
      edges.map((edge) => ({
        campus_id: campusId,
        ssid: edge.ssid,
        name: edge.name,
        kind: edge.kind,
        password_sha256: edge.passwordSha256,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column("ssid")
        .doUpdateSet((excluded) => ({
          name: excluded.ref("excluded.name"),
          kind: excluded.ref("excluded.kind"),
          password_sha256: excluded.ref("excluded.password_sha256"),
        }))
        // An ssid of another campus is never taken over.
        .where("edges.campus_id", "=", campusId),
    )
    .returning(["id", "ssid"])
    .execute();
  return new Map(rows.map((row) => [row.ssid, row.id]));
}

export async function upsertDevices(
  db: Db,
  campusId: number,
  devices: readonly { description: DeviceDescription; edgeId: number; locationId: number }[],
): Promise<Map<string, number>> {
  if (devices.length === 0) return new Map();
  const rows = await db
    .insertInto("devices")
    .values(
      devices.map(({ description, edgeId, locationId }) => ({
        campus_id: campusId,
        edge_id: edgeId,
        location_id: locationId,
        ssid: description.ssid,
        name: description.name,
        type: description.type,
        subsystem: description.subsystem,
        position_x: description.position?.[0] ?? null,
        position_y: description.position?.[1] ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column("ssid")
        .doUpdateSet((excluded) => ({
          name: excluded.ref("excluded.name"),
          edge_id: excluded.ref("excluded.edge_id"),
          location_id: excluded.ref("excluded.location_id"),
          position_x: excluded.ref("excluded.position_x"),
          position_y: excluded.ref("excluded.position_y"),
        }))
        .where("devices.campus_id", "=", campusId),
    )
    .returning(["id", "ssid"])
    .execute();
  return new Map(rows.map((row) => [row.ssid, row.id]));
}

export async function upsertPoints(
  db: Db,
  deviceId: number,
  points: DeviceDescription["points"],
): Promise<void> {
  await db
    .insertInto("points")
    .values(
      points.map((point) => ({
        device_id: deviceId,
        param_id: point.paramId,
        unit: point.unit,
        kind: point.kind,
        interval_ms: point.intervalMs,
        min_value: point.min ?? null,
        max_value: point.max ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["device_id", "param_id"]).doUpdateSet((excluded) => ({
        unit: excluded.ref("excluded.unit"),
        kind: excluded.ref("excluded.kind"),
        interval_ms: excluded.ref("excluded.interval_ms"),
        min_value: excluded.ref("excluded.min_value"),
        max_value: excluded.ref("excluded.max_value"),
      })),
    )
    .execute();
}
