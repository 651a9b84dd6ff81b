import type { MessageDescriptor } from "@lingui/core";
import { type AnyRouter, useRouter } from "@tanstack/react-router";
import type { RoleId } from "@verandah/contract/roles.ts";

import { admits, useSession } from "#data/query/session.ts";

/** What links need to know of a screen. */
export interface LinkedScreen {
  readonly name: MessageDescriptor;
  /** The roles that may see it. */
  readonly access: readonly RoleId[];
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    readonly screen?: LinkedScreen;
  }
}

/** The screen at a path; undefined where the screen index has none. */
export function screenAt(router: AnyRouter, path: string): LinkedScreen | undefined {
  return router.getMatchedRoutes(path)[2]?.options.staticData?.screen;
}

/** Returns the first path that this user can open, so that links with alternatives always work. */
export function useFirstBuilt(): (...paths: string[]) => string | undefined {
  const router = useRouter();
  const { role } = useSession();
  return (...paths) => paths.find((path) => admits(screenAt(router, path)?.access ?? [], role.id));
}
