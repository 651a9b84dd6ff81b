import { expect, test } from "vitest";

import type { Mail } from "#core/mail.ts";
import { unshelveExpired } from "#features/alarms/actions/alarm-actions.service.ts";
import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { recordDeviceHealth, recordEdgeStatus } from "#features/devices/devices.service.ts";
import { sendDueMails } from "#features/mails/mail-outbox.service.ts";

import { edge, evaluate } from "../../testing/benches/alarm-bench.ts";
import { raiseFireAlarm, endFireAlarm } from "../../testing/benches/alarms.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { makeDigests } from "./digests.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

async function choose(
  app: App,
  changes: object,
  username: "operator" | "viewer" = "operator",
): Promise<void> {
  const settings = { by_mail: "all", in_browser: "none", floor_ids: null, digest_minutes: 15 };
  await (await app.as(username)).post("/v1/notifications/settings", { ...settings, ...changes });
}

async function digest(app: App): Promise<Mail[]> {
  const mails: Mail[] = [];
  await makeDigests(app.ctx, "http://v.test");
  await sendDueMails(app.ctx, async (mail) => void mails.push(mail));
  return mails;
}

/** Raises `count` new alarms with different causes. */
async function raise(app: App, count: number, code = 210, device = "T-S1"): Promise<void> {
  await app.query(`
    with raised as (
      insert into alarms (campus_id, location_id, device_id, subject_kind, rule, code, message, source_name, raised_at)
      select d.campus_id, d.location_id, d.id, 'device-event', gen_random_uuid(), ${code}, 'Alarm ' || n, d.name, '${app.now().toISOString()}'
      from generate_series(1, ${count}) n, devices d where d.ssid = '${device}' returning *
    )
    insert into alarm_events (alarm_id, campus_id, at, kind) select id, campus_id, raised_at, 'raised' from raised`);
}

const MINUTE_MS = 60_000;

test("sends one e-mail about an alarm after a minute and records it in the alarm's history", async () => {
  await using app = await startTestApp();
  await raiseFireAlarm(app);
  await choose(app, {});
  app.advance(1_000);
  await endFireAlarm(app);
  app.advance(10 * MINUTE_MS);
  // Earlier alarms are not new.
  expect(await digest(app)).toEqual([]);
  const id = await raiseFireAlarm(app);
  app.advance(MINUTE_MS - 1);
  expect(await digest(app)).toEqual([]);
  app.advance(1);
  const measured = (await (await app.as("operator")).get(`/v1/alarms/${id}`)).json<{
    Measured_time: string;
  }>();
  expect(await digest(app)).toEqual([
    {
      to: "operator@test.example",
      subject: "Verandah: Unit T-AHU: Fire alarm",
      text: [
        "A new alarm:",
        "",
        `CRITICAL  ${measured.Measured_time}  Unit T-AHU, Ground: Fire alarm (1 related alarm)`,
        "",
        "View all alarms: http://v.test/admin/eventsviewer",
        "You get at most one e-mail in 15 minutes. Change this in the notification settings.",
      ].join("\n"),
    },
  ]);
  app.advance(60 * MINUTE_MS);
  expect(await digest(app)).toEqual([]);
  const alarm = (await (await app.as("operator")).get(`/v1/alarms/${id}`)).json();
  expect(alarm).toMatchObject({ history: [{ kind: "raised" }, { kind: "notified", user: "operator" }] });
});

test("sends one e-mail about a flood that lists critical alarms first and counts the rest, and the next one after the chosen time", async () => {
  await using app = await startTestApp();
  await choose(app, { digest_minutes: 5 });
  await raise(app, 1_000);
  await raise(app, 2, 120);
  app.advance(MINUTE_MS);
  const [mail, ...others] = await digest(app);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Verandah: 1002 alarms, 2 critical");
  const lines = mail?.text.split("\n") ?? [];
  expect(lines.filter((line) => line.startsWith("CRITICAL"))).toHaveLength(2);
  expect(lines[2]).toMatch(/^CRITICAL/);
  expect(lines.filter((line) => line.startsWith("low"))).toHaveLength(18);
  expect(lines).toContain("and 982 more.");

  await raise(app, 10);
  app.advance(5 * MINUTE_MS - 1);
  expect(await digest(app)).toEqual([]);
  app.advance(1);
  expect(await digest(app)).toMatchObject([{ subject: "Verandah: 10 alarms, 0 critical" }]);
});

