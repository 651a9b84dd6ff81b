import { expect, test } from "vitest";

import { startTestApp } from "../../../testing/start-test-app.ts";
import { evaluateAlarms } from "../evaluation/alarm-evaluation.service.ts";
import { createDiskRule, foldersToWatch } from "./suspect-disks.ts";

test("a disk with less than 5 % free raises a critical alarm, which returns at 8 %", async () => {
  await using app = await startTestApp();
  let free = 5;
  const rule = createDiskRule(["/data", "/database"], async (folder) => (folder === "/data" ? 50 : free));
  const admin = await app.as("administrator");
  async function messages(): Promise<string[]> {
    await evaluateAlarms(app.ctx, [rule]);
    const { rows } = (await admin.get("/v1/alarms/critical/grid")).json<{
      rows: { Message: string; state: string }[];
    }>();
    return rows.map(({ Message, state }) => `${Message} (${state})`);
  }
  expect(await messages()).toEqual([]);
  free = 4.9;
  const raised = "Disk of the server nearly full: 4 % free (active)";
  expect(await messages()).toEqual([raised]);
  free = 7.9;
  expect(await messages()).toEqual([raised]);
  free = 8;
  expect(await messages()).toEqual([raised.replace("active", "returned")]);
});

test("reads the free space of real folders", async () => {
  await using app = await startTestApp();
  const [suspicion] = await createDiskRule(["/", "/tmp"])(app.ctx);
  expect(suspicion?.value).toBeGreaterThanOrEqual(0);
  expect(suspicion?.value).toBeLessThanOrEqual(100);
});

test("watches the data folder, and the database's where it is on this machine", () => {
  const socket = "postgres://u:p@localhost/verandah?host=%2Fvar%2Flib%2Fverandah%2Fsocket";
  expect(foldersToWatch({ DATA_DIR: "./data", DATABASE_URL: socket })).toEqual([
    "./data",
    "/var/lib/verandah/socket",
  ]);
  const remote = "postgres://u:p@db.example/verandah";
  expect(foldersToWatch({ DATA_DIR: "./data", DATABASE_URL: remote })).toEqual(["./data"]);
});
