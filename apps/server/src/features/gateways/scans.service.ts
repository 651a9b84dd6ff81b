import { createHash, randomUUID } from "node:crypto";

import type * as contract from "@verandah/contract/gateways/scans.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { findType } from "@verandah/equipment/catalogue.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";
import { suggestionRules } from "@verandah/equipment/suggestions/catalogue-words.ts";
import { type KnownPlace, suggestPlace } from "@verandah/equipment/suggestions/suggest-place.ts";
import {
  type PointFacts as SuggestedPoint,
  LIKELY,
  suggestPoint,
} from "@verandah/equipment/suggestions/suggest-point.ts";
import { suggestType } from "@verandah/equipment/suggestions/suggest-type.ts";
import { isUnit } from "@verandah/equipment/units.ts";
import type { FoundDevice, FoundPoint } from "@verandah/field/found-devices.ts";
import { type DeviceProfile, protocolName } from "@verandah/field/protocols/protocols.ts";
import { hostsOf, scanSettings } from "@verandah/field/protocols/scan.ts";
import { stringify } from "yaml";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { listLocations } from "#features/campuses/campuses.service.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";

import { addGatewayDevice } from "./gateway-devices.service.ts";
import * as gateways from "./gateways.repository.ts";
import { getGatewayRow, getManaged, withoutSecrets } from "./gateways.service.ts";
import { check, listAllProfiles, refused, saveProfile } from "./profiles.service.ts";
import * as repository from "./scans.repository.ts";

/** Lets a gateway look for devices. @throws AppError `not-found`, `gateway-of-files`, `input-invalid` */
export const startScan: Service<typeof contract.startScan> = async (ctx, input) => {
  const { id, isAgain, keys } = input;
  const gateway = await getManaged(ctx, id);
  const protocol = check(protocolName, input.protocol).data;
  if (!protocol) throw refused("protocol", "Choose a protocol");
  const settings = keys.length > 0 ? await settingsAgain(ctx, id, protocol, keys) : input.settings;
  const checked = check(scanSettings[protocol], settings);
  if (!checked.success)
    throw new AppError("input-invalid", {
      fields: Object.fromEntries(
        checked.error.issues.map((one) => [["settings", ...one.path].join("."), one.message]),
      ),
    });
  await inTransaction(ctx, async (inner) => {
    if (isAgain || keys.length > 0)
      await repository.updateDue(inner.db, id, { protocol, ...(keys.length > 0 && { keys }) });
    const scan = { id: randomUUID(), protocol, settings, startedAt: inner.now() };
    await repository.upsertScan(inner.db, id, scan);
    await recordAudit(inner, {
      action: "start-scan",
      target: `gateway:${gateway.ssid}`,
      after: { protocol },
    });
  });
  return {};
};

/** The settings of the last scan of a protocol, only for the hosts of some found devices where their keys name them. */
async function settingsAgain(ctx: ActorCtx, id: number, protocol: string, keys: readonly string[]) {
  const last = await repository.findScan(ctx.db, id);
  const settings = last?.protocol === protocol ? last.settings : {};
  const hosts = keys.map((key) => key.split(/[:/]/)[0]).join(",");
  return { ...settings, ...(settings["hosts"] !== undefined && hostsOf(hosts) && { hosts }) };
}

/** @throws AppError `not-found`, `gateway-of-files` */
export const stopScan: Service<typeof contract.stopScan> = async (ctx, { id }) => {
  await getManaged(ctx, id);
  await repository.updateScanStopping(ctx.db, id);
  return {};
};

function subscriptionsOf(profile: DeviceProfile | undefined): number {
  if (profile?.protocol === "mqtt") return new Set(profile.points.map(({ topic }) => topic)).size;
  if (profile?.protocol !== "bacnet") return 0;
  const noticed = profile.points.filter(({ cov }) => cov !== undefined);
  return new Set(noticed.map(({ object: { type, instance } }) => `${type} ${instance}`)).size;
}

/** The same for devices with the same points; a point that cannot be mapped may have another address in each. */
const groupOf = ({ points }: FoundDevice) =>
  createHash("sha256")
    .update(
      JSON.stringify(points.map(({ name, unit, address, obstacle }) => [name, unit, obstacle ?? address])),
    )
    .digest("hex")
    .slice(0, 16);

const suggestedOf = ({ name, description, unit, isWritable, address }: FoundPoint): SuggestedPoint => {
  const object: unknown = address["object"];
  return {
    name,
    description,
    isWritable,
    ...(unit !== undefined && isUnit(unit) && { unit }),
    ...(Array.isArray(object) && typeof object[0] === "string" && { objectType: object[0] }),
  };
};

