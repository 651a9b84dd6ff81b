import { roles } from "@verandah/contract/roles.ts";
import { FOUND_MAX, type search as searchRoute } from "@verandah/contract/search.ts";

import type { Service } from "#core/ctx.ts";

import { listFound } from "./search.repository.ts";

/** What the caller's campus has under a text. Only administrators find users. */
export const search: Service<typeof searchRoute> = (ctx, { text }) => {
  const { campusId, roleId } = ctx.actor;
  const words = text.split(/\s+/);
  return listFound(ctx.db, { campusId, words, limit: FOUND_MAX, hasUsers: roleId === roles.administrator });
};
