import { expect, test } from "vitest";

import { startTestApp } from "../../../testing/start-test-app.ts";
import { evaluateRound } from "../alarms.jobs.ts";
import { evaluateAlarms } from "../evaluation/alarm-evaluation.service.ts";
import { suspectServerClock } from "./suspect-server-clock.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test.each([
  [DAY_MS, "Clock of the server 1440 min off: values look old (active)"],
  [-DAY_MS, "Clock of the server 1440 min off: values look old (active)"],
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

test.each([DAY_MS, -DAY_MS])(
  "with a clock that differs by %i ms from the database's no device goes offline because of old values",
  async (offsetMs) => {
    await using app = await startTestApp({ now: new Date().toISOString() });
    const stateAfter = async (shiftMs: number) => {
      const now = () => new Date(app.now().getTime() + shiftMs);
      await evaluateRound({ ...app.ctx, now }, [suspectServerClock], () => true);
      const { rows } = await app.query("select state from devices where ssid = 'T-S1'");
      return rows[0]?.["state"];
    };
    await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
    expect(await stateAfter(0)).toBe("online");
    expect(await stateAfter(offsetMs)).toBe("online");
    const admin = await app.as("administrator");
    const { rows } = (await admin.get("/v1/alarms/critical/grid")).json<{ rows: { alarm_code: number }[] }>();
    expect(rows.map((row) => row.alarm_code)).toEqual([104]);
    expect(await stateAfter(75_000)).toBe("offline");
  },
);
