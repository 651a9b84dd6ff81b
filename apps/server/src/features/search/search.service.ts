import { roles } from "@verandah/contract/roles.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { type Found, FOUND_MAX, type search as searchRoute } from "@verandah/contract/search.ts";

import type { ActorCtx } from "#core/ctx.ts";

import { listFound } from "./search.repository.ts";

/** What the caller's campus has under a text. Only administrators find users. */
export function search(ctx: ActorCtx, { text }: InputOf<typeof searchRoute>): Promise<Found[]> {
  const { campusId, roleId } = ctx.actor;
  const words = text.split(/\s+/);
  return listFound(ctx.db, { campusId, words, limit: FOUND_MAX, hasUsers: roleId === roles.administrator });
}
