import { LIVE_HEARTBEAT_MS, type LiveEvent } from "@verandah/contract/live.ts";
import type { FastifyReply } from "fastify";

import type { Actor } from "./ctx.ts";

/** A stream whose unsent data grows past this is dropped, bytes; the browser opens another and gets the current state. */
const UNSENT_MAX_BYTES = 262_144;

/** A person has one a tab; more of one session than this are a program gone wrong. */
const STREAMS_PER_SESSION_MAX = 20;

export interface LiveStream {
  readonly actor: Actor;
  readonly buildingId: number | undefined;
  /** Devices it follows: id → ssid. */
  readonly devices: ReadonlyMap<number, string>;
}

/** All open live streams of this process. An event is encoded once, however many take it. */
export interface LiveHub {
  open: (reply: FastifyReply, stream: LiveStream) => void;
  send: (event: LiveEvent, takes: (stream: LiveStream) => boolean) => void;
  /** Streams that are open now. */
  list: () => LiveStream[];
  /** Ends the streams of a session, telling them how it is over. */
  end: (sessionId: string, code: LiveEvent<"session-over">["data"]["code"]) => void;
  close: () => void;
}

const encode = (event: LiveEvent) => `event: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`;

export function createLiveHub(): LiveHub {
  const streams = new Map<LiveStream, FastifyReply>();

  function write(stream: LiveStream, reply: FastifyReply, text: string): void {
    if (reply.raw.writableLength > UNSENT_MAX_BYTES) {
      streams.delete(stream);
      reply.raw.destroy();
      return;
    }
    reply.raw.write(text);
  }

  /** Makes room for one more stream of a session. */
  function dropOldest(sessionId: string): void {
    const own = [...streams].filter(([stream]) => stream.actor.sessionId === sessionId);
    for (const [stream, reply] of own.slice(0, Math.max(0, own.length + 1 - STREAMS_PER_SESSION_MAX))) {
      streams.delete(stream);
      reply.raw.end();
    }
  }

  const heartbeat = setInterval(() => {
    const text = encode({ name: "heartbeat", data: {} });
    for (const [stream, reply] of streams) write(stream, reply, text);
  }, LIVE_HEARTBEAT_MS);
  heartbeat.unref();

  return {
    open(reply, stream) {
      reply.hijack();
      // Gone while it was being let in: its end has been told already, and would not be told again.
      if (reply.raw.destroyed || reply.raw.socket === null || reply.raw.socket.destroyed) return;
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      reply.raw.on("close", () => streams.delete(stream));
      reply.raw.on("error", () => streams.delete(stream));
      dropOldest(stream.actor.sessionId);
      streams.set(stream, reply);
      write(
        stream,
        reply,
        `retry: 2000\n${encode({ name: "hello", data: { at: new Date().toISOString() } })}`,
      );
    },
    send(event, takes) {
      let text: string | undefined;
      for (const [stream, reply] of streams)
        if (takes(stream)) write(stream, reply, (text ??= encode(event)));
    },
    list: () => [...streams.keys()],
    end(sessionId, code) {
      for (const [stream, reply] of streams) {
        if (stream.actor.sessionId !== sessionId) continue;
        streams.delete(stream);
        reply.raw.end(encode({ name: "session-over", data: { code } }));
      }
    },
    close() {
      clearInterval(heartbeat);
      for (const reply of streams.values()) reply.raw.end();
      streams.clear();
    },
  };
}
