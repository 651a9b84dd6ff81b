import type { FoundDevice } from "@verandah/field/found-devices.ts";
import { type AnswerMessage, type TaskMessage, taskMessage } from "@verandah/field/payloads.ts";
import { protocolName } from "@verandah/field/protocols/protocols.ts";
import { z } from "zod";

import { scan } from "../discovery/scan.ts";
import { DriverError } from "../drivers/driver.ts";
import type { DriverProcesses } from "../drivers/process/driver-processes.ts";
import type { GatewaySettings } from "../settings.ts";

/** Points of one message: it must be smaller than the broker's largest frame. */
const POINTS_PER_ANSWER = 300;
/** Interval of messages while nothing is found, ms. */
const PROGRESS_MS = 1_000;

export interface ScansParts {
  /** Those in force. */
  settings: () => GatewaySettings;
  processes: DriverProcesses;
  /** Sends an answer; rejects when the server does not get it. */
  send: (answer: AnswerMessage) => Promise<void>;
  onIgnored: (why: string) => void;
}

/** The scans that the server has started. They end with the connection: the server starts them again with the devices found so far. */
export function createScans({ settings, processes, send, onIgnored }: ScansParts) {
  const running = new Map<string, AbortController>();

  async function run(task: Extract<TaskMessage, { kind: "scan" }>, signal: AbortSignal): Promise<void> {
    const { id } = task;
    let progress: Pick<AnswerMessage, "asked" | "total"> = { asked: 0 };
    const answer = (part: Partial<AnswerMessage>) =>
      send({ id, state: "running", devices: [], silent: [], ...progress, ...part });
    try {
      let sentAtMs = 0;
      const steps = scan(
        protocolName.parse(task.protocol),
        task,
        { settings: settings(), processes },
        signal,
      );
      for await (const { asked, total, device, silent } of steps) {
        progress = { asked, ...(total !== undefined && { total }) };
        if (device) for (const part of partsOf(device)) await answer({ devices: [part] });
        else if (silent) await answer({ silent: [silent] });
        else if (Date.now() - sentAtMs > PROGRESS_MS) {
          sentAtMs = Date.now();
          await answer({});
        }
      }
      await answer({ state: "done" });
    } catch (error) {
      if (signal.aborted) return answer({ state: "stopped" });
      if (error instanceof z.ZodError) return answer({ state: "failed", why: z.prettifyError(error) });
      if (error instanceof DriverError) return answer({ state: "failed", why: error.message });
      throw error;
    }
  }

  return {
    handle(payload: Buffer): void {
      let task: TaskMessage;
      try {
        task = taskMessage.parse(JSON.parse(payload.toString("utf8")));
      } catch (error) {
        return onIgnored(String(error));
      }
      if (task.kind === "stop") return running.get(task.id)?.abort();
      if (running.has(task.id)) return;
      const ending = new AbortController();
      running.set(task.id, ending);
      run(task, ending.signal)
        .catch((error: unknown) => onIgnored(`scan ${task.id}: ${String(error)}`))
        .finally(() => running.delete(task.id));
    },
    stopAll(): void {
      for (const ending of running.values()) ending.abort();
    },
  };
}

/** A device with many points comes in several messages. */
function partsOf(device: FoundDevice): FoundDevice[] {
  const count = Math.max(1, Math.ceil(device.points.length / POINTS_PER_ANSWER));
  return Array.from({ length: count }, (_one, at) => ({
    ...device,
    pointsFrom: at * POINTS_PER_ANSWER,
    points: device.points.slice(at * POINTS_PER_ANSWER, (at + 1) * POINTS_PER_ANSWER),
  }));
}
