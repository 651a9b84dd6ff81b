import { expect, test } from "vitest";

import { startTestApp } from "../../../testing/start-test-app.ts";
import { evaluateAlarms } from "../evaluation/alarm-evaluation.service.ts";
import { suspectStandby } from "./suspect-standby.ts";

test("a database without a standby is a critical alarm after a minute", async () => {
  await using app = await startTestApp();
  const admin = await app.as("administrator");
  async function messages(): Promise<string[]> {
    await evaluateAlarms(app.ctx, [suspectStandby]);
    const { rows } = (await admin.get("/v1/alarms/critical/grid")).json<{ rows: { Message: string }[] }>();
    return rows.map(({ Message }) => Message);
  }
  expect(await messages()).toEqual([]);
  app.advance(59_000);
  expect(await messages()).toEqual([]);
  app.advance(1_000);
  expect(await messages()).toEqual(["Database without standby: new data are on one host only"]);
});
