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
  /** Loaded when first visited; a screen without one says that it is still to come. */
  readonly component?: ComponentType & { preload?: () => Promise<void> | undefined };
}
