import type { ProblemCode } from "@verandah/contract/problems.ts";

const key = "verandah.ended-session";
/** Two reloads within this time would be a loop, ms. */
const RELOAD_AGAIN_MS = 10_000;

/**
 * Reloads the page because the session is over; without one, the page then shows the login screen. After a switch to another campus in
 * another window it opens the home page of that campus. Many calls may fail at once, and
 * a server that keeps refusing must not reload for ever: the page reloads once within ten seconds.
 * Source: spec 1 §4 Session expiry.
 */
export function reloadForEndedSession(code: ProblemCode, now = Date.now()): void {
  const last = read();
  if (last && now - last.at < RELOAD_AGAIN_MS) return;
  const isSwitched = code === "session-switched";
  sessionStorage.setItem(key, JSON.stringify({ at: now, ...(!isSwitched && { code }) }));
  // The address may be that of a place of the other campus.
  if (isSwitched) window.location.assign("/");
  else window.location.reload();
}

/** Marks the user's own logout: the live stream may report it before the answer, and the page must not reload. */
export function expectEndedSession(now = Date.now()): void {
  sessionStorage.setItem(key, JSON.stringify({ at: now }));
}

/** Why the last session of this tab ended, if the page was reloaded for that; `forgetEndedSession` clears it. */
export function endedSessionCode(): ProblemCode | undefined {
  return read()?.code;
}

export function forgetEndedSession(): void {
  sessionStorage.removeItem(key);
}

function read(): { at: number; code?: ProblemCode } | undefined {
  const text = sessionStorage.getItem(key);
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