test("several servers send one e-mail", async () => {
  await using app = await startTestApp();
  await choose(app, {});
  await raise(app, 1);
  app.advance(MINUTE_MS);
  const mails = await Promise.all(Array.from({ length: 6 }, () => digest(app)));
  expect(mails.flat()).toHaveLength(1);
});

test("sends alarms of the chosen classes and floors only, and none that another alarm explains", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  const floors = (await user.get(`/v1/gl_zone/${user.session.building.id}`)).json<
    { id: number; name: string }[]
  >();
  const first = floors.find((floor) => floor.name === "First")?.id;
  await choose(app, { by_mail: "critical" });
  await choose(app, { floor_ids: [first] }, "viewer");
  await raise(app, 3, 210, "T-S1");
  await raise(app, 1, 120, "T-S1");
  await raise(app, 2, 210, "T-S3");
  app.advance(MINUTE_MS);
  expect((await digest(app)).map(({ to, subject }) => [to, subject])).toEqual([
    ["operator@test.example", "Verandah: Sensor T-S1: Alarm 1"],
    ["viewer@test.example", "Verandah: 2 alarms, 0 critical"],
  ]);

  app.advance(60 * MINUTE_MS);
  await raise(app, 12, 120, "T-S3");
  await evaluateAlarms(app.ctx);
  app.advance(MINUTE_MS);
  expect((await digest(app)).map(({ subject }) => subject)).toEqual([
    "Verandah: First: UPS on battery: many at once",
    "Verandah: First: UPS on battery: many at once",
  ]);
});

test("sends one e-mail about an alarm that stays active after the alarm that explained it", async () => {
  await using app = await startTestApp();
  await choose(app, {});
  const gateway = await edge(app, "T-GW");
  const report = (state: "online" | "offline") =>
    recordDeviceHealth(app.ctx, gateway, {
      at: 0,
      devices: [{ device: "T-AHU", state, since: 0, missedPolls: state === "offline" ? 3 : 0 }],
    });
  const subjects = async () => {
    app.advance(15 * MINUTE_MS);
    return (await digest(app)).map(({ subject }) => subject);
  };
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await report("online");
  await evaluate(app);
  await recordEdgeStatus(app.ctx, gateway, { state: "offline", at: 0 });
  await evaluate(app);
  app.advance(10_000);
  await evaluate(app);
  expect(await subjects()).toEqual(["Verandah: T-GW: Gateway offline: its devices cannot be monitored"]);

  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await report("offline");
  await evaluate(app);
  await evaluate(app);
  expect(await subjects()).toEqual(["Verandah: Unit T-AHU: Controller offline"]);
  expect(await subjects()).toEqual([]);
  const user = await app.as("operator");
  const { rows } = (await user.get("/v1/alarms/critical/grid?filter.Device_name=Unit")).json<{
    rows: { Alarm_Id: number }[];
  }>();
  const alarm = (await user.get(`/v1/alarms/${rows[0]?.Alarm_Id}`)).json();
  expect(alarm).toMatchObject({
    history: [{ kind: "raised" }, { kind: "unexplained" }, { kind: "notified" }],
  });
});

