import pg from "pg";

import { type Bus, type BusEvent, createLocalBus } from "./bus.ts";
import { toError } from "./errors.ts";

const CHANNEL = "verandah_bus";
const RECONNECT_MS = 1_000;
/** PostgreSQL rejects a NOTIFY payload of 8000 bytes or more. */
const PAYLOAD_MAX_BYTES = 7_900;
/** Number of ids in one payload. An id takes at most eleven bytes with its comma. */
const IDS_MAX = 700;

/** The payloads of an event, without the values of readings, which only this process uses. */
function payloadsOf(event: BusEvent): string[] {
  if (event.name !== "readings-stored") return [JSON.stringify(event)];
  const parts: string[] = [];
  for (let at = 0; at < event.data.deviceIds.length; at += IDS_MAX) {
    const deviceIds = event.data.deviceIds.slice(at, at + IDS_MAX);
    parts.push(JSON.stringify({ name: event.name, data: { deviceIds } } satisfies BusEvent));
  }
  return parts;
}

/**
 * A bus over LISTEN and NOTIFY, for a server that runs as several processes. It delivers an event to its own process before `publish`
 * returns, so that a later answer shows the change. Events are lost while the connection is down; all receivers poll as well.
 */
export function createPostgresBus(
  connectionString: string,
  onError: (error: Error) => void,
): Bus & AsyncDisposable {
  const local = createLocalBus();
  let client: pg.Client | undefined;
  /** PostgreSQL process id of the connection that sends and receives. */
  let ownId: number | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString, application_name: "verandah-bus" });
    next.on("notification", ({ payload, processId }) => {
      // This process has already delivered its own events.
      if (!payload || processId === ownId) return;
      const event: BusEvent = JSON.parse(payload);
      local.publish(event);
    });
    next.on("error", (error) => {
      // The driver may emit several errors for one lost connection, and the first one has started the reconnect.
      if (client !== next) return;
      onError(error);
      client = undefined;
      if (!isClosed) setTimeout(() => void connect(), RECONNECT_MS).unref();
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      const { rows } = await next.query<{ id: number }>("select pg_backend_pid() as id");
      ownId = rows[0]?.id;
      client = next;
    } catch (error) {
      onError(toError(error));
      if (!isClosed) setTimeout(() => void connect(), RECONNECT_MS).unref();
    }
  }
  void connect();

  return {
    publish(event) {
      local.publish(event);
      const payloads = payloadsOf(event);
      if (!client || payloads.some((payload) => Buffer.byteLength(payload) > PAYLOAD_MAX_BYTES)) return;
      for (const payload of payloads)
        client.query("select pg_notify($1, $2)", [CHANNEL, payload]).catch(onError);
    },
    subscribe: local.subscribe,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await client?.end();
    },
  };
}
