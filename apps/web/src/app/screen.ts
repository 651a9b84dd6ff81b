import type { MessageDescriptor } from "@lingui/core";
import type { RoleId } from "@verandah/contract/roles.ts";
import type { ComponentType } from "react";

/** One address below `/admin`: its route, its title and its menu entry. */
export type Screen = BuiltScreen | PlannedScreen;

interface Declared {
  /** As the router writes it: `$name` matches one segment. */
  readonly path: string;
  readonly name: MessageDescriptor;
  /** The roles that may open it. The server refuses the other roles too. */
  readonly access: readonly RoleId[];
}

export interface BuiltScreen extends Declared {
  /** Loaded at the first visit. */
  readonly component: ComponentType & { preload?: () => Promise<void> | undefined };
  /** The menu lists the screens of a group in the order of the screen index. */
  readonly menu?: { readonly group: MenuGroup; readonly icon: Icon };
}

/** A screen that is not built yet. No menu entry and no link leads to it. */
export interface PlannedScreen extends Declared {
  readonly component?: never;
  /** One line: what the screen will show. */
  readonly about: MessageDescriptor;
}

/** `management` is for administrators only. Source: spec 2 §6. */
export type MenuGroup = "main" | "extra" | "management";

type Icon = ComponentType<{ size?: number; stroke?: number; "aria-hidden"?: boolean }>;

/** The roles for which links and menu entries lead to a screen: none while it is not built. */
export function linkedRoles(screen: Screen): readonly RoleId[] {
  return screen.component ? screen.access : [];
}
