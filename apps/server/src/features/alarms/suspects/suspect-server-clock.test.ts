import { expect, test } from "vitest";

import { startTestApp } from "../../../testing/start-test-app.ts";
import { evaluateAlarms } from "../evaluation/alarm-evaluation.service.ts";
import { suspectServerClock } from "./suspect-server-clock.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test.each([
  [DAY_MS, "Clock of the server 1440 min off: devices look offline (active)"],
  [-DAY_MS, "Clock of the server 1440 min off: devices look offline (active)"],
])(
  "a clock that differs by %i ms from the database's is a critical alarm until it is right",
  async (offsetMs, message) => {
    await using app = await startTestApp();
    const admin = await app.as("administrator");
    let offsetNowMs = 4 * MINUTE_MS;
    const now = () => new Date(Date.now() + offsetNowMs);
    async function messages(): Promise<string[]> {
      await evaluateAlarms({ ...app.ctx, now }, [suspectServerClock]);
      const { rows } = (await admin.get("/v1/alarms/critical/grid")).json<{
        rows: { Message: string; state: string }[];
      }>();
      return rows.map(({ Message, state }) => `${Message} (${state})`);
    }
    expect(await messages()).toEqual([]);
    offsetNowMs = offsetMs;
    expect(await messages()).toEqual([message]);
    offsetNowMs = 0;
    expect(await messages()).toEqual([message.replace("active", "returned")]);
  },
);
