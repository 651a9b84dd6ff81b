import type { ServerResponse } from "node:http";

import { LIVE_HEARTBEAT_MS, type LiveEvent } from "@verandah/contract/live.ts";
import type { DeviceReadings } from "@verandah/contract/telemetry/telemetry.ts";
import type { FastifyReply } from "fastify";

import type { Actor } from "./ctx.ts";

/** The server drops a stream with more unsent data than this, bytes. The browser then opens another and gets the current state. */
const UNSENT_MAX_BYTES = 262_144;

/** A browser opens one stream per tab. More streams of one session than this are a client error. */
const STREAMS_PER_SESSION_MAX = 20;

export interface LiveStream {
  readonly actor: Actor;
  readonly buildingId: number | undefined;
  /** Devices that the stream follows: id → ssid. The hub replaces it by the one that all streams with the same devices share. */
  devices: ReadonlyMap<number, string>;
}

/** Streams that follow the same devices, such as the pages of a floor: the devices are kept, and their values joined, once for all. */
interface Audience {
  readonly key: string;
  readonly devices: ReadonlyMap<number, string>;
  readonly streams: Set<LiveStream>;
}

interface Open {
  readonly response: ServerResponse;
  audience: Audience;
}

/** All open live streams of this process. An event is encoded once for all receivers. */
export interface LiveHub {
  open: (reply: FastifyReply, stream: LiveStream) => void;
  send: (event: LiveEvent, takes: (stream: LiveStream) => boolean) => void;
  /** Whether any stream follows a device. */
  hasFollowers: (deviceId: number) => boolean;
  /** Sends values to the streams that follow their devices; those of several devices in one write. */
  sendReadings: (byDevice: ReadonlyMap<number, DeviceReadings>) => void;
  /** Sends encoded events to one stream; resolves when nothing of them waits in memory, to whether the stream is open then. */
  sendTo: (stream: LiveStream, bytes: Buffer, events: number) => Promise<boolean>;
  /** Ends a stream; its browser opens another. */
  drop: (stream: LiveStream) => void;
  /** The stream gets no more events of the device. */
  unfollow: (stream: LiveStream, deviceId: number) => void;
  /** Buildings that the open streams watch. */
  buildingIds: () => ReadonlySet<number>;
  /** Counts of streams opened, streams dropped because the client read too slowly, and events written. */
  readonly counts: Readonly<{ opened: number; dropped: number; events: number }>;
  list: () => LiveStream[];
  /** Ends the streams of a session and sends them the reason. */
  end: (sessionId: string, code: LiveEvent<"session-over">["data"]["code"]) => void;
  close: () => void;
}

const encode = (event: LiveEvent) => `event: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`;
/** For several streams: each of them would copy a text. */
const encodeForMany = (event: LiveEvent) => Buffer.from(encode(event));
export const encodeEvents = (events: Iterable<LiveEvent>): Buffer =>
  Buffer.from(Array.from(events, encode).join(""));

