import { createHash, randomBytes } from "node:crypto";

import { AppError, type ProblemCode } from "@verandah/contract/problems.ts";
import type * as contract from "@verandah/contract/pumps/pump-administration.ts";
import type { PumpCredentials } from "@verandah/contract/pumps/pump-administration.ts";
import { isoDateOf } from "@verandah/contract/pumps/pump-forms.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import { solarPump } from "@verandah/equipment/types/solar-pump.ts";
import { pointsOfType } from "@verandah/field/points.ts";
import { topicOf } from "@verandah/field/topics.ts";
import { createWallClock } from "@verandah/time/wall-clock.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { restoreEvents } from "#features/alarms/history/device-events.service.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow, getTimeZone } from "#features/campuses/campuses.service.ts";
import { importDevices } from "#features/devices/devices-import.service.ts";
import { endEdgeSession } from "#features/devices/edge-sessions.service.ts";
import { endMappings } from "#features/devices/pump-customers.service.ts";
import { addCustomer, getCustomer } from "#features/users/customers.service.ts";

import * as repository from "./pump-devices.repository.ts";
import { listPumps } from "./pumps.repository.ts";

/** A pump sends its values once a minute. */
const INTERVAL_MS = 60_000;
/** 128 bits. Source: packages/field/src/site.ts, password of an edge. */
const PASSWORD_BYTES = 16;
const PUMPS_MAX = 20_000;

const accepted = { message: "ACCEPTED" };

function newCredentials(topicId: string): { credentials: PumpCredentials; passwordSha256: string } {
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  return {
    credentials: { username: topicId, password, topic: topicOf(topicId, "readings") },
    passwordSha256: createHash("sha256").update(password).digest("hex"),
  };
}

/** A pump of the caller's campus. @throws AppError `not-found` */
async function getPumpDevice(ctx: ActorCtx, id: number): Promise<repository.PumpDevice> {
  const device = await repository.findPumpDevice(ctx.db, ctx.actor.campusId, id);
  if (!device) throw new AppError("not-found");
  return device;
}

/**
 * Adds a pump with its own MQTT user.
 *
 * @throws AppError `topic-id-taken`, `device-name-taken`, `not-found` for a place outside the caller's campus
 */
async function addPump(ctx: ActorCtx, input: InputOf<typeof contract.createPump>) {
  const { campusId, buildingId } = ctx.actor;
  const { name, ss_address_value: ssid } = input;
  const place =
    input.building_id === undefined ? undefined : (await getLocationRow(ctx, input.building_id)).id;
  const { credentials, passwordSha256 } = newCredentials(ssid);
  return inTransaction(ctx, async (inner) => {
    await repository.lockPumps(inner.db);
    if (await repository.isTopicIdTaken(inner.db, ssid)) throw new AppError("topic-id-taken");
    if (await repository.isNameTaken(inner.db, campusId, name, 0)) throw new AppError("device-name-taken");
    const locationId = place ?? (await repository.findPumpPlace(inner.db, campusId)) ?? buildingId;
    const { type, subsystem } = solarPump;
    const points = pointsOfType(solarPump, INTERVAL_MS);
    await importDevices(inner, {
      campusId,
      edges: [{ ssid, name, kind: "device", passwordSha256 }],
      devices: [{ ssid, name, type, subsystem, location: "place", edge: ssid, points }],
      locationIds: new Map([["place", locationId]]),
    });
    const id = await repository.insertPlate(inner.db, ssid, {
      serialNumber: input.serial_number,
      modelNumber: input.model_number,
      manufacturingSite: input.manufacturing_site,
      manufacturedOn: isoDateOf(input.manufacturing_date),
      digitalBoard: input.digital_board_serial_number,
      drDcBoard: input.DR_DC_board_serial_number,
      powerBoard: input.power_board_serial_number,
    });
    await recordAudit(inner, { action: "add-device", target: `device:${id}`, after: { name, ssid } });
    return { id, ssid, credentials };
  });
}

/** Adds a pump. @throws AppError as `addPump` */
export const createPump: Service<typeof contract.createPump> = async (ctx, input) => {
  const { credentials } = await addPump(ctx, input);
  return { ...accepted, credentials };
};

/** The fields of the form that the failures of its parts are about. */
const fieldOfFailure: { [code in ProblemCode]?: string } = {
  "customer-exists": "customer.name",
  "topic-id-taken": "device.ss_address_value",
  "device-name-taken": "device.name",
  "pump-taken": "ss_id",
};

/**
 * Creates a customer, adds a pump or takes a free one, and maps it, all in one transaction.
 *
 * @throws AppError `customer-exists`, `pump-taken` and those of `addPump`, with the field; `not-found` for a pump that was removed
 */
export const createCustomerWithPump: Service<typeof contract.createCustomerWithPump> = async (
  ctx,
  { customer, device, ss_id: chosenId = 0 },
) =>
  addCustomer(ctx, customer, async (inner, customerId) => {
    const pump = device ? await addPump(inner, device) : await getFreePump(inner, chosenId);
    await mapPump(inner, { zone_id: customerId, ss_id: pump.id });
    return { ...accepted, ssid: pump.ssid, credentials: pump.credentials };
  }).catch((error: unknown) => {
    const field = error instanceof AppError && fieldOfFailure[error.code];
    throw field ? new AppError(error.code, { fields: { [field]: error.message } }) : error;
  });

/** A pump that no customer has, until commit. @throws AppError `not-found`, `pump-taken` */
async function getFreePump(ctx: ActorCtx, id: number) {
  await repository.lockPumps(ctx.db);
  const { ssid } = await getPumpDevice(ctx, id);
  if ((await repository.listOwnersForUpdate(ctx.db, id)).length > 0) throw new AppError("pump-taken");
  return { id, ssid, credentials: undefined };
}