test("sends an alarm again when its shelving expires, and lists it once", async () => {
  await using app = await startTestApp();
  await choose(app, {});
  await raise(app, 1);
  app.advance(MINUTE_MS);
  const subject = "Verandah: Sensor T-S1: Alarm 1";
  expect(await digest(app)).toMatchObject([{ subject }]);
  const { id } = await app.db.selectFrom("alarms").select("id").executeTakeFirstOrThrow();
  const expire = async () => {
    const until = new Date(app.now().getTime() + MINUTE_MS).toISOString();
    await (await app.as("operator")).post("/v1/gl_alerts/deleteAlarm", { id, reason: "Known", until });
    app.advance(MINUTE_MS);
    await unshelveExpired(app.ctx);
  };
  await expire();
  await expire();
  app.advance(15 * MINUTE_MS);
  expect(await digest(app)).toMatchObject([{ subject }]);
  app.advance(15 * MINUTE_MS);
  expect(await digest(app)).toEqual([]);
});

test("sends no e-mail to users without an address, disabled users and users who turned e-mails off", async () => {
  await using app = await startTestApp();
  await choose(app, {});
  await choose(app, {}, "viewer");
  await app.query("update users set email = null where username = 'viewer'");
  await app.query("update users set disabled_at = now() where username = 'operator'");
  await raise(app, 1);
  app.advance(MINUTE_MS);
  expect(await digest(app)).toEqual([]);
  await app.query("update users set disabled_at = null, email = username || '@test.example'");
  await choose(app, { by_mail: "none" }, "viewer");
  expect((await digest(app)).map((mail) => mail.to)).toEqual(["operator@test.example"]);
});

test("an e-mail that is due is sent although its user saves the settings again", async () => {
  await using app = await startTestApp();
  await choose(app, {});
  await raise(app, 1);
  app.advance(MINUTE_MS);
  await choose(app, { in_browser: "all" });
  expect(await digest(app)).toHaveLength(1);
});

test("writes an e-mail in the user's language, but keeps a device's own text", async () => {
  await using app = await startTestApp();
  await choose(app, { language: "hi" });
  await choose(app, { language: "kn" }, "viewer");
  await raiseFireAlarm(app);
  app.advance(MINUTE_MS);
  const [hindi, kannada] = await digest(app);
  expect(hindi?.subject).toBe("Verandah: Unit T-AHU: फ़ायर अलार्म");
  expect(hindi?.text).toContain("एक नया अलार्म:\n\nगंभीर  ");
  expect(kannada?.subject).toBe("Verandah: Unit T-AHU: ಅಗ್ನಿ ಅಲಾರಂ");
  expect(kannada?.text).toContain("ಎಲ್ಲ ಅಲಾರಂಗಳನ್ನು ನೋಡಿ: http://v.test/admin/eventsviewer");
  await raise(app, 1);
  app.advance(15 * MINUTE_MS);
  expect((await digest(app)).map((mail) => mail.subject)).toEqual([
    "Verandah: Sensor T-S1: Alarm 1",
    "Verandah: Sensor T-S1: Alarm 1",
  ]);
});

test("a user with several campuses gets a mail of each, with the chosen floors of each", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const other = await app.as("other-administrator");
  await other.post("/v1/users/add", { account: "operator", role: 1 });
  await choose(app, { floor_ids: [await idOf(app, "T/f1")] });
  await raise(app, 1, 210, "T-S1");
  await raise(app, 2, 210, "O-S1");
  app.advance(MINUTE_MS);
  // The floor of T-S1 is not chosen; the other campus has no chosen floor, so all count.
  expect((await digest(app)).map(({ subject }) => subject)).toEqual([
    "Verandah, Other Campus: 2 alarms, 0 critical",
  ]);
  const { token } = (await app.as("operator")).session;
  await app.client(token).post("/v1/auth/campus", { campus: other.session.campus.id });
  const user = await app.as("operator");
  expect((await user.get("/v1/notifications/settings")).json()).toMatchObject({ floor_ids: null });
  await choose(app, { floor_ids: [await idOf(app, "O/f1")] });
  const { rows } = await app.query("select cardinality(floor_ids) as floors from notification_settings");
  expect(rows).toEqual([{ floors: 2 }]);
});

async function idOf(app: App, key: string): Promise<number> {
  return Number((await app.query("select id from locations where key = $1", [key])).rows[0]?.["id"]);
}
