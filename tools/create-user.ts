import { spawn } from "node:child_process";
import { once } from "node:events";

import { findStartedUrl } from "./postgres/embedded-postgres.ts";
import { describeFailure } from "./process/start-error.ts";
import { DataFolder } from "./system/data-folder.ts";
import { createDatabase } from "./system/database.ts";
import { readStartSettings, repository, type StartSettings } from "./system/settings.ts";

/** The address of the settings' database. The embedded one may run already, or is started until `closing`. @throws StartError */
async function openDatabase(settings: StartSettings, closing: AsyncDisposableStack): Promise<string> {
  const { DATABASE_URL, DATA_DIR } = settings;
  if (DATABASE_URL !== undefined) return DATABASE_URL;
  let folder: DataFolder;
  try {
    folder = new DataFolder(DATA_DIR);
  } catch (error) {
    const url = findStartedUrl(DATA_DIR);
    if (url === undefined) throw error;
    return url;
  }
  closing.defer(() => folder.release());
  const database = createDatabase(folder, (text) => console.error(text));
  closing.defer(() => database.stop());
  return (await database.start()).url;
}

try {
  const settings = readStartSettings(process.env, process.argv.slice(2));
  const closing = new AsyncDisposableStack();
  const databaseUrl = await openDatabase(settings, closing);
  const child = spawn(process.execPath, ["apps/server/src/create-user.ts"], {
    cwd: repository,
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: settings.DATA_DIR },
    stdio: "inherit",
  });
  // A Ctrl-C in the terminal reaches the command too. The database is stopped after it.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill());
  const [code] = await once(child, "exit");
  await closing.disposeAsync();
  process.exit(typeof code === "number" ? code : 1);
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
