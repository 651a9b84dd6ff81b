import { expect, test } from "../fixtures.ts";

const PUMP_SCREEN = "/admin/dashboard";

/** One device of each type in a building of the small site, with the screen that shows it. */
const devices = [
  ["AHU-BLR-A-F0-1", "/admin/glAhu"],
  ["VAV-BLR-A-F1-1", "/admin/device"],
  ["CH-BLR-A-1", "/admin/device"],
  ["ENV-BLR-A-F1-Z2-1", "/admin/device"],
  ["WX-BLR-A", "/admin/device"],
  ["EM-BLR-A-F1-1", "/admin/glEnergyMeter"],
  ["UPS-BLR-A-1", "/admin/glUps"],
  ["50d0f001", "/admin/device"],
  ["50ac0f001", "/admin/device"],
  ["BAY-P1-01", "/admin/device"],
  ["EV-P1-1", "/admin/device"],
  ["ASPump202600000000000000000001", PUMP_SCREEN],
] as const;

interface Alarm {
  Alarm_Id: number;
  state: string;
  Device_name: string;
  alarm_code: number;
}

/** The first code of low alarms. */
const LOW_ALARM_FROM = 200;

/** Time after which every type counts as offline on the small site, ms. */
const ALARM_MAX_MS = 60_000;

for (const [ssid, screen] of process.env["FULL"] ? devices : [])
  test(`the alarm of ${ssid} leads to its screen by one click`, async ({ page, loginAs, field }) => {
    test.setTimeout(120_000);
    await loginAs("viewer", { at: "/admin/eventsviewer" });
    await field.fault({ kind: "device-silent", target: ssid });
    const findAlarm = async () => {
      const answer = await page.request.get(`/v1/alarms/device/${ssid}`);
      const alarms: Alarm[] = await answer.json();
      return alarms.find(({ state }) => state !== "returned");
    };
    await expect.poll(findAlarm, { timeout: ALARM_MAX_MS }).toBeDefined();
    const alarm = await findAlarm();
    const name = alarm?.Device_name ?? "";
    const filter = (prefix: string) => [`${prefix}filter.Device_name`, name];
    const lists = {
      eventsviewer: [filter("critical."), filter("noncritical.")],
      // Alerts has the alarms of one building; a pump belongs to none with this user.
      ...(screen !== PUMP_SCREEN && {
        alerts: [filter(""), ["tab", (alarm?.alarm_code ?? 0) < LOW_ALARM_FROM ? "system" : "solution"]],
      }),
    };
    for (const [path, search] of Object.entries(lists)) {
      await page.goto(`/admin/${path}?${new URLSearchParams(search)}`);
      const opens = page.getByRole("table").getByRole("link", { name: `Open ${name}`, exact: true });
      await opens.first().click();
      await expect(page).toHaveURL(new RegExp(`${screen}\\?.*device=${ssid}`));
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    }
  });
