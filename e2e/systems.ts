import { z } from "zod";

/** A running system for journeys. */
export interface System {
  readonly url: string;
  /** Folder with its simulator's control port and its mails. */
  readonly dataDir: string;
}

const schema = z.array(z.object({ url: z.url(), dataDir: z.string() })).min(1);

/** Those of VERANDAH_SYSTEMS, a JSON list; otherwise the one that `npm start` runs here. */
export const systems: readonly System[] = schema.parse(
  JSON.parse(process.env["VERANDAH_SYSTEMS"] ?? "null") ?? [
    {
      url: process.env["VERANDAH_URL"] ?? "http://127.0.0.1:3000",
      dataDir: process.env["VERANDAH_DATA_DIR"] ?? "../data",
    },
  ],
);

/**
 * The system of this worker. No two workers share one, because a user has one session. The runner numbers its workers in
 * TEST_PARALLEL_INDEX.
 */
export const system: System = systems[Number(process.env["TEST_PARALLEL_INDEX"] ?? 0)] ?? fail();

function fail(): never {
  throw new Error(`There are ${systems.length} systems, but more workers`);
}