/** Places of the campus as suggestions know them, inner ones last. */
async function listKnownPlaces(ctx: ActorCtx): Promise<KnownPlace[]> {
  const kinds: Readonly<Record<string, KnownPlace["kind"]>> = {
    GL_LOCATION_TYPE_BUILDING: "building",
    GL_LOCATION_TYPE_FLOOR: "floor",
    GL_LOCATION_TYPE_ZONE: "zone",
    GL_LOCATION_TYPE_AREA: "area",
  };
  return (await listLocations(ctx, ctx.actor.campusId)).flatMap(({ id, name, zoneType, parentId }) => {
    const kind = kinds[zoneType];
    const parent = parentId === null ? undefined : String(parentId);
    return kind ? [{ id: String(id), name, kind, parent }] : [];
  });
}

/** An id for a new device: letters and digits of its name, or its type, and a number when another device has it. */
function newSsidOf(device: FoundDevice, type: string, taken: Set<string>): string {
  const words = (device.name ?? type).normalize("NFKD").replaceAll(/[^A-Za-z0-9.]+/g, "-");
  const base = words.replaceAll(/^[-.]+|[-.]+$/g, "").slice(0, 56) || type;
  for (let number = device.name === undefined ? 1 : 0; ; number += 1) {
    const ssid = number === 0 ? base : `${base}-${number}`;
    if (taken.has(ssid)) continue;
    taken.add(ssid);
    return ssid;
  }
}

/** What identifies a device in the field; undefined for one that has nothing of it, such as an MQTT device without a common topic. */
const identityOf = (protocol: string, address: object) => {
  const { address: at, instance, unitId, ups, url, topic } = { ...address } as Record<string, unknown>;
  const known = [at, instance, unitId, ups, url, topic];
  return known.some((one) => one !== undefined) ? JSON.stringify([protocol, ...known]) : undefined;
};

const shownScan = ({ id: _id, settings: _settings, startedAt, ...shown }: repository.ScanRow) => ({
  ...shown,
  startedAt: startedAt.toISOString(),
});

/** @throws AppError `not-found` */
export const listFound: Service<typeof contract.listFound> = async (ctx, { id }) => {
  const gateway = await getGatewayRow(ctx, id);
  const { campusId } = ctx.actor;
  const scan = await repository.findScan(ctx.db, id);
  const rows = await repository.listFound(ctx.db, id);
  const types = await listTypesOf(ctx, campusId);
  const places = await listKnownPlaces(ctx);
  const profiles = new Map((await listAllProfiles(ctx)).map(({ name, content }) => [name, content]));
  const own = await gateways.listDevices(ctx.db, [gateway.id]);
  const byAddress = new Map(own.map((one) => [identityOf(one.protocol ?? "", one.address ?? {}), one.ssid]));
  const taken = new Set(own.map(({ ssid }) => ssid));
  const rules = suggestionRules(types);
  const typeOf = new Map<string, ReturnType<typeof suggestType>[number] | undefined>();
  const devices = rows.flatMap(({ content, foundAt }) => {
    if (!content) return [];
    const {
      protocol,
      key,
      name = key,
      maker = null,
      model = null,
      profile = null,
      remarks,
      points,
    } = content;
    const group = groupOf(content);
    const fitting = profiles.get(profile ?? "");
    const known = fitting?.type;
    const naming = `${group} ${name.replaceAll(/\d+/g, "")} ${model ?? ""}`;
    if (!known && !typeOf.has(naming)) {
      const named = { name, model: model ?? "", vendor: maker ?? "" };
      const [first] = suggestType(rules, { ...named, points: points.map(suggestedOf) });
      typeOf.set(naming, first && first.confidence >= LIKELY ? first : undefined);
    }
    const likely = typeOf.get(naming);
    const [place] = suggestPlace(name, places);
    const identity = identityOf(protocol, content.address);
    const ssid = identity === undefined ? null : (byAddress.get(identity) ?? null);
    return [
      {
        protocol,
        key,
        name,
        maker,
        model,
        profile,
        subscriptions: subscriptionsOf(fitting),
        group,
        ssid,
        remarks,
        address: withoutSecrets(protocol, content.address),
        points: points.length,
        newSsid: ssid ?? newSsidOf(content, known ?? likely?.type ?? "DEVICE", taken),
        type: known
          ? { type: known, confidence: 1 }
          : likely
            ? { type: likely.type, confidence: likely.confidence }
            : null,
        place: place ? { id: Number(place.place), confidence: place.confidence } : null,
        foundAt: foundAt.toISOString(),
      },
    ];
  });
  return {
    scan: scan ? shownScan(scan) : null,
    // Those that can be added come first.
    devices: devices.toSorted(
      (a, b) =>
        Number(a.ssid !== null) - Number(b.ssid !== null) ||
        a.protocol.localeCompare(b.protocol) ||
        a.name.localeCompare(b.name, "en", { numeric: true }),
    ),
    silent: rows.flatMap(({ protocol, key, silentWhy }) =>
      silentWhy === null ? [] : [{ protocol, key, why: silentWhy }],
    ),
  };
};

async function getFound(
  ctx: ActorCtx,
  edgeId: number,
  one: { protocol: string; key: string },
): Promise<FoundDevice> {
  const [row] = await repository.listFound(ctx.db, edgeId, one);
  if (!row?.content) throw new AppError("not-found");
  return row.content;
}

