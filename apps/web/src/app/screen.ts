import type { MessageDescriptor } from "@lingui/core";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { System } from "@verandah/contract/equipment.ts";
import type { RoleId } from "@verandah/contract/roles.ts";
import type { ComponentType, FunctionComponent } from "react";

import { ServerUnreachable } from "#shared/call.ts";

import type * as menuIcons from "./shell/menu-icons.ts";

/** One address below `/admin`: its route, its title and its menu entry. */
export interface Screen {
  /** As the router writes it: `$name` matches one segment. */
  readonly path: string;
  readonly name: MessageDescriptor;
  /** The campus needs one of them: without, the menu and the search leave the screen out, and its address names the missing system. */
  readonly systems?: readonly System[];
  /** The roles that may open it. The server refuses the other roles too. */
  readonly access: readonly RoleId[];
  /** Loaded at the first visit. */
  readonly component: ComponentType & { preload?: (() => Promise<void> | undefined) | undefined };
  /** The menu lists the screens of a job in the order of the screen index. */
  readonly menu?: {
    readonly job: MenuJob;
    readonly icon: MenuIcon;
    /** Shown after the name. */
    readonly count?: ComponentType;
  };
}

/** The parts of the menu, in its order. `management` is for administrators only. Source: spec 2 §6, product page "Deliberate differences". */
export const menuJobs = [
  "home",
  "alarms",
  "spaces",
  "equipment",
  "schedules",
  "energy",
  "bookings",
  "reports",
  "pumps",
  "administration",
  "management",
] as const;
export type MenuJob = (typeof menuJobs)[number];

type MenuIcon = keyof typeof menuIcons;

/**
 * A component whose code the router loads when it opens the screen, and again after a failure. When the server answers without the file, a
 * newer version was installed, and the router reloads the page once. During an outage the page stays.
 *
 * @throws ServerUnreachable while rendering, when the server does not answer
 */
export const lazyScreen = <K extends string, P = object>(
  importer: () => Promise<Record<K, FunctionComponent<P>>>,
  name: K,
) =>
  lazyRouteComponent(async (): Promise<Record<string, FunctionComponent<P>>> => {
    try {
      return await importer();
    } catch (error) {
      const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => undefined);
      throw answer?.ok ? error : new ServerUnreachable(error);
    }
  }, name);
