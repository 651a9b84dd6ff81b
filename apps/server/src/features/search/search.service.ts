import { buildingOperators, roles } from "@verandah/contract/roles.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { type Found, FOUND_MAX, type search as searchRoute } from "@verandah/contract/search.ts";

import type { ActorCtx } from "#core/ctx.ts";

import { listFound } from "./search.repository.ts";

/** Everything of the caller's campus under a text. Operators find the people of companies too, and administrators the users. */
export function search(ctx: ActorCtx, { text }: InputOf<typeof searchRoute>): Promise<Found[]> {
  const { campusId, roleId } = ctx.actor;
  const words = text.split(/\s+/);
  const hasPeople = buildingOperators.some((id) => id === roleId);
  const hasUsers = roleId === roles.administrator;
  return listFound(ctx.db, { campusId, words, limit: FOUND_MAX, hasPeople, hasUsers });
}
