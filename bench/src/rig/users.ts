import { spawn } from "node:child_process";
import { once } from "node:events";

import { Client } from "../../../faults/src/rig/client.ts";
import { StartError } from "../../../tools/process/start-error.ts";
import { repository } from "../../../tools/system/settings.ts";
import { query } from "../../../tools/testing/sql.ts";

const NAME = "bench";
const PASSWORD = "Verandah1";

/** Users with access to everything. */
export interface Users {
  /** The administrator's building. */
  readonly buildingId: number;
  /** A session's token, for `Authorization: Bearer`. */
  readonly token: string;
  /** Tokens of `count` other users, each with their own session; created at the first call. */
  readonly tokensOf: (count: number) => Promise<string[]>;
}

/** Creates the administrator like a user, and logs in. @throws StartError with the command's output */
export async function createAdministrator(url: string, databaseUrl: string): Promise<Users> {
  const child = spawn(process.execPath, ["apps/server/src/create-user.ts"], {
    cwd: repository,
    env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl },
    stdio: ["pipe", "ignore", "pipe"],
  });
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => (words += chunk.toString()));
  child.stdin.end(`${NAME}\nbench@localhost.example\nadministrator\n${PASSWORD}\n`);
  await once(child, "close");
  if (child.exitCode !== 0) throw new StartError(`No administrator was made:\n${words.trim()}`);
  const session = await logIn(url, NAME);
  const tokens: string[] = [];
  return {
    buildingId: session.building.id,
    token: session.token,
    async tokensOf(count) {
      if (tokens.length < count) await copyAdministrator(databaseUrl, count);
      while (tokens.length < count) {
        const { token } = await logIn(url, `${NAME}${tokens.length + 1}`);
        tokens.push(token);
      }
      return tokens.slice(0, count);
    },
  };
}

async function logIn(url: string, username: string) {
  const session = await new Client(url).login(username);
  return { ...session, token: session.token.replace(/^JWT /, "") };
}

/** Fifty users as copies with the same password. */
async function copyAdministrator(databaseUrl: string, count: number): Promise<void> {
  await query(
    databaseUrl,
    `insert into users (campus_id, building_id, username, password_hash, role_id, created_at)
     select campus_id, building_id, username || n, password_hash, role_id, created_at
     from users, generate_series(1, $2::int) as n where username = $1
     on conflict do nothing`,
    [NAME, count],
  );
}
