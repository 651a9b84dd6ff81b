import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { getSession, login } from "@verandah/contract/auth/auth.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { alertLists, aSession } from "../testing/builders.ts";
import { cutOff, refuse, serve, server } from "../testing/serve.ts";
import { call, CallFailed, ServerUnreachable } from "./call.ts";
import { endedSessionCode, expectEndedSession } from "./ended-session.ts";
import { storeSession } from "./stored-context.ts";

let reload: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test("path parameters go into the path, the rest into the query", async () => {
  const asked = serve(listDevices, []);
  await call(listDevices, { id: 13, type: "ahu" });
  expect(asked.urls).toEqual(["http://localhost:3000/v1/gl_analytics/13/devicemap?type=ahu"]);
});

test("leaves missing fields out of the query", async () => {
  const asked = serve(listDevices, []);
  await call(listDevices, { id: 13, type: undefined });
  // A form's empty choice, which is not in the types.
  await call(listDevices, { id: 13, ...JSON.parse('{"type":null}') });
  expect(asked.urls).toEqual(Array(2).fill("http://localhost:3000/v1/gl_analytics/13/devicemap"));
});

test("a POST has its fields in the body and no query", async () => {
  const asked = serve(login, { ...aSession(), token: "JWT secret" });
  const credentials = { username: "asha", password: "Secret123" };
  await call(login, { credentials, force: true });
  expect(asked.urls).toEqual(["http://localhost:3000/v1/auth/login"]);
  expect(asked.bodies).toEqual([{ credentials, force: true }]);
});

test("one's own logout is no reason to reload, for ten seconds", async () => {
  vi.setSystemTime("2026-01-05T09:00:00Z");
  expectEndedSession();
  refuse(listAlerts, "session-closed");
  await call(listAlerts, { id: 1 }).catch(() => undefined);
  expect(reload).not.toHaveBeenCalled();
  expect(endedSessionCode()).toBeUndefined();
  vi.setSystemTime("2026-01-05T09:00:10Z");
  await call(listAlerts, { id: 1 }).catch(() => undefined);
  expect(reload).toHaveBeenCalledOnce();
  expect(endedSessionCode()).toBe("session-closed");
  vi.useRealTimers();
});

test("a refusal is thrown with its problem", async () => {
  refuse(listAlerts, "not-found");
  await expect(call(listAlerts, { id: 1 })).rejects.toThrow(CallFailed);
  expect(reload).not.toHaveBeenCalled();
});

test("refuses a reply that does not match the contract", async () => {
  serve({ ...listAlerts, reply: getSession.reply }, aSession());
  await expect(call(listAlerts, { id: 1 })).rejects.toThrow(/expected/);
});

test("distinguishes no answer from a refusal", async () => {
  cutOff(listAlerts);
  await expect(call(listAlerts, { id: 1 })).rejects.toThrow(ServerUnreachable);
});

test.each(["session-ended", "session-replaced"] as const)("%s reloads the page", async (code) => {
  refuse(listAlerts, code);
  await expect(call(listAlerts, { id: 1 })).rejects.toThrow(CallFailed);
  expect(reload).toHaveBeenCalledOnce();
});

test("a page names its campus, and opens the home page when another window has opened another campus", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  const headers: (string | null)[] = [];
  server.events.on("request:start", ({ request }) => void headers.push(request.headers.get("x-campus")));
  storeSession(aSession({ campus: { id: 31, name: "North", timeZone: "Asia/Kolkata" } }));
  refuse(listAlerts, "session-switched");
  await expect(call(listAlerts, { id: 1 })).rejects.toThrow(CallFailed);
  server.events.removeAllListeners();
  expect(headers).toEqual(["31"]);
  expect(assign).toHaveBeenCalledWith("/");
  expect(reload).not.toHaveBeenCalled();
  // Nothing that the login would show.
  expect(endedSessionCode()).toBeUndefined();
});

test("many calls that fail together reload the page once", async () => {
  refuse(listAlerts, "session-ended");
  await Promise.allSettled([1, 2, 3].map((id) => call(listAlerts, { id })));
  expect(reload).toHaveBeenCalledOnce();
});

test("does not loop when the server refuses again right after the reload", async () => {
  vi.setSystemTime("2026-01-05T09:00:00Z");
  refuse(listAlerts, "session-ended");
  await call(listAlerts, { id: 1 }).catch(() => undefined);
  vi.setSystemTime("2026-01-05T09:00:09.999Z");
  await call(listAlerts, { id: 1 }).catch(() => undefined);
  expect(reload).toHaveBeenCalledOnce();

  vi.setSystemTime("2026-01-05T09:00:10Z");
  await call(listAlerts, { id: 1 }).catch(() => undefined);
  expect(reload).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test("a refused login does not reload", async () => {
  refuse(login, "credentials-invalid");
  const attempt = call(
    login,
    { credentials: { username: "asha", password: "x" } },
    { onEndedSession: "throw" },
  );
  await expect(attempt).rejects.toThrow("Invalid credentials");
  expect(reload).not.toHaveBeenCalled();
});

test("returns a valid reply parsed", async () => {
  serve(listAlerts, alertLists());
  await expect(call(listAlerts, { id: 1 })).resolves.toEqual(alertLists());
});
