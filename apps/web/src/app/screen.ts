import type { MessageDescriptor } from "@lingui/core";
import type { RoleId } from "@verandah/contract/roles.ts";
import type { ComponentType } from "react";

/** One address below `/admin`. */
export interface Screen {
  /** In the router's manner: `$name` stands for any one segment. */
  readonly path: string;
  readonly name: MessageDescriptor;
  /** One line: what the screen shows. */
  readonly about: MessageDescriptor;
  /** The roles that may see it; the server refuses the others anyway. */
  readonly access: readonly RoleId[];
  /** Loaded at the first visit. A screen without one is not built yet: no menu entry and no link leads to it. */
  readonly component?: ComponentType & { preload?: () => Promise<void> | undefined };
  /** The path of the screen to offer while this one has no component; its `$name` are parameters of this one. */
  readonly nearest?: string;
}

/** The roles for which links and menu entries lead to a screen: none while it is not built. */
export function linkedRoles(screen: Screen): readonly RoleId[] {
  return screen.component ? screen.access : [];
}
