import type { AnyRouter } from "@tanstack/react-router";
import type { Session } from "@verandah/contract/auth/auth.ts";

import { admits, landingPath } from "#data/query/session.ts";
import { returnPath } from "#shared/return-path.ts";
import { screenAt } from "#shared/screen-links.ts";

/** Where a user goes after the login: the address to return to, if it is open to the user, otherwise the user's first screen. */
export function arrivalPath(router: AnyRouter, session: Session, from: unknown): string {
  const back = returnPath(from);
  const access = back === undefined ? undefined : screenAt(router, back.replace(/[?#].*$/, ""))?.access;
  return back !== undefined && admits(access ?? [], session.role.id) ? back : landingPath(session);
}
