import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import pg from "pg";

import { type EmbeddedPostgres, startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { findCluster, removeCluster } from "../postgres/placement.ts";

/** A data folder in a folder that every account may enter, and its databases. */
export class DatabaseFixture {
  readonly parent: string;
  dataDir: string;

  constructor() {
    this.parent = mkdtempSync(path.join(os.tmpdir(), "verandah-postgres-"));
    chmodSync(this.parent, 0o711);
    this.dataDir = path.join(this.parent, "data");
    mkdirSync(this.dataDir);
  }

  /** The folder of its database. */
  get cluster(): string {
    return findCluster(this.dataDir) ?? "";
  }

  start(): Promise<EmbeddedPostgres> {
    const { signal } = new AbortController();
    return startEmbeddedPostgres({
      dataDir: this.dataDir,
      print: () => undefined,
      log: () => undefined,
      signal,
    });
  }

  async remove(): Promise<void> {
    if (this.cluster) await removeCluster(this.cluster);
    rmSync(this.parent, { recursive: true, force: true });
  }
}

/** Rows of one statement, on a connection of its own. */
export async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