/** @throws AppError `not-found` */
export const listFoundPoints: Service<typeof contract.listFoundPoints> = async (
  ctx,
  { id, type, ...one },
) => {
  await getGatewayRow(ctx, id);
  const device = await getFound(ctx, id, one);
  const rules = suggestionRules(await listTypesOf(ctx, ctx.actor.campusId));
  const likely = device.points.map((point) => {
    if (point.id !== undefined) return { pointId: point.id, confidence: 1 };
    const [first] = suggestPoint(rules, {
      ...suggestedOf(point),
      ...(device.name !== undefined && { deviceName: device.name }),
      ...(type !== undefined && { deviceType: type }),
    });
    return first && first.confidence >= LIKELY ? first : undefined;
  });
  // Of two found points that look the same the surer one comes first.
  const best = new Map<string, number>();
  for (const [at, mine] of likely.entries()) {
    const before = mine && likely[best.get(mine.pointId) ?? -1];
    if (mine && mine.confidence > (before?.confidence ?? 0)) best.set(mine.pointId, at);
  }
  return device.points.map((point, at) => {
    const mine = likely[at];
    const surer = mine && best.get(mine.pointId);
    const { topic } = point.address;
    return {
      name: point.name,
      description: point.description ?? null,
      unit: point.unit ?? null,
      fieldUnit: point.fieldUnit ?? null,
      value: point.value ?? null,
      changedAt: point.changedAt === undefined ? null : new Date(point.changedAt).toISOString(),
      topic: device.protocol === "mqtt" ? (typeof topic === "string" ? topic : "") : null,
      isWritable: point.isWritable ?? false,
      obstacle: point.obstacle ?? null,
      suggestion: mine ? { pointId: mine.pointId, confidence: mine.confidence } : null,
      conflictsWith: surer === undefined || surer === at ? null : (device.points[surer]?.name ?? null),
    };
  });
};

/** The profile of chosen points, as it is written. @throws AppError `input-invalid` */
function writtenOf(
  device: FoundDevice,
  type: EquipmentType | NonNullable<ReturnType<typeof findType>>,
  chosen: readonly { name: string; pointId: string }[],
) {
  const byName = new Map(device.points.map((point) => [point.name, point]));
  const points = chosen.map(({ name, pointId }) => {
    const found = byName.get(name);
    if (!found) throw refused("points", `${name} is not a point of ${device.name ?? device.key}`);
    const known = Object.hasOwn(type.points, pointId) ? type.points[pointId] : undefined;
    if (!known) throw refused("points", `${type.type} has no point "${pointId}"`);
    const isOther = found.unit !== undefined && found.unit !== "none" && found.unit !== known.unit;
    return { id: pointId, ...found.address, ...(isOther && { unit: found.unit }) };
  });
  return { protocol: device.protocol, type: type.type, points };
}

/**
 * Makes found devices devices of the campus: all, or none. Those without a profile that fits get a new one with the chosen points.
 *
 * @throws AppError `not-found`, `gateway-of-files`, `device-id-taken`, `input-invalid`
 */
export const addFound: Service<typeof contract.addFound> = async (
  ctx,
  { id, devices, intervalMs, points },
) => {
  await getManaged(ctx, id);
  const types = await listTypesOf(ctx, ctx.actor.campusId);
  const found = await Promise.all(devices.map((one) => getFound(ctx, id, one)));
  const [first] = found;
  const [wanted] = devices;
  if (!first || !wanted) throw new AppError("not-found");
  if (new Set(found.map(groupOf)).size > 1 || new Set(devices.map(({ type }) => type)).size > 1)
    throw refused("devices", "Add devices with the same points and of the same type together");
  return inTransaction(ctx, async (inner) => {
    const profile = points.length > 0 ? await saveOwn(inner, first, wanted.type) : first.profile;
    if (profile === undefined) throw refused("points", "Choose at least one point");
    for (const [at, { ssid, name, type, place, protocol, address }] of devices.entries())
      await addGatewayDevice(inner, {
        id,
        ssid,
        name,
        type,
        place,
        protocol,
        profile,
        intervalMs,
        address: { ...found[at]?.address, ...address },
      });
    return { profile };
  });

  async function saveOwn(inner: ActorCtx, device: FoundDevice, typeName: string): Promise<string> {
    const type = findType(types, typeName);
    if (!type) throw refused("type", "Choose a type");
    const yaml = stringify(writtenOf(device, type, points), { lineWidth: 0 });
    const known = new Set((await listAllProfiles(inner)).map(({ name }) => name));
    const base =
      `${device.protocol}-${(device.model ?? typeName).toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`
        .replaceAll(/^-+|-+$/g, "")
        .slice(0, 50);
    let name = base;
    for (let number = 2; known.has(name); number += 1) name = `${base}-${number}`;
    await saveProfile(inner, { name, yaml });
    return name;
  }
};
