import pg from "pg";

import { type BusEvent, createSharedBus, type SharedBus } from "./bus.ts";
import { hostAddresses } from "./database/host-addresses.ts";
import { toError } from "./errors.ts";
import { createQueuePerKey } from "./queue-per-key.ts";

const CHANNEL = "verandah_bus";
const RECONNECT_MS = 1_000;
/**
 * Interval of a query that detects a dead connection, and the time after which it counts as dead, ms. A connection without traffic does not
 * fail by itself.
 */
const PING_MS = 5_000;

/** A bus over LISTEN and NOTIFY. Events are lost while the connection is down; all receivers poll as well. */
export function createPostgresBus(
  connectionString: string,
  onError: (error: Error) => void,
  pingMs = PING_MS,
): SharedBus {
  const addresses = hostAddresses(connectionString);
  let client: pg.Client | undefined;
  /** PostgreSQL process id of the connection that sends and receives. */
  let ownId: number | undefined;
  let attempts = 0;
  let isClosed = false;
  /** Ends the connection after an error, and opens another one. */
  let replaceClient: ((error: unknown) => void) | undefined;
  /** A connection executes one statement at a time. */
  const inTurn = createQueuePerKey();
  const shared = createSharedBus((event) => {
    const payload = JSON.stringify(event);
    inTurn(CHANNEL, async () => client?.query("select pg_notify($1, $2)", [CHANNEL, payload])).catch(
      (error: unknown) => {
        if (error instanceof pg.DatabaseError) onError(error);
        else replaceClient?.(error);
      },
    );
  });

  async function connect(): Promise<void> {
    const next = new pg.Client({
      // A standby refuses LISTEN, so that the next attempt goes to another host.
      connectionString: addresses[attempts % addresses.length],
      application_name: "verandah-bus",
      keepAlive: true,
      connectionTimeoutMillis: pingMs,
      query_timeout: pingMs,
    });
    attempts += 1;
    let isReplaced = false;
    let pinging: NodeJS.Timeout | undefined;
    /** Opens another connection. The driver may report several errors for one lost connection. */
    function replace(error: unknown): void {
      if (isReplaced) return;
      isReplaced = true;
      clearInterval(pinging);
      if (client === next) client = undefined;
      void next.end();
      if (isClosed) return;
      onError(toError(error));
      setTimeout(() => void connect(), RECONNECT_MS).unref();
    }
    next.on("notification", ({ payload, processId }) => {
      // This process has already delivered its own events.
      if (!payload || processId === ownId) return;
      const event: BusEvent = JSON.parse(payload);
      shared.deliver(event);
    });
    next.on("error", replace);
    try {
      await next.connect();
      // An event is a hint, and must not wait for the disk.
      await next.query(`set synchronous_commit = off; listen ${CHANNEL}`);
      const { rows } = await next.query<{ id: number }>("select pg_backend_pid() as id");
      if (isClosed) return void next.end();
      if (isReplaced) return;
      const isFirst = ownId === undefined;
      ownId = rows[0]?.id;
      client = next;
      replaceClient = replace;
      attempts -= 1;
      // An event on its way is a query as well.
      pinging = setInterval(() => {
        if (!inTurn.has(CHANNEL)) next.query("select 1").catch(replace);
      }, pingMs).unref();
      if (!isFirst) shared.publish({ name: "events-lost", data: {} });
    } catch (error) {
      replace(error);
    }
  }

  void connect();

  return {
    get isConnected() {
      return client !== undefined;
    },
    publish: shared.publish,
    subscribe: shared.subscribe,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      shared.close();
      await client?.end();
    },
  };
}
