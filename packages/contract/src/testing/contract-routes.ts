import { readdir } from "node:fs/promises";

import type { Route } from "../route.ts";

const isRoute = (value: unknown): value is Route =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;

/** Every route that a module of the contract exports. */
export async function contractRoutes(): Promise<Route[]> {
  const folder = new URL("../", import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /^(?!testing).*(?<!\.test)\.ts$/.test(file),
  );
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(new URL(file, folder).href)),
  );
  return modules.flatMap((module) => Object.values(module).filter(isRoute));
}
