import type { Ctx } from "#core/ctx.ts";
import type { repeat } from "#core/jobs/repeat.ts";
import { encodeEvents, type LiveHub, type LiveStream } from "#core/live-hub.ts";
import { listStates } from "#features/telemetry/telemetry.service.ts";

/** Devices whose values are read together and sent in one write: some 30 kB. This much of a slow browser waits in memory. */
const PART_DEVICES = 25;
/** A stream may get a part that was read this long ago for another one, ms. */
const KEPT_MS = 1_000;

/** What a stream still has to get: indexes of parts of its devices. */
interface Missing {
  readonly parts: Set<number>;
  isWriting: boolean;
}

/** The encoded values of a part. */
interface Part {
  readonly bytes: Buffer;
  readonly devices: number;
  readonly readAtMs: number;
}

interface Turns {
  readonly ids: readonly number[];
  /** Device → its part. */
  readonly partOf: ReadonlyMap<number, number>;
  readonly waiting: Map<LiveStream, Missing>;
  /** Parts that were read or are being read, and of which no device has reported since. */
  readonly kept: Map<number, Promise<Part>>;
  isRunning: boolean;
  /** Continues turns that wait because every stream has something unread. */
  wake: () => void;
}

/**
 * Sends each new stream all values of the devices that it follows. Streams that follow the same devices, such as a thousand pages that
 * return after a restart, share the reads: one part of the devices after the other is read, and goes to each stream that was open before
 * and has room; for a moment also to streams that open later. A stream that reads slowly gets the part in a later turn.
 */
export function createFirstValues(
  ctx: Ctx,
  hub: Pick<LiveHub, "drop" | "sendTo">,
  log: Parameters<typeof repeat>[3],
) {
  const open = new Map<LiveStream["devices"], Turns>();

  function add(stream: LiveStream): void {
    const { devices } = stream;
    const missing = {
      parts: new Set(Array(Math.ceil(devices.size / PART_DEVICES)).keys()),
      isWriting: false,
    };
    if (missing.parts.size === 0) return;
    const turns = open.get(devices) ?? openTurns(devices);
    turns.waiting.set(stream, missing);
    turns.wake();
    if (turns.isRunning) return;
    void takeTurns(devices, turns).catch((error: unknown) => {
      log.warn({ err: error }, "Live streams got no values and end");
      // It keeps a read that failed.
      open.delete(devices);
      for (const one of turns.waiting.keys()) hub.drop(one);
    });
  }

  function openTurns(devices: LiveStream["devices"]): Turns {
    const ids = [...devices.keys()];
    const turns: Turns = {
      ids,
      partOf: new Map(ids.map((id, at) => [id, Math.floor(at / PART_DEVICES)])),
      waiting: new Map(),
      kept: new Map(),
      isRunning: false,
      wake: () => undefined,
    };
    open.set(devices, turns);
    return turns;
  }

  async function readPart(ids: readonly number[]): Promise<Part> {
    const readAtMs = ctx.now().getTime();
    const states = await listStates(ctx, ids);
    const bytes = encodeEvents(states.values().map((data) => ({ name: "readings", data })));
    return { bytes, devices: states.size, readAtMs };
  }

  async function takePart({ ids, kept }: Turns, at: number): Promise<Part> {
    const before = await kept.get(at);
    // A clock that is set back must not keep it.
    if (before && Math.abs(ctx.now().getTime() - before.readAtMs) < KEPT_MS) return before;
    const reading = readPart(ids.slice(at * PART_DEVICES, (at + 1) * PART_DEVICES));
    kept.set(at, reading);
    return reading;
  }

  async function takeTurns(devices: LiveStream["devices"], turns: Turns): Promise<void> {
    const { ids, waiting } = turns;
    const parts = Math.ceil(ids.length / PART_DEVICES);
    turns.isRunning = true;
    try {
      for (let part = 0; waiting.size > 0; part = (part + 1) % parts) {
        if (waiting.values().every(({ isWriting }) => isWriting))
          await new Promise<void>((resolve) => (turns.wake = resolve));
        const takers = [...waiting].filter(([, missing]) => !missing.isWriting && missing.parts.has(part));
        if (takers.length === 0) continue;
        const { bytes, devices: events } = await takePart(turns, part);
        for (const [stream, missing] of takers) {
          missing.parts.delete(part);
          if (stream.devices !== devices || missing.parts.size === 0) waiting.delete(stream);
          // It has lost a device meanwhile.
          if (stream.devices !== devices) {
            add(stream);
            continue;
          }
          missing.isWriting = true;
          void hub.sendTo(stream, bytes, events).then((isOpen) => {
            missing.isWriting = false;
            if (!isOpen) waiting.delete(stream);
            turns.wake();
          });
        }
      }
    } finally {
      // In the same moment as the last look at `waiting`: a stream that comes later begins new turns.
      turns.isRunning = false;
      setTimeout(
        () => !turns.isRunning && open.get(devices) === turns && open.delete(devices),
        KEPT_MS,
      ).unref();
    }
  }

  /** Values of the devices were stored: a part that was read before goes to no stream that opens later. */
  function onReadingsStored(deviceIds: readonly number[]): void {
    for (const { partOf, kept } of open.values())
      for (const id of deviceIds) kept.delete(partOf.get(id) ?? -1);
  }

  return { add, onReadingsStored };
}
