import type { MessageDescriptor } from "@lingui/core";
import type { RoleId } from "@verandah/contract/roles.ts";
import type { ComponentType } from "react";

import type * as menuIcons from "./shell/menu-icons.ts";

/** One address below `/admin`: its route, its title and its menu entry. */
export interface Screen {
  /** As the router writes it: `$name` matches one segment. */
  readonly path: string;
  readonly name: MessageDescriptor;
  /** The roles that may open it. The server refuses the other roles too. */
  readonly access: readonly RoleId[];
  /** Loaded at the first visit. */
  readonly component: ComponentType & { preload?: () => Promise<void> | undefined };
  /** The menu lists the screens of a group in the order of the screen index. */
  readonly menu?: {
    readonly group: MenuGroup;
    readonly icon: MenuIcon;
    /** Shown after the name. */
    readonly count?: ComponentType;
  };
}

/** `management` is for administrators only. Source: spec 2 §6. */
export type MenuGroup = "main" | "extra" | "management";

type MenuIcon = keyof typeof menuIcons;
