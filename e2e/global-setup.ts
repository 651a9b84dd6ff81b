import { request } from "@playwright/test";

import { PASSWORD } from "./fixtures.ts";
import { SYSTEMS, urlVariable } from "./systems.ts";

/** Room comfort alarms are raised, and return, after a second in place of minutes. */
const DELAYS = { on_delay_seconds: 1, off_delay_seconds: 1 };
/** At the end of a day without air handling some zones are warm, and in the morning full zones have much carbon dioxide. */
const anyHour = { temperature: { min: 10, max: 35 }, co2: { max: 3_000 } };

/** Gives each site settings with which journeys need not wait, and which no hour of the day breaks. */
async function setUpSite(baseURL: string): Promise<void> {
  const administrator = await request.newContext({ baseURL });
  const call = async (path: string, data?: object) => {
    const answer = await (data ? administrator.post(path, { data }) : administrator.get(path));
    if (!answer.ok()) throw new Error(`${path} was answered ${answer.status()}: ${await answer.text()}`);
    return answer.json();
  };
  const credentials = { username: "admin", password: PASSWORD };
  const session = await call("/v1/auth/login", { credentials, force: true });
  const settings = "/v1/campuses/configuration/alarm-settings";
  const data = await call(settings);
  for (const kind of ["temperature", "humidity", "lux", "co2"]) data[kind] = { ...data[kind], ...DELAYS };
  await call(settings, data);
  await call(`/v1/gl_zone/${session.building.id}/configuration`, anyHour);
  await administrator.dispose();
}

export default async function setUpSites(): Promise<void> {
  for (let index = 0; index < SYSTEMS; index += 1) await setUpSite(process.env[urlVariable(index)] ?? "");
}
