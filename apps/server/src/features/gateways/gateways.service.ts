import type * as contract from "@verandah/contract/gateways/gateways.ts";
import type {
  Gateway,
  GatewayClaim,
  GatewayDevice,
  MqttAddress,
} from "@verandah/contract/gateways/gateways.ts";
import { protocolFields } from "@verandah/contract/gateways/protocol-fields.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import { fieldSections } from "@verandah/field/gateway-model.ts";
import { z } from "zod";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import type { BrokerCertificate } from "#core/mqtt/public-address.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { endEdgeSession } from "#features/devices/edge-sessions.service.ts";

import { createClaim } from "./claims.service.ts";
import * as repository from "./gateways.repository.ts";
import { buildModels, pollMsOf } from "./models.service.ts";
import { check } from "./profiles.service.ts";

const { devices: _devices, types: _types, ...sections } = fieldSections;
/** The sections of a gateway's settings that its model has, beside devices, types and profiles. */
export const modelSections = z.strictObject(sections);
export const sectionNames = Object.keys(sections);

/** A gateway of the caller's campus. @throws AppError `not-found` */
export async function getGatewayRow(ctx: ActorCtx, id: number): Promise<repository.GatewayRow> {
  const [row] = await repository.listGateways(ctx.db, ctx.actor.campusId, ctx.now(), id);
  if (!row) throw new AppError("not-found");
  return row;
}

/** A gateway of the caller's campus with a model, and its settings. @throws AppError `not-found`, `gateway-of-files` */
export async function getManaged(ctx: ActorCtx, id: number) {
  const row = await getGatewayRow(ctx, id);
  if (!row.modelSettings) throw new AppError("gateway-of-files");
  return { ...row, modelSettings: row.modelSettings };
}

type Settings = Record<string, Record<string, unknown>>;

type Certificates = readonly BrokerCertificate[];

function gatewayOf(
  row: repository.GatewayRow,
  version: string | undefined,
  [present, next]: Certificates,
): Gateway {
  const { modelSettings, modelVersion, modelRefusedVersion, modelRefusedWhy, ...others } = row;
  const { trustedCertificates: trusted, ...facts } = others;
  return {
    ...facts,
    certificate: present &&
      trusted && {
        validUntil: present.validUntil.toISOString(),
        next: next && {
          validUntil: next.validUntil.toISOString(),
          isKnown: trusted.includes(next.sha256),
        },
      },
    stateSince: row.stateSince?.toISOString() ?? null,
    codeUntil: row.codeUntil?.toISOString() ?? null,
    model: modelSettings && {
      version: version ?? "",
      inForce: modelVersion,
      refused: modelRefusedVersion === version ? modelRefusedWhy : null,
      settings: withoutPassword(modelSettings),
    },
  };
}

/** The settings without the password of the site's broker, which is only written. */
function withoutPassword({ mqtt, ...others }: Settings): Settings {
  if (!mqtt) return others;
  const { password: _, ...shown } = mqtt;
  return { ...others, mqtt: shown };
}

/** Settings with the sections that replace present ones; a password that is left out stays. */
function nextSettings(before: Settings, change: Settings = {}): Settings {
  const { password } = before["mqtt"] ?? {};
  const mqtt = change["mqtt"] && { ...(password !== undefined && { password }), ...change["mqtt"] };
  return { ...before, ...change, ...(mqtt && { mqtt }) };
}

export async function listGateways(ctx: ActorCtx, certificates: Certificates): Promise<Gateway[]> {
  const { campusId } = ctx.actor;
  const rows = await repository.listGateways(ctx.db, campusId, ctx.now());
  ctx.changesAt(...rows.map(({ codeUntil }) => codeUntil));
  const models = await buildModels(ctx, { campusId });
  return rows.map((row) => gatewayOf(row, models.get(row.id)?.version, certificates));
}

function deviceOf({
  protocol,
  address,
  profile,
  intervalMs,
  ...device
}: repository.ReachedDevice): GatewayDevice {
  const { id: _, edgeId: _edge, ...facts } = device;
  return {
    ...facts,
    reach:
      protocol === null
        ? null
        : { protocol, address: withoutSecrets(protocol, address), profile, intervalMs },
  };
}

/** Names of the fields of a protocol that no reply has. */
const secretsOf = (protocol: string) =>
  new Set((protocolFields[protocol] ?? []).flatMap(({ kind, name }) => (kind === "secret" ? [name] : [])));

