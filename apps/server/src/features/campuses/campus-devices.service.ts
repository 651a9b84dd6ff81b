import type { addDevice as addRoute } from "@verandah/contract/campuses/campus-devices.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { pointsOfType } from "@verandah/field/points.ts";

import { inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { importDevices } from "#features/devices/devices-import.service.ts";
import { getEdge } from "#features/devices/edge-sessions.service.ts";
import { listEquipmentTypes } from "#features/equipment/equipment.service.ts";

import { isDeviceIdTaken } from "./campus-tree.repository.ts";
import { getLocationRow } from "./campuses.service.ts";

/** Expected interval of the values of a device that an administrator adds, ms. A gateway polls more often. */
const INTERVAL_MS = 60_000;

const refused = (field: string, text: string) => new AppError("input-invalid", { fields: { [field]: text } });

/**
 * Adds a device of a known type behind a gateway of the caller's campus, with the points of its type. The settings of the gateway must
 * contain the device as well.
 *
 * @throws AppError `not-found` for a place of another campus, `device-id-taken`, `input-invalid`
 */
export const addDevice: Service<typeof addRoute> = async (ctx, input) => {
  const { ssid, title: name, parent } = input;
  const { campusId } = ctx.actor;
  const place = await getLocationRow(ctx, parent);
  const type = (await listEquipmentTypes(ctx)).find((one) => one.type === input.type);
  if (!type) throw refused("type", "Choose a type");
  const edge = await getEdge(ctx, input.gateway);
  if (edge?.campusId !== campusId || edge.kind !== "gateway") throw refused("gateway", "Choose a gateway");
  return inTransaction(ctx, async (inner) => {
    if (await isDeviceIdTaken(inner.db, ssid)) throw new AppError("device-id-taken");
    await importDevices(inner, {
      campusId,
      edges: [],
      devices: [
        {
          ssid,
          name,
          type: type.type,
          subsystem: type.subsystem,
          location: "place",
          edge: edge.ssid,
          points: pointsOfType(type, INTERVAL_MS),
        },
      ],
      locationIds: new Map([["place", place.id]]),
    });
    await recordAudit(inner, { action: "add-device", target: `device:${ssid}`, after: input });
    return { ssid };
  });
};