export function createLiveHub(page?: string): LiveHub {
  const streams = new Map<LiveStream, Open>();
  const audiences = new Map<string, Audience>();
  const followers = new Map<number, Set<Audience>>();
  const watchers = new Map<number, number>();
  const counts = { opened: 0, dropped: 0, events: 0 };

  function openAudience(key: string, devices: LiveStream["devices"]): Audience {
    const audience: Audience = { key, devices, streams: new Set() };
    audiences.set(key, audience);
    for (const deviceId of devices.keys()) {
      const all = followers.get(deviceId) ?? new Set();
      followers.set(deviceId, all.add(audience));
    }
    return audience;
  }

  function join(stream: LiveStream): Audience {
    const key = [...stream.devices.keys()].toSorted((a, b) => a - b).join(",");
    const audience = audiences.get(key) ?? openAudience(key, stream.devices);
    audience.streams.add(stream);
    stream.devices = audience.devices;
    return audience;
  }

  function leave(stream: LiveStream, audience: Audience): void {
    audience.streams.delete(stream);
    if (audience.streams.size > 0) return;
    audiences.delete(audience.key);
    for (const deviceId of audience.devices.keys()) {
      const all = followers.get(deviceId);
      all?.delete(audience);
      if (all?.size === 0) followers.delete(deviceId);
    }
  }

  function add(stream: LiveStream, response: ServerResponse): void {
    streams.set(stream, { response, audience: join(stream) });
    if (stream.buildingId !== undefined)
      watchers.set(stream.buildingId, (watchers.get(stream.buildingId) ?? 0) + 1);
  }

  function unfollow(stream: LiveStream, deviceId: number): void {
    const open = streams.get(stream);
    if (!open || !stream.devices.has(deviceId)) return;
    leave(stream, open.audience);
    stream.devices = new Map([...stream.devices].filter(([id]) => id !== deviceId));
    open.audience = join(stream);
  }

  function remove(stream: LiveStream): void {
    const open = streams.get(stream);
    if (!open) return;
    streams.delete(stream);
    leave(stream, open.audience);
    if (stream.buildingId === undefined) return;
    const left = (watchers.get(stream.buildingId) ?? 1) - 1;
    if (left === 0) watchers.delete(stream.buildingId);
    else watchers.set(stream.buildingId, left);
  }

  /** Calls `onSent` when nothing of it waits in memory any more. */
  function write(
    stream: LiveStream,
    response: ServerResponse,
    sent: string | Buffer,
    events = 1,
    onSent?: () => void,
  ): void {
    counts.events += events;
    if (response.writableLength > UNSENT_MAX_BYTES) {
      counts.dropped += 1;
      remove(stream);
      response.destroy();
      return;
    }
    response.write(sent, onSent);
  }

  /** Drops the oldest streams of a session so that one more is allowed. */
  function dropOldest(sessionId: string): void {
    const own = [...streams].filter(([stream]) => stream.actor.sessionId === sessionId);
    for (const [stream, { response }] of own.slice(
      0,
      Math.max(0, own.length + 1 - STREAMS_PER_SESSION_MAX),
    )) {
      remove(stream);
      response.end();
    }
  }

  const heartbeat = setInterval(() => {
    const bytes = encodeForMany({ name: "heartbeat", data: {} });
    for (const [stream, { response }] of streams) write(stream, response, bytes);
  }, LIVE_HEARTBEAT_MS);
  heartbeat.unref();

  return {
    open(reply, stream) {
      reply.hijack();
      // The client disconnected before the stream opened. The close event is in the past and does not fire again.
      if (reply.raw.destroyed || reply.raw.socket === null || reply.raw.socket.destroyed) return;
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      const response = reply.raw;
      // The ids of a whole floor in the address would stay in memory as long as the stream.
      reply.request.query = {};
      reply.request.raw.url = reply.request.routeOptions.url;
      const end = () => remove(stream);
      response.on("close", end);
      response.on("error", end);
      dropOldest(stream.actor.sessionId);
      counts.opened += 1;
      add(stream, response);
      write(
        stream,
        response,
        `retry: 2000\n${encode({ name: "hello", data: { at: new Date().toISOString(), ...(page && { page }) } })}`,
      );
    },
    send(event, takes) {
      let bytes: Buffer | undefined;
      for (const [stream, { response }] of streams)
        if (takes(stream)) write(stream, response, (bytes ??= encodeForMany(event)));
    },
    hasFollowers: (deviceId) => followers.has(deviceId),
    sendReadings(byDevice) {
      const parts = new Map<Audience, Buffer[]>();
      for (const [deviceId, data] of byDevice) {
        const all = followers.get(deviceId);
        if (!all) continue;
        const bytes = encodeForMany({ name: "readings", data });
        for (const audience of all) {
          const own = parts.get(audience);
          if (own) own.push(bytes);
          else parts.set(audience, [bytes]);
        }
      }
      for (const [audience, own] of parts) {
        // Streams with different devices share the bytes of one device.
        const bytes = own.length === 1 && own[0] ? own[0] : Buffer.concat(own);
        for (const stream of audience.streams) {
          const open = streams.get(stream);
          if (open) write(stream, open.response, bytes, own.length);
        }
      }
    },
    async sendTo(stream, bytes, events) {
      const response = streams.get(stream)?.response;
      if (!response) return false;
      const sent = Promise.withResolvers<void>();
      response.once("close", sent.resolve);
      write(stream, response, bytes, events, sent.resolve);
      await sent.promise;
      response.off("close", sent.resolve);
      return streams.has(stream);
    },
    drop(stream) {
      const open = streams.get(stream);
      remove(stream);
      open?.response.end();
    },
    unfollow,
    buildingIds: () => new Set(watchers.keys()),
    list: () => [...streams.keys()],
    end(sessionId, code) {
      for (const [stream, { response }] of streams) {
        if (stream.actor.sessionId !== sessionId) continue;
        remove(stream);
        response.end(encode({ name: "session-over", data: { code } }));
      }
    },
    counts,
    close() {
      clearInterval(heartbeat);
      for (const [stream, { response }] of streams) {
        remove(stream);
        response.end();
      }
    },
  };
}
