const isFull = process.env["FAULTS"] === "full";

/** How much is broken: all of it with `npm run test:faults`, a short form of each test within `npm test`. */
export const sizes = {
  /** Whether the data lie on a disk; what survives a kill -9 does so in memory as well. */
  isOnDisk: isFull,
  /** Times that the server is killed. */
  serverKills: isFull ? 20 : 3,
  /** Times that PostgreSQL is killed and comes back at once. */
  databaseKills: isFull ? 5 : 1,
  withoutDatabaseMs: isFull ? 60_000 : 4_000,
  /** How long a gateway is cut off, which is an hour of the simulated world. */
  cutOffMs: isFull ? 60_000 : 6_000,
  /** Times that the default schedule is changed, and minutes at which it switches; a server is killed at each. */
  scheduleChanges: isFull ? 40 : 3,
  scheduleMinutes: isFull ? 10 : 0,
  /** Lamps with a schedule each. All begin at one quarter of an hour, when servers are killed, and end at the next. */
  lamps: isFull ? 20 : 0,
  /** Servers killed while units wait to be restored, which takes minutes. */
  restoreKills: isFull ? 3 : 0,
  garbageConnections: 2_000,
  /** Rounds of garbage between the two looks at the server's memory. */
  garbageRounds: isFull ? 5 : 1,
  strangersFrameBytes: 200 * 1_024 * 1_024,
} as const;

/** The longest wait for something that must come, on a machine that is busy, ms. */
export const TIME_LIMIT_MS = 120_000;
