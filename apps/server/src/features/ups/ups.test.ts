import { expect, test } from "vitest";

import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

test("the specification's calls of a UPS have its shapes, and no other device answers them", async () => {
  const site = aSite();
  const at = { location: "T/tower", edge: "T-GW" };
  site.devices.push(aDevice("UPS", "T-UPS", ["ups_InputVoltagePhaseA", "ups_Load"], at));
  await using app = await startTestApp({ sites: [site] });
  await app.measure("T-GW", "T-UPS", { ups_InputVoltagePhaseA: 230.5, ups_Load: 40 });
  const user = await app.as("viewer");
  const readings = (await user.get("/v1/gl_analytics/T-UPS/ups")).json();
  expect(readings).toEqual([
    expect.objectContaining({ param_id: "ups_InputVoltagePhaseA", param_value: 230.5, quality: "good" }),
    expect.objectContaining({ param_id: "ups_Load", param_value: 40 }),
  ]);
  const { graphData } = (await user.get("/v1/gl_analytics/T-UPS/ups/graph")).json();
  expect(graphData[0].ups_Load.param_value).toEqual([40]);
  expect(graphData[0].ups_Load.measured_time).toHaveLength(1);
  for (const ssid of ["T-AHU", "NO-SUCH"])
    expect((await user.get(`/v1/gl_analytics/${ssid}/ups`)).statusCode).toBe(404);
});