/** The places that a new pump may be added to; the caller's building while the campus has no pump. */
export async function listPumpPlaces(ctx: ActorCtx): Promise<ReplyOf<typeof contract.listPumpPlaces>> {
  const places = await repository.listPumpPlaces(ctx.db, ctx.actor.campusId);
  if (places.length > 0) return places;
  const { id, name } = await getLocationRow(ctx, ctx.actor.buildingId);
  return [{ id, name }];
}

/** The pumps of the caller's campus, by name. */
export const listPumpDevices: Service<typeof contract.listPumpDevices> = async (ctx) => {
  const pumps = await listPumps(ctx.db, ctx.actor.campusId, { limit: PUMPS_MAX });
  return pumps.map(({ id, name, ssid, latitude, longitude, lastSeenAt }) => ({
    id,
    name,
    ssid,
    latitude,
    longitude,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }));
};

/** Source: spec 2 §7 edit device. */
function editMessage(isNewName: boolean, isNewId: boolean): string {
  if (isNewName && isNewId) return "DeviceName and DeviceUID updated";
  if (isNewId) return "DeviceUID updated";
  return isNewName ? "DeviceName updated" : "Nothing was changed";
}

/** Changes name and topic id of a pump. @throws AppError `not-found`, `topic-id-taken`, `device-name-taken` */
export const editPump: Service<typeof contract.editPump> = async (
  ctx,
  { id, name, ss_address_value: ssid },
) => {
  return inTransaction(ctx, async (inner) => {
    await repository.lockPumps(inner.db);
    const device = await getPumpDevice(inner, id);
    const message = editMessage(name !== device.name, ssid !== device.ssid);
    if (name === device.name && ssid === device.ssid) return { message };
    if (await repository.isTopicIdTaken(inner.db, ssid, id)) throw new AppError("topic-id-taken");
    if (await repository.isNameTaken(inner.db, inner.actor.campusId, name, id))
      throw new AppError("device-name-taken");
    await repository.updatePumpDevice(inner.db, device, { name, ssid });
    // The controller with the old topic id must log in again.
    if (ssid !== device.ssid && device.isEdge) await endEdgeSession(inner, device.edgeId, device.ssid);
    await recordAudit(inner, {
      action: "edit-device",
      target: `device:${id}`,
      before: { name: device.name, ssid: device.ssid },
      after: { name, ssid },
    });
    return { message };
  });
};

/** Removes a pump; its history stays, and its topic id becomes free. @throws AppError `not-found` */
export async function deletePump(ctx: ActorCtx, { id }: { id: number }): Promise<{ message: string }> {
  await inTransaction(ctx, async (inner) => {
    const device = await getPumpDevice(inner, id);
    const { name, ssid } = device;
    await repository.updatePumpDevice(inner.db, device, { name, ssid: `${ssid}-removed-${id}` });
    // No password has an empty hash.
    if (device.isEdge) await repository.updatePassword(inner.db, device.edgeId, "");
    await endMappings(inner, { deviceId: id }, inner.now());
    await repository.updateRemoved(inner.db, id, inner.now());
    if (device.isEdge) await endEdgeSession(inner, device.edgeId, ssid);
    await restoreEvents(inner, inner.actor.campusId, id);
    await recordAudit(inner, { action: "delete-device", target: `device:${id}`, before: { name, ssid } });
  });
  return accepted;
}

/** Replaces the MQTT password of a pump, and ends its connection with the old one. @throws AppError `not-found`, also for a pump behind a gateway */
export async function renewPumpCredentials(ctx: ActorCtx, { id }: { id: number }): Promise<PumpCredentials> {
  return inTransaction(ctx, async (inner) => {
    const device = await getPumpDevice(inner, id);
    if (!device.isEdge) throw new AppError("not-found");
    const { credentials, passwordSha256 } = newCredentials(device.ssid);
    await repository.updatePassword(inner.db, device.edgeId, passwordSha256);
    await endEdgeSession(inner, device.edgeId, device.ssid);
    await recordAudit(inner, { action: "renew-credentials", target: `device:${id}` });
    return credentials;
  });
}

/** The pumps of customers of the caller's campus. */
export const listUserDevices = (ctx: ActorCtx): Promise<ReplyOf<typeof contract.listUserDevices>> =>
  repository.listMappings(ctx.db, ctx.actor.campusId);

/**
 * Maps a pump to a customer, and ends its mapping to another. A customer who gets it back on the same day keeps its history.
 *
 * @throws AppError `not-found`, `pump-mapped`
 */
export const mapPump: Service<typeof contract.mapPump> = async (
  ctx,
  { zone_id: customerId, ss_id: deviceId },
) => {
  await inTransaction(ctx, async (inner) => {
    await repository.lockPumps(inner.db);
    const customer = await getCustomer(inner, customerId);
    const device = await getPumpDevice(inner, deviceId);
    const owners = await repository.listOwnersForUpdate(inner.db, device.id);
    if (owners.includes(customer.id)) throw new AppError("pump-mapped");
    // The day of the mapping is the new customer's.
    const clock = createWallClock(await getTimeZone(inner));
    const today = clock.instantOf(clock.read(inner.now()).day, "00:00");
    await endMappings(inner, { deviceId }, today);
    const mapping = { deviceId, userId: customer.id };
    // A customer who had the pump until today lost it by mistake.
    const before = await repository.deleteMappingUntil(inner.db, { ...mapping, until: today });
    await repository.insertOwner(inner.db, { ...mapping, since: before ? before.since : today });
    await recordAudit(inner, {
      action: "map-pumps",
      target: `user:${customer.id}`,
      before: { owners },
      after: { deviceIds: [device.id] },
    });
  });
  return { message: "User and Device are successfully mapped" };
};
