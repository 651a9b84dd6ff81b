import type { NetworkNode } from "@verandah/contract/devices/network.ts";
import { driverStatus } from "@verandah/field/payloads.ts";
import { z } from "zod";

import type { ActorCtx } from "#core/ctx.ts";

import { type NetworkDevice, type NetworkEdge, listNetwork } from "./network.repository.ts";

const driverList = z.array(driverStatus).catch([]);
const byName = new Intl.Collator("en", { numeric: true });

const empty: Omit<NetworkNode, "id" | "name" | "kind" | "children" | "state" | "counts"> = {
  type: null,
  ssid: null,
  offlineReason: null,
  lastSeenAt: null,
  stateSince: null,
  firmware: null,
  latencyMs: null,
  missedPolls: null,
  outboxPending: null,
  driversDown: [],
};

function countsOf(children: readonly NetworkNode[]): NetworkNode["counts"] {
  const add = (key: keyof NetworkNode["counts"]) =>
    children.reduce((sum, { counts }) => sum + counts[key], 0);
  return { devices: add("devices"), offline: add("offline"), unknown: add("unknown") };
}

/** The state of a group: the worst state of its devices. */
function stateOf({ offline, unknown }: NetworkNode["counts"]): NetworkNode["state"] {
  return offline > 0 ? "offline" : unknown > 0 ? "unknown" : "online";
}

const newestOf = (children: readonly NetworkNode[]) =>
  children
    .map(({ lastSeenAt }) => lastSeenAt)
    .reduce((one, other) => ((other ?? "") > (one ?? "") ? other : one), null);

function deviceNode(device: NetworkDevice, edge: NetworkEdge): NetworkNode {
  // The state of a device is unknown while the gateway that reports its health is not connected.
  const isHidden = device.needsConnection && edge.state !== "online";
  const state = isHidden ? "unknown" : device.state;
  return {
    ...empty,
    id: `device:${device.ssid}`,
    name: device.name,
    kind: "device",
    state,
    type: device.type,
    ssid: device.ssid,
    offlineReason: device.offlineReason,
    lastSeenAt: device.lastSeenAt?.toISOString() ?? null,
    stateSince: (isHidden ? edge : device).stateSince?.toISOString() ?? null,
    firmware: edge.kind === "device" ? edge.software : null,
    latencyMs: isHidden ? null : device.latencyMs,
    missedPolls: isHidden ? null : device.missedPolls,
    counts: { devices: 1, offline: Number(state === "offline"), unknown: Number(state === "unknown") },
    children: [],
  };
}

/** Devices by their type, each type in natural order of the names. */
function groupsOf(id: string, nodes: readonly NetworkNode[]): NetworkNode[] {
  const byType = Map.groupBy(nodes, ({ type }) => type ?? "");
  return [...byType].map(([type, all]) => {
    const children = all.toSorted((one, other) => byName.compare(one.name, other.name));
    const counts = countsOf(children);
    return {
      ...empty,
      id: `${id}/${type}`,
      name: type,
      kind: "group",
      state: stateOf(counts),
      type,
      lastSeenAt: newestOf(children),
      counts,
      children,
    };
  });
}

function gatewayNode(edge: NetworkEdge, devices: readonly NetworkDevice[]): NetworkNode {
  const id = `gateway:${edge.ssid}`;
  const children = groupsOf(
    id,
    devices.map((device) => deviceNode(device, edge)),
  );
  const drivers = driverList.parse(edge.drivers ?? []);
  return {
    ...empty,
    id,
    name: edge.name,
    kind: "gateway",
    state: edge.state,
    ssid: edge.ssid,
    lastSeenAt: newestOf(children),
    stateSince: edge.stateSince?.toISOString() ?? null,
    firmware: edge.software,
    outboxPending: edge.outboxPending,
    driversDown: drivers.filter(({ isUp }) => !isUp).map(({ protocol }) => protocol),
    counts: countsOf(children),
    children,
  };
}

/** Server, gateways and devices of a campus as a tree. Devices with their own connection are directly below the server, by type. */
export function networkTree(edges: readonly NetworkEdge[], devices: readonly NetworkDevice[]): NetworkNode {
  const byEdge = Map.groupBy(devices, ({ edgeId }) => edgeId);
  const gateways = edges
    .filter(({ kind }) => kind === "gateway")
    .toSorted((one, other) => byName.compare(one.name, other.name))
    .map((edge) => gatewayNode(edge, byEdge.get(edge.id) ?? []));
  const alone = edges
    .filter(({ kind }) => kind === "device")
    .flatMap((edge) => (byEdge.get(edge.id) ?? []).map((device) => deviceNode(device, edge)));
  const children = [...gateways, ...groupsOf("own", alone)];
  const counts = countsOf(children);
  return {
    ...empty,
    id: "server",
    name: "Verandah",
    kind: "server",
    // The server answers this call, so it is online.
    state: "online",
    lastSeenAt: newestOf(children),
    counts,
    children,
  };
}

export async function getNetworkStatus(ctx: ActorCtx): Promise<NetworkNode> {
  const { edges, devices } = await listNetwork(ctx.db, ctx.actor.campusId);
  return networkTree(edges, devices);
}
