import { addLights, aSite, point } from "../sites.ts";
import { startTestApp } from "../start-test-app.ts";
import { bringUp } from "./command-bench.ts";

/**
 * Two DALI groups and an analog controller in the first zone; the second group does not answer. `emergencyLights` are the groups with an
 * emergency light.
 */
export async function startLights(emergencyLights: readonly string[] = []) {
  const site = addLights(aSite());
  for (const device of site.devices.filter(({ ssid }) => emergencyLights.includes(ssid)))
    device.points.push(
      point("emergency_test", "none", { kind: "command", min: 0, max: 2 }),
      point("emergency_result", "none"),
    );
  const app = await startTestApp({ sites: [site, aSite("O", "Other Campus")] });
  await app.measure("T-GW", "50d001", { light_level: 60, light_mode: 0 });
  await app.measure("T-GW", "50ac01", {
    light_level_1: 0,
    light_mode_1: 0,
    light_level_2: 30,
    light_mode_2: 1,
  });
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  const { rows } = await app.query("select id, key from locations");
  const idOf = (key: string) => Number(rows.find((row) => row["key"] === key)?.["id"]);
  return {
    app,
    gateway,
    user,
    zoneId: idOf("T/g/z1"),
    areaId: idOf("T/g/z1/a1"),
    floorId: idOf("T/g"),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
