import { spawn } from "node:child_process";
import { once } from "node:events";

import { findStartedUrl, startEmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import { describeFailure } from "./process/start-error.ts";
import { DataFolder } from "./system/data-folder.ts";
import { readStartSettings, repository, type StartSettings } from "./system/settings.ts";

interface Database {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The database of the settings. The embedded one may run already, or is started for this command. @throws StartError */
async function openDatabase({ databaseUrl, dataDir }: StartSettings): Promise<Database> {
  if (databaseUrl !== undefined) return { url: databaseUrl, close: () => Promise.resolve() };
  let folder: DataFolder;
  try {
    folder = new DataFolder(dataDir);
  } catch (error) {
    const url = findStartedUrl(dataDir);
    if (url === undefined) throw error;
    return { url, close: () => Promise.resolve() };
  }
  const postgres = await startEmbeddedPostgres({
    dataDir,
    print: (text) => console.error(text),
    log: folder.openLog("postgres"),
  });
  return {
    url: postgres.url,
    async close() {
      await postgres.stop();
      folder.release();
    },
  };
}

try {
  const settings = readStartSettings(process.env);
  const database = await openDatabase(settings);
  const child = spawn(process.execPath, ["apps/server/src/create-user.ts"], {
    cwd: repository,
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: settings.dataDir },
    stdio: "inherit",
  });
  // A Ctrl-C in the terminal reaches the command too. The database is stopped after it.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill());
  process.on("message", () => child.kill());
  const [code] = await once(child, "exit");
  await database.close();
  process.exit(typeof code === "number" ? code : 1);
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
