import { existsSync, watch } from "node:fs";
import path from "node:path";

import { repository } from "./settings.ts";

/** Editors write a file in several steps; one restart is enough for them all, ms. */
const QUIET_MS = 200;

/** Calls `onChange` after something has changed in one of the folders, once for changes that come together. */
export function watchSources(folders: readonly string[], onChange: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of folders.filter((name) => existsSync(path.join(repository, name))))
    watch(path.join(repository, folder), { recursive: true }, (_event, file) => {
      if (!file || file.endsWith("~") || /\.test\.tsx?$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, QUIET_MS);
    });
}
