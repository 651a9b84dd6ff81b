import type { ServerResponse } from "node:http";

import { LIVE_HEARTBEAT_MS, type LiveEvent } from "@verandah/contract/live.ts";
import type { FastifyReply } from "fastify";

import type { Actor } from "./ctx.ts";

/** The server drops a stream with more unsent data than this, bytes. The browser then opens another and gets the current state. */
const UNSENT_MAX_BYTES = 262_144;

/** A browser opens one stream per tab. More streams of one session than this are a client error. */
const STREAMS_PER_SESSION_MAX = 20;

export interface LiveStream {
  readonly actor: Actor;
  readonly buildingId: number | undefined;
  /** Devices that the stream follows: id → ssid. */
  readonly devices: ReadonlyMap<number, string>;
}

/** All open live streams of this process. An event is encoded once for all receivers. */
export interface LiveHub {
  open: (reply: FastifyReply, stream: LiveStream) => void;
  send: (event: LiveEvent, takes: (stream: LiveStream) => boolean) => void;
  /** Whether any stream follows a device. */
  hasFollowers: (deviceId: number) => boolean;
  sendToFollowers: (deviceId: number, event: LiveEvent) => void;
  /** Sends an event to one stream, unless it has ended; resolves when its client has room for the next one. */
  sendTo: (stream: LiveStream, event: LiveEvent) => Promise<void>;
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

export function createLiveHub(page?: string): LiveHub {
  const streams = new Map<LiveStream, ServerResponse>();
  const followers = new Map<number, Set<LiveStream>>();
  const watchers = new Map<number, number>();
  const counts = { opened: 0, dropped: 0, events: 0 };

  function add(stream: LiveStream, response: ServerResponse): void {
    streams.set(stream, response);
    for (const deviceId of stream.devices.keys()) {
      const all = followers.get(deviceId) ?? new Set();
      followers.set(deviceId, all.add(stream));
    }
    if (stream.buildingId !== undefined)
      watchers.set(stream.buildingId, (watchers.get(stream.buildingId) ?? 0) + 1);
  }

  function unfollow(stream: LiveStream, deviceId: number): void {
    const all = followers.get(deviceId);
    all?.delete(stream);
    if (all?.size === 0) followers.delete(deviceId);
  }

  function remove(stream: LiveStream): void {
    if (!streams.delete(stream)) return;
    for (const deviceId of stream.devices.keys()) unfollow(stream, deviceId);
    if (stream.buildingId === undefined) return;
    const left = (watchers.get(stream.buildingId) ?? 1) - 1;
    if (left === 0) watchers.delete(stream.buildingId);
    else watchers.set(stream.buildingId, left);
  }

  function write(stream: LiveStream, response: ServerResponse, text: string | Buffer): void {
    counts.events += 1;
    if (response.writableLength > UNSENT_MAX_BYTES) {
      counts.dropped += 1;
      remove(stream);
      response.destroy();
      return;
    }
    response.write(text);
  }

  /** Drops the oldest streams of a session so that one more is allowed. */
  function dropOldest(sessionId: string): void {
    const own = [...streams].filter(([stream]) => stream.actor.sessionId === sessionId);
    for (const [stream, response] of own.slice(0, Math.max(0, own.length + 1 - STREAMS_PER_SESSION_MAX))) {
      remove(stream);
      response.end();
    }
  }

  const heartbeat = setInterval(() => {
    const text = encode({ name: "heartbeat", data: {} });
    for (const [stream, response] of streams) write(stream, response, text);
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
      response.on("close", () => remove(stream));
      response.on("error", () => remove(stream));
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
      let text: string | undefined;
      for (const [stream, response] of streams)
        if (takes(stream)) write(stream, response, (text ??= encode(event)));
    },
    hasFollowers: (deviceId) => followers.has(deviceId),
    sendToFollowers(deviceId, event) {
      const all = followers.get(deviceId);
      if (!all) return;
      const bytes = Buffer.from(encode(event));
      for (const stream of all) {
        const response = streams.get(stream);
        if (response) write(stream, response, bytes);
      }
    },
    async sendTo(stream, event) {
      const response = streams.get(stream);
      if (!response) return;
      write(stream, response, encode(event));
      if (!response.writableNeedDrain) return;
      await new Promise<void>((resolve) => {
        response.once("drain", resolve);
        response.once("close", resolve);
      });
    },
    drop(stream) {
      const response = streams.get(stream);
      remove(stream);
      response?.end();
    },
    unfollow,
    buildingIds: () => new Set(watchers.keys()),
    list: () => [...streams.keys()],
    end(sessionId, code) {
      for (const [stream, response] of streams) {
        if (stream.actor.sessionId !== sessionId) continue;
        remove(stream);
        response.end(encode({ name: "session-over", data: { code } }));
      }
    },
    counts,
    close() {
      clearInterval(heartbeat);
      for (const [stream, response] of streams) {
        remove(stream);
        response.end();
      }
    },
  };
}
