import { createHash, randomBytes } from "node:crypto";

import type * as contract from "@verandah/contract/gateways/gateways.ts";
import type { MqttAddress, SensorAccess } from "@verandah/contract/gateways/gateways.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { findType } from "@verandah/equipment/catalogue.ts";
import { pointsOfType } from "@verandah/field/points.ts";
import { topicOf } from "@verandah/field/topics.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";
import { importDevices } from "#features/devices/devices-import.service.ts";
import { endEdgeSession } from "#features/devices/edge-sessions.service.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";

import * as repository from "./gateways.repository.ts";
import { refused } from "./profiles.service.ts";

/** A sensor sends its values once a minute. */
const INTERVAL_MS = 60_000;
/** 128 bits. Source: packages/field/src/site.ts, password of an edge. */
const PASSWORD_BYTES = 16;

const newPassword = () => {
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  return { password, passwordSha256: createHash("sha256").update(password).digest("hex") };
};

/** The command sends one value of a point with the time of the shell. */
function accessOf(ssid: string, password: string, address: MqttAddress, point: string): SensorAccess {
  const topic = topicOf(ssid, "readings");
  const { hostname, port } = new URL(address.url);
  const seconds = `'$(date +%s)'`;
  const message = `{"epoch":"1","seq":${seconds},"sentAt":${seconds}000,"series":[{"device":"${ssid}","point":"${point}","values":[[${seconds}000,21.5]]}]}`;
  const parts = [
    `mosquitto_pub -h ${hostname.replaceAll(/[[\]]/g, "")} -p ${port}`,
    ...(address.isEncrypted ? ["--tls-use-os-certs"] : []),
    `-i ${ssid} -u ${ssid} -P ${password} -q 1 -t ${topic} -m '${message}'`,
  ];
  return { ssid, password, topic, address, line: parts.join(" ") };
}

export const listSensors: Service<typeof contract.listSensors> = (ctx) =>
  repository.listSensors(ctx.db, ctx.actor.campusId);

/** Adds a device with its own MQTT user. @throws AppError `not-found`, `device-id-taken`, `input-invalid` */
export async function addSensor(
  ctx: ActorCtx,
  input: InputOf<typeof contract.addSensor>,
  address: MqttAddress,
): Promise<SensorAccess> {
  const { ssid, name } = input;
  const { campusId } = ctx.actor;
  const place = await getLocationRow(ctx, input.place);
  const type = findType(await listTypesOf(ctx, campusId), input.type);
  if (!type) throw refused("type", "Choose a type");
  const { password, passwordSha256 } = newPassword();
  const points = pointsOfType(type, INTERVAL_MS);
  await inTransaction(ctx, async (inner) => {
    if (await repository.isSsidTaken(inner.db, ssid))
      throw new AppError("device-id-taken", { fields: { ssid: "Another device has this address." } });
    await importDevices(inner, {
      campusId,
      edges: [{ ssid, name, kind: "device", passwordSha256 }],
      devices: [
        { ssid, name, type: type.type, subsystem: type.subsystem, location: "place", edge: ssid, points },
      ],
      locationIds: new Map([["place", place.id]]),
    });
    await recordAudit(inner, { action: "add-device", target: `device:${ssid}`, after: input });
  });
  return accessOf(ssid, password, address, points[0]?.paramId ?? "");
}

/** Replaces the password of a sensor, and ends its connection. @throws AppError `not-found` */
export async function renewSensorPassword(
  ctx: ActorCtx,
  { id }: { id: number },
  address: MqttAddress,
): Promise<SensorAccess> {
  const { campusId } = ctx.actor;
  const [sensor] = await repository.listSensors(ctx.db, campusId, id);
  if (!sensor) throw new AppError("not-found");
  const { ssid } = sensor;
  const { password, passwordSha256 } = newPassword();
  await inTransaction(ctx, async (inner) => {
    await repository.updatePassword(inner.db, id, passwordSha256);
    await endEdgeSession(inner, id, ssid);
    await recordAudit(inner, { action: "renew-credentials", target: `device:${ssid}` });
  });
  const type = findType(await listTypesOf(ctx, campusId), sensor.type);
  return accessOf(ssid, password, address, Object.keys(type?.points ?? {})[0] ?? "");
}
