import { mkdirSync } from "node:fs";
import path from "node:path";

import { type EmbeddedPostgres, startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { findCluster, removeCluster } from "../postgres/placement.ts";
import { makeDataFolder } from "./started-system.ts";

/** A data folder in a folder that every account may enter, and its databases. */
export class DatabaseFixture {
  readonly #folder = makeDataFolder();
  readonly parent = this.#folder.path;
  dataDir = path.join(this.parent, "data");

  constructor() {
    mkdirSync(this.dataDir);
  }

  /** The folder of its database. */
  get cluster(): string {
    return findCluster(this.dataDir) ?? "";
  }

  start(): Promise<EmbeddedPostgres> {
    return startEmbeddedPostgres({ dataDir: this.dataDir });
  }

  async remove(): Promise<void> {
    if (this.cluster) await removeCluster(this.cluster);
    await this.#folder.remove();
  }
}
