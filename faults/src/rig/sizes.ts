const isFull = process.env["FAULTS"] === "full";

/** Size of the tests: full with `npm run test:faults`, a short form of each within `npm test`. */
export const sizes = {
  /** Whether the data are on a disk; data that survive a kill -9 there also survive it in memory. */
  isOnDisk: isFull,
  /** Number of kills of the server. */
  serverKills: isFull ? 20 : 3,
  /** Number of kills of PostgreSQL with an immediate restart. */
  databaseKills: isFull ? 5 : 1,
  withoutDatabaseMs: isFull ? 60_000 : 4_000,
  /** Duration of the gateway's disconnection, which is an hour of the simulated world. */
  cutOffMs: isFull ? 60_000 : 6_000,
  /** Number of changes of the default schedule, and of minutes at which it switches; a server is killed at each. */
  scheduleChanges: isFull ? 40 : 3,
  scheduleMinutes: isFull ? 10 : 0,
  /** Lamps with a schedule each. All schedules begin at one quarter of an hour, when servers are killed, and end at the next. */
  lamps: isFull ? 20 : 0,
  /** Servers killed while units wait to be restored, which takes minutes. */
  restoreKills: isFull ? 3 : 0,
  /** Maximum number of each fault of a cell. `CELL_FAULTS=2` makes a quick run. */
  cellFaultsMax: Number(process.env["CELL_FAULTS"] ?? 40),
  invalidConnections: 2_000,
  /** Devices that connect at once. */
  stormDevices: isFull ? 5_000 : 500,
  stormTlsDevices: isFull ? 2_000 : 100,
  /** Rounds of invalid data between the two measurements of the server's memory. */
  invalidDataRounds: isFull ? 5 : 1,
  invalidFrameBytes: 200 * 1_024 * 1_024,
} as const;

/** The longest wait for an expected event, on a busy machine, ms. */
export const TIME_LIMIT_MS = 120_000;
