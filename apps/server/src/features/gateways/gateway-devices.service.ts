import type * as contract from "@verandah/contract/gateways/gateways.ts";
import { protocolFields } from "@verandah/contract/gateways/protocol-fields.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { findType } from "@verandah/equipment/catalogue.ts";
import { ssid as ssidOf } from "@verandah/field/identifiers.ts";
import { profileName, writtenProfile } from "@verandah/field/protocols/fields.ts";
import { type DeviceProfile, deviceSettings } from "@verandah/field/protocols/protocols.ts";
import { stringify } from "yaml";
import { z } from "zod";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";
import { beginFirstHours, importDevices } from "#features/devices/devices-import.service.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";

import * as repository from "./gateways.repository.ts";
import {
  getGatewayRow,
  getManaged,
  modelSections,
  sectionNames,
  withoutSecrets,
} from "./gateways.service.ts";
import { measuresMsOf, pollMsOf } from "./models.service.ts";
import {
  addProfilePoints,
  check,
  listAllProfiles,
  pointsOf,
  profileOf,
  readYaml,
  refused,
  refuseIssues,
} from "./profiles.service.ts";

type Reach = repository.Reach;

/** @throws AppError `input-invalid` with each wrong field of the address, such as `address.instance` */
function checkReach({ protocol, address, profile, intervalMs }: Reach, ssid: string): void {
  const own = { ssid, driver: protocol, profile, ...(intervalMs !== null && { intervalMs }) };
  const parsed = check(deviceSettings, { ...address, ...own });
  if (parsed.success) return;
  const fields = parsed.error.issues.map(({ path, message }) => {
    const [first] = path;
    const name = first === undefined ? "address" : String(first);
    if (name === "driver") return ["protocol", message];
    return [name in own ? name : ["address", ...path].join("."), message];
  });
  throw new AppError("input-invalid", { fields: Object.fromEntries(fields) });
}

/** A profile that a device can have. @throws AppError `input-invalid` when the profile is for other devices */
async function chooseProfile(
  ctx: ActorCtx,
  { protocol, profile: name }: Reach,
  type: string,
): Promise<DeviceProfile> {
  const found = (await listAllProfiles(ctx)).find((one) => one.name === name)?.content;
  if (!found) throw refused("profile", "Choose a profile");
  if (found.protocol !== protocol) throw refused("profile", `This profile is for ${found.protocol}`);
  if (found.type !== undefined && found.type !== type)
    throw refused("profile", `This profile is for devices of the type ${found.type}`);
  return found;
}

/**
 * Adds a device behind a gateway with a model.
 *
 * @throws AppError `not-found`, `gateway-of-files`, `device-id-taken`, `input-invalid`
 */
export const addGatewayDevice: Service<typeof contract.addGatewayDevice> = async (ctx, input) => {
  const { id, ssid, name, place, type: typeName, ...reach } = input;
  const gateway = await getManaged(ctx, id);
  const location = await getLocationRow(ctx, place);
  const type = findType(await listTypesOf(ctx, ctx.actor.campusId), typeName);
  if (!type) throw refused("type", "Choose a type");
  checkReach(reach, ssid);
  const profile = await chooseProfile(ctx, reach, typeName);
  const points = pointsOf(type, profile, measuresMsOf(reach, pollMsOf(gateway.modelSettings)));
  return inTransaction(ctx, async (inner) => {
    if (await repository.isSsidTaken(inner.db, ssid))
      throw new AppError("device-id-taken", { fields: { ssid: "Another device has this address." } });
    await importDevices(inner, {
      campusId: inner.actor.campusId,
      edges: [],
      devices: [
        {
          ssid,
          name,
          type: type.type,
          subsystem: type.subsystem,
          location: "place",
          edge: gateway.ssid,
          points,
        },
      ],
      locationIds: new Map([["place", location.id]]),
    });
    await repository.upsertReach(inner.db, [{ ssid, ...reach }]);
    const after = { ...input, address: withoutSecrets(reach.protocol, reach.address) };
    await recordAudit(inner, { action: "add-device", target: `device:${ssid}`, after });
    return { ssid };
  });
};

/**
 * Changes how a gateway reaches a device.
 *
 * @throws AppError `not-found`, `gateway-of-files`, `input-invalid`
 */
export const editGatewayDevice: Service<typeof contract.editGatewayDevice> = async (
  ctx,
  { ssid, ...input },
) => {
  const { campusId } = ctx.actor;
  const device = await repository.findDevice(ctx.db, campusId, ssid);
  if (!device) throw new AppError("not-found");
  const gateway = await getManaged(ctx, device.edgeId);
  const before = (await repository.listDevices(ctx.db, [device.edgeId])).find((one) => one.ssid === ssid);
  const isSame = before?.protocol === input.protocol;
  const inForm = new Set((protocolFields[input.protocol] ?? []).map(({ name }) => name));
  // A form has no secrets, and no lists such as the availability of an MQTT device.
  const kept = isSame
    ? {
        ...Object.fromEntries(Object.entries(before.address).filter(([name]) => !inForm.has(name))),
        ...withoutSecrets(input.protocol, before.address, true),
      }
    : {};
  const reach = { ...input, address: { ...kept, ...input.address } };
  checkReach(reach, ssid);
  const profile = await chooseProfile(ctx, reach, device.type);
  const types = await listTypesOf(ctx, campusId);
  await inTransaction(ctx, async (inner) => {
    await repository.upsertReach(inner.db, [{ ssid, ...reach }]);
    await addProfilePoints(inner, [device], profile, types);
    await recordAudit(inner, {
      action: "edit-gateway-device",
      target: `device:${ssid}`,
      before: before && { ...before, address: withoutSecrets(before.protocol ?? "", before.address) },
      after: { ...reach, gateway: gateway.ssid, address: withoutSecrets(reach.protocol, reach.address) },
    });
  });
  return {};
};