/** The address without its secrets, or with nothing but them. */
export function withoutSecrets(protocol: string, address: Record<string, unknown>, isReverse = false) {
  const secrets = secretsOf(protocol);
  return Object.fromEntries(Object.entries(address).filter(([name]) => secrets.has(name) === isReverse));
}

export async function getGateway(
  ctx: ActorCtx,
  { id }: { id: number },
  certificates: Certificates,
): Promise<ReplyOf<typeof contract.getGateway>> {
  const row = await getGatewayRow(ctx, id);
  ctx.changesAt(row.codeUntil);
  const models = await buildModels(ctx, { ids: [id] });
  const devices = (await repository.listDevices(ctx.db, [id])).map(deviceOf);
  devices.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  return { ...gatewayOf(row, models.get(id)?.version, certificates), devices };
}

/** Adds a gateway with a model. @throws AppError `device-id-taken` */
export async function createGateway(
  ctx: ActorCtx,
  input: InputOf<typeof contract.createGateway>,
  address: MqttAddress,
): Promise<GatewayClaim> {
  const { ssid, name } = input;
  const taken = new AppError("device-id-taken", { fields: { ssid: "Another device has this address." } });
  return inTransaction(ctx, async (inner) => {
    if (await repository.isSsidTaken(inner.db, ssid)) throw taken;
    const row = await repository.insertGateway(inner.db, { campusId: inner.actor.campusId, ssid, name });
    if (!row) throw taken;
    await recordAudit(inner, { action: "add-gateway", target: `gateway:${ssid}`, after: input });
    return createClaim(inner, row.id, address);
  });
}

/** Makes a new claim code. @throws AppError `not-found`, `gateway-of-files` */
export async function renewClaimCode(
  ctx: ActorCtx,
  { id }: { id: number },
  address: MqttAddress,
): Promise<GatewayClaim> {
  const { ssid } = await getManaged(ctx, id);
  return inTransaction(ctx, async (inner) => {
    await recordAudit(inner, { action: "renew-claim-code", target: `gateway:${ssid}` });
    return createClaim(inner, id, address);
  });
}

/** Removes a gateway. @throws AppError `not-found`, `gateway-has-devices` */
export const removeGateway: Service<typeof contract.removeGateway> = async (ctx, { id }) => {
  const { ssid, name, devices } = await getGatewayRow(ctx, id);
  if (devices > 0) throw new AppError("gateway-has-devices");
  await inTransaction(ctx, async (inner) => {
    await repository.updateRemoved(inner.db, id, inner.now());
    await endEdgeSession(inner, id, ssid);
    await recordAudit(inner, { action: "remove-gateway", target: `gateway:${ssid}`, before: { name } });
  });
  return {};
};

/** Brings a gateway back. @throws AppError `not-found` */
export const restoreGateway: Service<typeof contract.restoreGateway> = async (ctx, { id }) => {
  const removed = await repository.findRemoved(ctx.db, ctx.actor.campusId, id);
  if (!removed) throw new AppError("not-found");
  await inTransaction(ctx, async (inner) => {
    await repository.updateRemoved(inner.db, id, null);
    await recordAudit(inner, { action: "restore-gateway", target: `gateway:${removed.ssid}` });
  });
  return {};
};

/** Changes name and settings. Sections that are left out stay. @throws AppError `not-found`, `gateway-of-files`, `input-invalid` */
export const editGateway: Service<typeof contract.editGateway> = async (ctx, { id, name, settings }) => {
  const row = settings ? await getManaged(ctx, id) : await getGatewayRow(ctx, id);
  const next = {
    name: name ?? row.name,
    settings: row.modelSettings && nextSettings(row.modelSettings, settings),
  };
  const checked = check(modelSections, next.settings ?? {});
  if (!checked.success)
    throw new AppError("input-invalid", {
      fields: Object.fromEntries(
        checked.error.issues.map((one) => [["settings", ...one.path].join("."), one.message]),
      ),
    });
  await inTransaction(ctx, async (inner) => {
    await repository.updateGateway(inner.db, id, next);
    if (next.settings) await repository.updatePointIntervals(inner.db, id, pollMsOf(next.settings));
    await recordAudit(inner, {
      action: "edit-gateway",
      target: `gateway:${row.ssid}`,
      before: { name: row.name, settings: row.modelSettings && withoutPassword(row.modelSettings) },
      after: { ...next, settings: next.settings && withoutPassword(next.settings) },
    });
  });
  return {};
};
