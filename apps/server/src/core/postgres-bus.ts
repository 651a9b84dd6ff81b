import pg from "pg";

import { type Bus, type BusEvent, createLocalBus } from "./bus.ts";
import { toError } from "./errors.ts";

const CHANNEL = "verandah_bus";
const RECONNECT_MS = 1_000;
/** PostgreSQL refuses a NOTIFY payload of 8000 bytes or more. */
const PAYLOAD_MAX_BYTES = 7_900;

/**
 * A bus over LISTEN and NOTIFY, for servers whose roles are split over several processes. Delivers to this process too. An event that
 * is lost while the connection is away is made good by polling, as every event is only a hint.
 */
export function createPostgresBus(
  connectionString: string,
  onError: (error: Error) => void,
): Bus & AsyncDisposable {
  const local = createLocalBus();
  let client: pg.Client | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString, application_name: "verandah-bus" });
    next.on("notification", ({ payload }) => {
      if (!payload) return;
      const event: BusEvent = JSON.parse(payload);
      local.publish(event);
    });
    next.on("error", (error) => {
      onError(error);
      client = undefined;
      if (!isClosed) setTimeout(() => void connect(), RECONNECT_MS).unref();
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      client = next;
    } catch (error) {
      onError(toError(error));
      if (!isClosed) setTimeout(() => void connect(), RECONNECT_MS).unref();
    }
  }
  void connect();

  return {
    publish(event) {
      const payload = JSON.stringify(event);
      if (!client || Buffer.byteLength(payload) > PAYLOAD_MAX_BYTES) return local.publish(event);
      client.query("select pg_notify($1, $2)", [CHANNEL, payload]).catch(onError);
    },
    subscribe: local.subscribe,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await client?.end();
    },
  };
}
