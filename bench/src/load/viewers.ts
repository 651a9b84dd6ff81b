import { get, type IncomingMessage, Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

import { monotonicMs } from "./monotonic.ts";

/** One open live stream. */
export interface Stream {
  readonly token: string;
  readonly buildingId: number | undefined;
  /** Ssids of the devices that it follows. */
  readonly devices: readonly string[];
}

/** Opens live streams and keeps their events. */
export interface ViewersJob {
  readonly kind: "viewers";
  readonly url: string;
  readonly streams: readonly Stream[];
}

/** Every value in every `readings` event, as parallel columns. */
export interface ViewersResult {
  /** Names of the values, as `device/point`. */
  readonly keys: readonly string[];
  readonly key: Int32Array;
  readonly stream: Int32Array;
  /** The value's own time, ms since 1970. */
  readonly measuredAtMs: Float64Array;
  /** Time when the event was read, on the monotonic clock. */
  readonly receivedAtMs: Float64Array;
  /** Streams that ended by themselves. */
  readonly lost: number;
}

const OPENED_AT_ONCE = 20;
const POLL_MS = 20;
const READINGS = "event: readings\ndata: ";
const HELLO = "event: hello\n";

interface Chunk {
  readonly stream: number;
  readonly atMs: number;
  readonly text: string;
}

/** Opens all streams, each until its hello; the returned function listens until `signal` aborts. */
export async function prepareViewers(
  job: ViewersJob,
  signal: AbortSignal,
): Promise<() => Promise<ViewersResult>> {
  const agent = new Agent({ maxSockets: Infinity });
  const chunks: Chunk[] = [];
  const responses: IncomingMessage[] = [];
  let lost = 0;
  const take = (stream: number, text: string) => void chunks.push({ stream, atMs: monotonicMs(), text });
  for (let from = 0; from < job.streams.length; from += OPENED_AT_ONCE)
    await Promise.all(
      job.streams.slice(from, from + OPENED_AT_ONCE).map(async (stream, at) => {
        const response = await openStream(job.url, stream, agent, (text) => take(from + at, text));
        response.on("close", () => (lost += 1));
        responses.push(response);
      }),
    );
  return async () => {
    while (!signal.aborted) await sleep(POLL_MS);
    const lostMeanwhile = lost;
    for (const response of responses) response.destroy();
    agent.destroy();
    return { ...readChunks(chunks, job.streams.length), lost: lostMeanwhile };
  };
}

function openStream(
  url: string,
  { token, buildingId, devices }: Stream,
  agent: Agent,
  take: (text: string) => void,
): Promise<IncomingMessage> {
  const query = new URLSearchParams({
    ...(buildingId !== undefined && { building: String(buildingId) }),
    devices: devices.join(","),
  });
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    get(`${url}/v1/live?${query.toString()}`, { agent, headers }, (response) => {
      if (response.statusCode !== 200)
        return reject(new Error(`A live stream was answered ${response.statusCode}.`));
      response.setEncoding("utf8");
      response.on("error", () => undefined);
      response.on("data", (text: string) => {
        if (text.includes(HELLO)) resolve(response);
        take(text);
      });
    }).on("error", reject);
  });
}

interface ReadingsEvent {
  readonly ssid: string;
  readonly values: readonly { readonly param_id: string; readonly measured_time: string | null }[];
}

/** Parses the events afterwards, so that this delays none. */
function readChunks(chunks: readonly Chunk[], streams: number): Omit<ViewersResult, "lost"> {
  const rests = Array.from({ length: streams }, () => "");
  const keys = new Map<string, number>();
  const columns = {
    key: [] as number[],
    stream: [] as number[],
    measured: [] as number[],
    received: [] as number[],
  };
  for (const { stream, atMs, text } of chunks) {
    const events = `${rests[stream]}${text}`.split("\n\n");
    rests[stream] = events.pop() ?? "";
    for (const event of events) {
      if (!event.startsWith(READINGS)) continue;
      const { ssid, values }: ReadingsEvent = JSON.parse(event.slice(READINGS.length));
      for (const value of values) {
        if (value.measured_time === null) continue;
        const name = `${ssid}/${value.param_id}`;
        const key = keys.get(name) ?? keys.size;
        keys.set(name, key);
        columns.key.push(key);
        columns.stream.push(stream);
        columns.measured.push(Date.parse(value.measured_time));
        columns.received.push(atMs);
      }
    }
  }
  return {
    keys: [...keys.keys()],
    key: Int32Array.from(columns.key),
    stream: Int32Array.from(columns.stream),
    measuredAtMs: Float64Array.from(columns.measured),
    receivedAtMs: Float64Array.from(columns.received),
  };
}
