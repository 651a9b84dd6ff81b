import { createBatches } from "#core/batches.ts";
import { asService, type Ctx, publishChange } from "#core/ctx.ts";
import { FAILURES_PERIOD_MS, NAME_FAILURES_MAX, type WrongPasswords } from "#core/mqtt/login-limit.ts";
import { createCallCounts } from "#features/auth/call-limits.service.ts";

import * as repository from "./edge-sessions.repository.ts";

export type EdgeRow = repository.EdgeRow;

/** Logins of one statement. */
const LOGINS_MAX = 1_000;

/** An edge by its ssid, of any campus. */
export async function getEdge(ctx: Ctx, ssid: string): Promise<EdgeRow | undefined> {
  const [edge] = await repository.listEdges(ctx.db, [ssid]);
  return edge;
}

/** Edges by their ssids, of any campus and in any order. */
export const listEdges = asService(repository.listEdges);

interface Login {
  ssid: string;
  passwordSha256: string;
  /** Of the client. */
  address: string;
}

const wrongFrom = (address: string) => `mqtt ${address}`;
/** The key of the wrong passwords of a name from an address. */
export const wrongOf = (name: string, address: string) => `${wrongFrom(address)} ${name}`;

/**
 * Logs edges in. While one statement runs, further logins gather for the next one, so that thousands of edges may reconnect at once. Two
 * logins of an edge are two sessions, and so two statements.
 *
 * @param processId the process with the connections
 * @param onBegun called with the edges of each statement, before their logins are answered
 * @returns a function that returns the edge with its new session, or undefined for an unknown edge, a wrong password, or a name with too
 * many wrong passwords
 */
export function createEdgeLogins(
  ctx: Ctx,
  processId: () => Promise<number>,
  onBegun: (edges: readonly EdgeRow[]) => Promise<void>,
): (login: Login) => Promise<EdgeRow | undefined> {
  async function begin(logins: readonly Login[]): Promise<(login: Login) => EdgeRow | undefined> {
    const edges = await repository.beginSessions(
      ctx.db,
      await processId(),
      logins.map((login) => ({ ...login, limitKey: wrongOf(login.ssid, login.address) })),
      { max: NAME_FAILURES_MAX, at: ctx.now() },
    );
    const addresses = new Map(logins.map(({ ssid, address }) => [ssid, address]));
    for (const { ssid, session, isTakenOver } of edges) {
      const address = addresses.get(ssid);
      if (isTakenOver && address !== undefined)
        ctx.publish({ name: "edge-session-ended", data: { ssid, before: session, address } });
    }
    if (edges.length > 0) await onBegun(edges);
    const bySsid = new Map(edges.map((edge) => [edge.ssid, edge]));
    return ({ ssid }) => bySsid.get(ssid);
  }
  return createBatches(LOGINS_MAX, begin, ({ ssid }) => ssid);
}

/** Counts wrong MQTT passwords in the database, as a client may connect to any process. */
export function createWrongPasswordCounts(ctx: Ctx) {
  const count = createCallCounts(ctx, FAILURES_PERIOD_MS);
  return async (name: string, address: string): Promise<WrongPasswords> => {
    const [ofName, ofAddress] = await Promise.all([count(wrongOf(name, address)), count(wrongFrom(address))]);
    return { ofName, ofAddress };
  };
}

/** Ends the session of an edge, e.g. because its secret has changed: the edge must log in again. `ssid`: with which it is connected. */
export async function endEdgeSession(ctx: Ctx, edgeId: number, ssid: string): Promise<void> {
  const { campusId, session } = await repository.updateSessionEnded(ctx.db, edgeId, ctx.now());
  ctx.publish({ name: "edge-session-ended", data: { ssid, before: session } });
  publishChange(ctx, "device-states", { campusId });
}

/** Ids of the edges that have a later session than the one held here. */
export const listEndedSessions = asService(repository.listEndedSessions);

/** The connections of processes that have ended are over: their edges are unknown until they connect again. */
export async function leaveEdges(ctx: Ctx, processIds: readonly number[]): Promise<void> {
  for (const campusId of new Set(await repository.updateEdgesLeft(ctx.db, processIds, ctx.now())))
    publishChange(ctx, "device-states", { campusId });
}

/** Restarts the time in which edges may reconnect: no process with a broker was running. */
export const restartReconnecting = (ctx: Ctx) => repository.updateUnknownSince(ctx.db, ctx.now());
