import type { Bus } from "#core/bus.ts";

/** The sessions whose end a bus delivers from now on. */
export function recordEnds(bus: Bus): string[] {
  const ids: string[] = [];
  bus.subscribe("session-ended", ({ sessionId }) => void ids.push(sessionId));
  return ids;
}

export const publishEnd = (bus: Bus, sessionId: string) =>
  bus.publish({ name: "session-ended", data: { sessionId, code: "session-closed" } });

/** Throws each error of a bus. */
export const fail = (error: Error) => {
  throw error;
};
