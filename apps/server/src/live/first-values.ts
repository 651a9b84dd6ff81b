import type { Ctx } from "#core/ctx.ts";
import type { repeat } from "#core/jobs/repeat.ts";
import { encodeEvents, type LiveHub, type LiveStream } from "#core/live-hub.ts";
import { listStates } from "#features/telemetry/telemetry.service.ts";

/** Devices whose values are read together and sent in one write: some 30 kB. This much of a slow browser waits in memory. */
const PART_DEVICES = 25;

/** What a stream still has to get: indexes of parts of its devices. */
interface Missing {
  readonly parts: Set<number>;
  isWriting: boolean;
}

interface Turns {
  readonly waiting: Map<LiveStream, Missing>;
  /** Continues turns that wait because every stream has something unread. */
  wake: () => void;
}

/**
 * Sends each new stream all values of the devices that it follows. Streams that follow the same devices, such as a thousand pages that
 * return after a restart, share the reads: one part of the devices after the other is read, and goes to each stream that was open before
 * and has room. A stream that reads slowly gets the part in a later turn.
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
    const running = open.get(devices);
    if (running) {
      running.waiting.set(stream, missing);
      running.wake();
      return;
    }
    const turns: Turns = { waiting: new Map([[stream, missing]]), wake: () => undefined };
    open.set(devices, turns);
    void takeTurns(devices, turns).catch((error: unknown) => {
      log.warn({ err: error }, "Live streams got no values and end");
      for (const one of turns.waiting.keys()) hub.drop(one);
    });
  }

  async function takeTurns(devices: LiveStream["devices"], turns: Turns): Promise<void> {
    const { waiting } = turns;
    const ids = [...devices.keys()];
    const parts = Math.ceil(ids.length / PART_DEVICES);
    try {
      for (let part = 0; waiting.size > 0; part = (part + 1) % parts) {
        if (waiting.values().every(({ isWriting }) => isWriting))
          await new Promise<void>((resolve) => (turns.wake = resolve));
        const takers = [...waiting].filter(([, missing]) => !missing.isWriting && missing.parts.has(part));
        if (takers.length === 0) continue;
        const states = await listStates(ctx, ids.slice(part * PART_DEVICES, (part + 1) * PART_DEVICES));
        const bytes = encodeEvents(states.values().map((data) => ({ name: "readings", data })));
        for (const [stream, missing] of takers) {
          missing.parts.delete(part);
          if (stream.devices !== devices || missing.parts.size === 0) waiting.delete(stream);
          // It has lost a device meanwhile.
          if (stream.devices !== devices) {
            add(stream);
            continue;
          }
          missing.isWriting = true;
          void hub.sendTo(stream, bytes, states.size).then((isOpen) => {
            missing.isWriting = false;
            if (!isOpen) waiting.delete(stream);
            turns.wake();
          });
        }
      }
    } finally {
      // In the same moment as the last look at `waiting`: a stream that comes later opens new turns.
      open.delete(devices);
    }
  }

  return { add };
}
