import { bringUp } from "./command-bench.ts";
import { addLights, aSite } from "./sites.ts";
import { startTestApp } from "./start-test-app.ts";

/** Two DALI groups and an analog controller in the first zone; the second group does not answer. */
export async function startLights() {
  const site = addLights(aSite());
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
