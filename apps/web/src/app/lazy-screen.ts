import { type ComponentType, createElement, use } from "react";

import { ServerUnreachable } from "#shared/call.ts";
import { loadRestOfApp } from "#shared/use-loaded.ts";

/** The server no longer has a file of the page: a newer version was installed. */
export class PageOutdated extends Error {
  constructor(cause: unknown) {
    super("A newer version of this page is installed.", { cause });
    this.name = "PageOutdated";
  }
}

interface Options {
  /** The screen does not wait for the rest of the app: a phone with a slow network shows it sooner. */
  isFirst?: boolean;
}

/**
 * A component whose code is loaded when the router opens its screen. After a failure it is loaded again at the next opening.
 *
 * @throws ServerUnreachable while rendering, when the server does not answer
 * @throws PageOutdated while rendering, when the server answers without the file
 */
export function lazyScreen<M extends Record<K, ComponentType>, K extends string>(
  importer: () => Promise<M>,
  name: K,
  { isFirst = false }: Options = {},
) {
  let Loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  let hasFailed = false;

  async function load(): Promise<ComponentType> {
    hasFailed = false;
    try {
      const [module] = await Promise.all([importer(), isFirst || loadRestOfApp()]);
      Loaded = module[name];
      return Loaded;
    } catch (error) {
      hasFailed = true;
      const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => undefined);
      throw answer?.ok ? new PageOutdated(error) : new ServerUnreachable(error);
    }
  }
  /** The router calls it before it shows the screen; the screen handles the error. */
  function preload(): Promise<void> {
    if (!loading || hasFailed) loading = load();
    return loading.then(
      () => undefined,
      () => undefined,
    );
  }
  function LazyScreen() {
    return createElement(Loaded ?? use((loading ??= load())));
  }
  return Object.assign(LazyScreen, { preload });
}

/** A component of the first page of a farmer's phone. */
export const firstScreen = (name: "Shell" | "PumpsScreen") =>
  lazyScreen(async () => (await import("./first-page.ts")).firstPage, name, { isFirst: true });
