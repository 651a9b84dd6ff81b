import pg from "pg";

import { type Bus, type BusEvent, createLocalBus } from "./bus.ts";
import { hostAddresses } from "./database/host-addresses.ts";
import { toError } from "./errors.ts";

const CHANNEL = "verandah_bus";
const RECONNECT_MS = 1_000;
/**
 * Interval of a query that detects a dead connection, and the time after which it counts as dead, ms. A connection without traffic does not
 * fail by itself.
 */
const PING_MS = 5_000;
/** Devices with new readings are named to other processes at this interval, ms. A commit can follow every few ms. */
const READINGS_MS = 100;
/**
 * Number of ids in one event. An id takes at most eleven bytes with its comma. PostgreSQL rejects a NOTIFY payload of 8000 bytes or more;
 * all other events are much smaller.
 */
const IDS_MAX = 700;

export interface PostgresBus extends Bus, AsyncDisposable {
  readonly isConnected: boolean;
}

/**
 * A bus over LISTEN and NOTIFY between all processes of a server. It delivers an event to its own process before `publish` returns, so that
 * a later answer shows the change. Events are lost while the connection is down; all receivers poll as well. Values of readings stay in
 * their process.
 */
export function createPostgresBus(
  connectionString: string,
  onError: (error: Error) => void,
  pingMs = PING_MS,
): PostgresBus {
  const addresses = hostAddresses(connectionString);
  const local = createLocalBus();
  let client: pg.Client | undefined;
  /** PostgreSQL process id of the connection that sends and receives. */
  let ownId: number | undefined;
  let attempts = 0;
  let isClosed = false;
  /** Devices with readings that other processes do not know of. */
  const measured = new Set<number>();
  let naming: NodeJS.Timeout | undefined;

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
      local.publish(event);
    });
    next.on("error", replace);
    try {
      await next.connect();
      // An event is a hint, and must not wait for the disk.
      await next.query(`set synchronous_commit = off; listen ${CHANNEL}`);
      const { rows } = await next.query<{ id: number }>("select pg_backend_pid() as id");
      if (isClosed) return void next.end();
      if (isReplaced) return;
      ownId = rows[0]?.id;
      client = next;
      attempts -= 1;
      pinging = setInterval(() => void next.query("select 1").catch(replace), pingMs).unref();
    } catch (error) {
      replace(error);
    }
  }

  void connect();

  function send(event: BusEvent): void {
    client?.query("select pg_notify($1, $2)", [CHANNEL, JSON.stringify(event)]).catch(onError);
  }

  function nameMeasured(): void {
    naming = undefined;
    const ids = [...measured];
    measured.clear();
    for (let at = 0; at < ids.length; at += IDS_MAX)
      send({ name: "readings-stored", data: { deviceIds: ids.slice(at, at + IDS_MAX) } });
  }

  return {
    get isConnected() {
      return client !== undefined;
    },
    publish(event) {
      local.publish(event);
      if (event.name !== "readings-stored") return send(event);
      for (const id of event.data.deviceIds) measured.add(id);
      naming ??= setTimeout(nameMeasured, READINGS_MS);
    },
    subscribe: local.subscribe,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      clearTimeout(naming);
      await client?.end();
    },
  };
}
