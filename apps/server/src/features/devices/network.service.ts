import type { NetworkNode } from "@verandah/contract/devices/network.ts";

import type { ActorCtx } from "#core/ctx.ts";

import { networkTree } from "./network-tree.ts";
import { listNetwork } from "./network.repository.ts";

/** The network of the caller's campus. */
export async function getNetworkStatus(ctx: ActorCtx): Promise<NetworkNode> {
  const { edges, devices } = await listNetwork(ctx.db, ctx.actor.campusId);
  return networkTree(edges, devices);
}
