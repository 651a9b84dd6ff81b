import type { PlaceStatus } from "@verandah/contract/buildings.ts";
import type { City } from "@verandah/contract/campuses/cities.ts";
import { expect, test } from "vitest";

import { reportDiskFree } from "../../../testing/benches/processes.ts";
import { aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { evaluateAlarms } from "../evaluation/alarm-evaluation.service.ts";
import { foldersToWatch, readLeastFree, suspectDisks } from "./suspect-disks.ts";

test("a disk with less than 5 % free raises a critical alarm, which returns at 8 %", async () => {
  await using app = await startTestApp();
  await reportDiskFree(app, "emptier", 50);
  await reportDiskFree(app, "fuller", 5);
  const admin = await app.as("administrator");
  async function messages(): Promise<string[]> {
    await evaluateAlarms(app.ctx, [suspectDisks]);
    const { rows } = (await admin.get("/v1/alarms/critical/grid")).json<{
      rows: { Message: string; state: string }[];
    }>();
    return rows.map(({ Message, state }) => `${Message} (${state})`);
  }
  expect(await messages()).toEqual([]);
  await reportDiskFree(app, "fuller", 4.9);
  const raised = "Disk of the server nearly full: 4 % free (active)";
  expect(await messages()).toEqual([raised]);
  await reportDiskFree(app, "fuller", 7.9);
  expect(await messages()).toEqual([raised]);
  await reportDiskFree(app, "fuller", 8);
  expect(await messages()).toEqual([raised.replace("active", "returned")]);
});

test("a nearly full disk is an alarm of each building of the campus, in lists, counts and states alike", async () => {
  const site = aSite();
  site.buildings.push({ key: "T/annex", name: "Annex", floors: [] });
  await using app = await startTestApp({ sites: [site, aSite("O", "Other Campus")] });
  await reportDiskFree(app, "only", 4);
  await evaluateAlarms(app.ctx, [suspectDisks]);
  const user = await app.as("operator");
  const { rows } = await app.query("select id, key from locations");
  const idOf = (key: string) => Number(rows.find((row) => row["key"] === key)?.["id"]);
  const get = async <T>(path: string) => (await user.get(path)).json<T>();
  const seen = async (key: string) => {
    const id = idOf(key);
    const statuses = await get<(PlaceStatus & { id: number })[]>(`/v1/campuses/${idOf("T")}/status`);
    return {
      alerts: await get(`/v1/alerts/${id}/alerts`),
      grid: await get(`/v1/alarms/critical/grid?location=${id}`),
      status: await get(`/v1/gl_zone/${id}/status`),
      inTree: statuses.find((one) => one.id === id),
    };
  };
  const one = {
    alerts: { system: [{ alarm_code: 103 }], total: { system: 1, solution: 0 } },
    grid: { total: 1 },
    status: { state: "critical", noOfCritical: 1 },
    inTree: { state: "critical", noOfCritical: 1 },
  };
  for (const key of ["T", "T/tower", "T/annex"]) expect(await seen(key)).toMatchObject(one);
  expect(await seen("T/g")).toMatchObject({
    alerts: { total: { system: 0, solution: 0 } },
    grid: { total: 0 },
    status: { noOfCritical: 0 },
    inTree: { noOfCritical: 0 },
  });
  const buildings = [
    { name: "Annex", noOfCritical: 1 },
    { name: "Tower", noOfCritical: 1 },
  ];
  expect(await get(`/v1/gl_zone/${idOf("T")}`)).toMatchObject(buildings);
  const cities = await get<City[]>("/v1/cities");
  expect(cities.flatMap(({ campuses }) => campuses)).toMatchObject([{ buildings: buildings.toReversed() }]);
});

test("reads the free space of real folders", async () => {
  const free = await readLeastFree(["/", "/tmp"]);
  expect(free).toBeGreaterThanOrEqual(0);
  expect(free).toBeLessThanOrEqual(100);
});

test("monitors the data folder, and that of a database on this machine", () => {
  const socket = "postgres://u:p@localhost/verandah?host=%2Fvar%2Flib%2Fverandah%2Fsocket";
  expect(foldersToWatch({ DATA_DIR: "./data", DATABASE_URL: socket })).toEqual([
    "./data",
    "/var/lib/verandah/socket",
  ]);
  const remote = "postgres://u:p@db.example/verandah";
  expect(foldersToWatch({ DATA_DIR: "./data", DATABASE_URL: remote })).toEqual(["./data"]);
  const several = "postgres://u:p@a.example:5432,b.example:5432/verandah";
  expect(foldersToWatch({ DATA_DIR: "./data", DATABASE_URL: several })).toEqual(["./data"]);
});