const settingsFile = z.looseObject({
  ssid: ssidOf,
  devices: z.array(z.looseObject({ ssid: ssidOf, driver: z.string(), profile: profileName })).default([]),
  profiles: z.record(profileName, writtenProfile).default({}),
});

/** What a settings file of a gateway has of the site model. @throws AppError `input-invalid` for the field `yaml` */
async function readSettingsFile(ctx: ActorCtx, text: string) {
  const yaml = readYaml(text);
  const file = check(settingsFile, yaml.value);
  if (!file.success) return refuseIssues(file.error.issues, yaml);
  const { ssid, devices, profiles, ...others } = file.data;
  const named = Object.entries(others).filter(([name]) => sectionNames.includes(name));
  const checked = check(modelSections.extend({ devices: z.array(deviceSettings) }), {
    ...Object.fromEntries(named),
    devices,
  });
  if (!checked.success) return refuseIssues(checked.error.issues, yaml);
  const sections = z.record(z.string(), z.record(z.string(), z.unknown())).parse(Object.fromEntries(named));
  const types = await listTypesOf(ctx, ctx.actor.campusId);
  const own = new Map(
    Object.entries(profiles).map(([name, content]) => [
      name,
      profileOf(content, types, { ...yaml, placeOf: (at) => yaml.placeOf(["profiles", name, ...at]) }),
    ]),
  );
  const all = new Map((await listAllProfiles(ctx)).map(({ name, content }) => [name, content]));
  const reached = devices.map(({ ssid: device, driver, profile, intervalMs, ...address }, at) => {
    const content = own.get(profile) ?? all.get(profile);
    const place = yaml.placeOf(["devices", at]);
    if (!content) throw refused("yaml", `${place}: There is no profile ${profile}`);
    if (content.protocol !== driver) throw refused("yaml", `${place}: ${profile} is for ${content.protocol}`);
    const interval = z.number().nullable().catch(null).parse(intervalMs);
    return { ssid: device, protocol: driver, profile, intervalMs: interval, address, content, place };
  });
  return { ssid, sections, profiles, reached, types };
}

/** The devices of a settings file, each with the device of the campus that it is, and its type. @throws AppError `input-invalid` */
async function planImport(ctx: ActorCtx, gateway: repository.GatewayRow, text: string) {
  const { ssid, sections, profiles, reached, types } = await readSettingsFile(ctx, text);
  if (ssid !== gateway.ssid)
    throw refused("yaml", `This file is of the gateway ${ssid}, not of ${gateway.ssid}`);
  const known = new Map((await repository.listDevices(ctx.db, [gateway.id])).map((one) => [one.ssid, one]));
  const settings = { ...gateway.modelSettings, ...sections };
  const devices = await Promise.all(
    reached.map(async ({ content, place, ...reach }) => {
      const device = known.get(reach.ssid);
      const type = findType(types, device?.type ?? content.type ?? "");
      if (!type) throw refused("yaml", `${place}: The profile ${reach.profile} has no type of this campus`);
      if (content.type !== undefined && content.type !== type.type)
        throw refused("yaml", `${place}: ${reach.ssid} is a device of the type ${type.type}`);
      if (!device && (await repository.isSsidTaken(ctx.db, reach.ssid)))
        throw refused("yaml", `${place}: ${reach.ssid} is not a device of this gateway`);
      const points = pointsOf(type, content, measuresMsOf(reach, pollMsOf(settings)));
      return { reach, type, points, deviceId: device?.id };
    }),
  );
  return { devices, profiles, sections, settings };
}

/**
 * Stores the settings file of a gateway as its model, or shows its changes. The gateway then gets its devices from the server as
 * soon as it has joined with a claim code.
 *
 * @throws AppError `not-found`, `input-invalid`
 */
export const importGatewayFile: Service<typeof contract.importGatewayFile> = async (ctx, input) => {
  const gateway = await getGatewayRow(ctx, input.id);
  const location = await getLocationRow(ctx, input.place);
  const { devices, profiles, sections, settings } = await planImport(ctx, gateway, input.yaml);
  const preview = {
    devices: devices.map(({ reach: { ssid }, type, deviceId }) => ({
      ssid,
      type: type.type,
      isNew: deviceId === undefined,
    })),
    profiles: Object.keys(profiles),
    sections: Object.keys(sections),
  };
  if (!input.isConfirmed) return preview;
  const { campusId } = ctx.actor;
  const { id, ssid, name } = gateway;
  await inTransaction(ctx, async (inner) => {
    for (const [profile, content] of Object.entries(profiles))
      await repository.upsertProfile(inner.db, {
        campusId,
        name: profile,
        yaml: stringify(content, { lineWidth: 0 }),
      });
    const added = devices.flatMap(({ reach, type: { type, subsystem }, points, deviceId }) => {
      const facts = { ssid: reach.ssid, name: reach.ssid, type, subsystem, points };
      return deviceId === undefined ? [{ ...facts, location: "place", edge: ssid }] : [];
    });
    const locationIds = new Map([["place", location.id]]);
    await importDevices(inner, { campusId, edges: [], devices: added, locationIds });
    await repository.updateGateway(inner.db, id, { name, settings });
    await repository.upsertReach(
      inner.db,
      devices.map(({ reach }) => reach),
    );
    await repository.updatePointIntervals(inner.db, id, pollMsOf(settings));
    await beginFirstHours(
      inner,
      devices.flatMap(({ deviceId }) => deviceId ?? []),
    );
    await recordAudit(inner, { action: "import-gateway", target: `gateway:${ssid}`, after: preview });
  });
  return preview;
};
