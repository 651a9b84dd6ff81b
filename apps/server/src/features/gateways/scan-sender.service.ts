import type { AnswerMessage, TaskMessage } from "@verandah/field/payloads.ts";

import { type Ctx, inTransaction, publishChange } from "#core/ctx.ts";

import * as repository from "./scans.repository.ts";

/** Requests a second of a scan: old controllers drop more. */
const RATE_PER_SECOND = 50;

/** Stores an answer of a gateway to a scan. One to an earlier scan is left out. */
export async function recordAnswer(
  ctx: Ctx,
  edge: { id: number; campusId: number },
  { id, state, asked, total, why, devices, silent }: AnswerMessage,
): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const scan = await repository.findScan(inner.db, edge.id);
    if (scan?.id !== id) return;
    const progress = { id, state, asked, total: total ?? null, why: why ?? null };
    if (!(await repository.updateScanProgress(inner.db, edge.id, progress))) return;
    const foundAt = inner.now();
    for (const device of devices)
      if (device.protocol === scan.protocol) await repository.saveFound(inner.db, edge.id, device, foundAt);
    for (const one of silent)
      await repository.saveSilent(inner.db, edge.id, { ...one, protocol: scan.protocol, foundAt });
    if (state === "done") await repository.updateNotAnswered(inner.db, edge.id);
    publishChange(inner, "gateways", { campusId: edge.campusId });
  });
}

const taskOf = ({ id, state, protocol, settings, known }: repository.DueScan): TaskMessage =>
  state === "stopping"
    ? { kind: "stop", id }
    : { kind: "scan", id, protocol, settings, known, ratePerSecond: RATE_PER_SECOND };

/** Sends scans to the gateways that are connected to this process. A gateway gets a scan once, and again with its next connection. */
export function createScanSender(ctx: Ctx, send: (ssid: string, task: TaskMessage) => boolean) {
  const connected = new Map<number, { campusId: number; sent: Set<string> }>();

  async function sendTo(edgeIds: readonly number[]): Promise<void> {
    if (edgeIds.length === 0) return;
    for (const scan of await repository.listDueScans(ctx.db, edgeIds)) {
      const sent = connected.get(scan.edgeId)?.sent;
      const key = `${scan.id} ${scan.state === "stopping" ? "stop" : "scan"}`;
      if (sent && !sent.has(key) && send(scan.ssid, taskOf(scan))) sent.add(key);
    }
  }

  return {
    /** A gateway has connected: the work for an earlier connection has ended. */
    async connected({ id, campusId }: { id: number; campusId: number }): Promise<void> {
      connected.set(id, { campusId, sent: new Set() });
      await sendTo([id]);
    },
    /** The scans of a campus may have changed; without one, of all. */
    refresh: (campusId: number | undefined) =>
      sendTo(
        [...connected].flatMap(([id, one]) =>
          campusId === undefined || one.campusId === campusId ? [id] : [],
        ),
      ),
  };
}
