import { readFileSync } from "node:fs";
import path from "node:path";

import { type APIRequestContext, expect, type Page, test as base } from "@playwright/test";

import { system as systemOfWorker, type System } from "./systems.ts";

/** Whether the browser lacks the letters of Hindi and Kannada. Other systems do not use `fonts.conf`. */
export const hasOnlyLatin = process.platform === "linux";

export const PASSWORD = "Verandah1";

/** The simulated field, through the control port of the simulator. */
interface Field {
  /** Injects a fault on a device or gateway; all faults are removed at the end of the journey. */
  fault: (fault: { kind: string; target: string; param_id?: string; value?: number }) => Promise<void>;
  clear: () => Promise<void>;
  /** The real values of a device, and its priority arrays. */
  truth: (
    ssid: string,
  ) => Promise<{ shown: Record<string, number>; slots?: Record<string, (number | null)[]> }>;
}

interface Fixtures {
  /** The system that the journey runs on. */
  system: System;
  field: Field;
  /**
   * Logs a user in and opens an address, or the user's first screen, and ends the user's other session. The login page has its own
   * journeys.
   */
  loginAs: (username: string, where?: { on?: Page; at?: string }) => Promise<void>;
  /** Errors and warnings of the browser's console; any of them fails the journey. */
  consoleIsClean: void;
}

function controlUrl({ dataDir }: System): string {
  const file = path.join(dataDir, "demo", "simulator-control.json");
  const { controlPort }: { controlPort: number } = JSON.parse(readFileSync(file, "utf8"));
  return `http://127.0.0.1:${controlPort}`;
}

export const test = base.extend<Fixtures>({
  system: [systemOfWorker, { option: true }],

  field: async ({ playwright, system }, use) => {
    const control: APIRequestContext = await playwright.request.newContext({
      baseURL: controlUrl(system),
      // The simulator closes idle connections, possibly at the moment when one is used again.
      extraHTTPHeaders: { connection: "close" },
    });
    async function clear(): Promise<void> {
      const answer = await control.delete("/faults");
      expect(answer.status()).toBe(204);
    }
    await use({
      clear,
      async fault(fault) {
        const answer = await control.post("/faults", { data: fault });
        expect(await answer.json()).toMatchObject(fault);
      },
      truth: async (ssid) => (await control.get(`/state/${ssid}`)).json(),
    });
    await clear();
    await control.dispose();
  },

  loginAs: async ({ page }, use) => {
    await use(async (username, { on = page, at = "/" } = {}) => {
      const answer = await on.request.post("/v1/auth/login", {
        data: { credentials: { username, password: PASSWORD }, force: true },
      });
      expect(answer.status(), `the login of ${username}`).toBe(200);
      await on.goto(at);
      await on.waitForURL(/\/admin\//);
    });
  },

  consoleIsClean: [
    async ({ page }, use) => {
      const said: string[] = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) said.push(message.text());
      });
      page.on("pageerror", (error) => void said.push(error.message));
      await use();
      // The browser itself reports each refused call; some journeys test refusals.
      const ours = said.filter(
        (text) =>
          !/^Failed to load resource: .*(401|403|404|409|422|423|440|503|ERR_INTERNET_DISCONNECTED)/.test(
            text,
          ),
      );
      expect(ours, "the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";
