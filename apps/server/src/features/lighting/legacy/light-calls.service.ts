import type * as contract from "@verandah/contract/legacy/lights.ts";
import type { Lights } from "@verandah/contract/lighting/lights.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { channelSuffixes, lightStatus, lightWrite } from "@verandah/equipment/light-group.ts";

import type { Service } from "#core/ctx.ts";
import { getCommandBatch } from "#features/commands/command-lists.service.ts";
import { originOf, sendCommands } from "#features/commands/commands.service.ts";

import { listMeasuredLights, type MeasuredLight, readChannel } from "../lighting.service.ts";

// The calls of the specification for lights. They use the general services of devices.

/** Lighting devices in the format of the specification. @throws AppError `not-found` */
export const getLights: Service<typeof contract.getLights> = async (ctx, input) => {
  const found = await listMeasuredLights(ctx, input);
  return {
    lights: found.lights.map((one) => toDevice(one, found.zones)),
    occupancy: found.occupancy.map(({ zoneId, people }) => ({ id: zoneId, data: people })),
  };
};

function toDevice(one: MeasuredLight, zones: Lights["zones"]): contract.LightingDevice {
  const newest = one.newestCommand;
  const zone = zones.find(({ id }) => id === one.zoneId);
  const placed = {
    zoneId: one.zoneId,
    zoneName: zone?.name ?? "",
    areaId: one.areaId,
    areaName: zone?.areas.find(({ id }) => id === one.areaId)?.name ?? "",
    created_at: newest?.at ?? null,
  };
  // The specification's tablet sends no name of a source.
  const source = newest ? (newest.origin === "person" ? "Null" : newest.origin) : null;
  const channels = channelSuffixes[one.type].map((suffix) => {
    const channel = readChannel(one, suffix);
    return { status: lightStatus(channel) ?? ("" as const), light_level: channel.level };
  });
  const { ssid: mac, name } = one;
  if (one.type === "WAC")
    return {
      deviceType: "ANALOG_CONTROLLER",
      master: { mac, name, cmd: source, ...placed },
      channels: channels.map((channel, at) => ({ name: `Channel ${at + 1}`, dimmable: true, ...channel })),
    };
  return {
    deviceType: "DALI_CONTROLLER",
    master: { mac, name },
    slaves: channels.map((channel) => ({ mac, name, ...channel, cmd_data: source, ...placed })),
  };
}

/** Channels of an analog controller by the specification's number. Source: spec 2 §9. */
const suffixesOf: Readonly<Record<number, readonly string[]>> = {
  1: ["_1"],
  2: ["_2"],
  3: ["_1"],
  4: ["_2"],
  5: ["_1", "_2"],
};

/** Commands lights as one batch. @throws AppError `input-invalid` without the part of its type */
export const controlLights: Service<typeof contract.controlLights> = async (ctx, input) => {
  const change = input[input.type];
  if (!change)
    throw new AppError("input-invalid", { fields: { [input.type]: `Give the lights of ${input.type}` } });
  if (change.mode === "manual" && change.intensity === undefined)
    throw new AppError("input-invalid", { fields: { intensity: "Give an intensity from 0 to 100" } });
  const { paramId, value } = lightWrite(
    change.mode === "auto" ? { to: "auto" } : { to: "intensity", percent: change.intensity ?? 0 },
  );
  const targets =
    "dali" in change
      ? change.dali.map((ssid) => ({ ssid, suffix: "" }))
      : change.wac.flatMap(({ macId, channel }) =>
          (suffixesOf[channel] ?? []).map((suffix) => ({ ssid: macId, suffix })),
        );
  const { batchId, commands, refused } = await sendCommands(ctx, {
    writes: targets.map(({ ssid, suffix }) => ({ ssid, paramId: paramId + suffix, value })),
    origin: originOf(ctx),
  });
  const isUnreachable = refused.some(({ code }) => code === "device-unreachable");
  const message = commands.length > 0 ? "success" : isUnreachable ? "Please connect to a network" : "failure";
  return { message, batchId, batchLength: commands.length };
};

/** Whether every command of a batch is confirmed. @throws AppError `not-found` */
export const getEventStatus: Service<typeof contract.getEventStatus> = async (
  ctx,
  { batchId, batchLength },
) => {
  const { counts, refused } = await getCommandBatch(ctx, { id: batchId });
  const { verified = 0, failed = 0, expired = 0, superseded = 0, ...open } = counts;
  if (Object.values(open).some((count) => (count ?? 0) > 0)) return { message: "pending" };
  // A light that is listed twice gets only one command.
  const isRefused = refused.some(({ code }) => code !== "write-repeated");
  const isWhole = failed + expired + superseded === 0 && verified >= (batchLength ?? 1) && !isRefused;
  return { message: isWhole ? "success" : "failure" };
};
