import { expect, test } from "vitest";

import { createJobRuns } from "#core/jobs/job-runs.ts";
import { repeat } from "#core/jobs/repeat.ts";
import { createMetrics, type Metrics, oneSample, serveMetrics } from "#core/metrics.ts";
import { insertMail } from "#features/mails/mail-outbox.repository.ts";
import { sendDueMails } from "#features/mails/mail-outbox.service.ts";

import { addIngestMetrics, addJobMetrics, addServerMetrics, addSiteMetrics } from "./server-metrics.ts";
import { evaluate } from "./testing/benches/alarm-bench.ts";
import { linkToDatabase } from "./testing/database/database-link.ts";
import { startLoopClock } from "./testing/loop-clock.ts";
import { aSite } from "./testing/sites.ts";
import { quietLog, startTestApp } from "./testing/start-test-app.ts";
import { aReading, startTestIngest } from "./testing/start-test-ingest.ts";

function addProcessMetrics(
  metrics: Metrics,
  { ctx }: Awaited<ReturnType<typeof startTestApp>>,
  { ingest, processId }: Awaited<ReturnType<typeof startTestIngest>>,
): void {
  addIngestMetrics(metrics, ctx, { ingest, running: Promise.resolve({ id: processId }) });
}

/** The metrics of a test app and its broker. */
async function startTestMetrics(options: Parameters<typeof startTestApp>[0] = {}) {
  await using opening = new AsyncDisposableStack();
  const app = opening.use(await startTestApp(options));
  const field = opening.use(await startTestIngest(app));
  const metrics = createMetrics();
  addServerMetrics(metrics, { ctx: app.ctx, bus: app.bus, hub: app.hub, roles: ["api", "jobs"] });
  addProcessMetrics(metrics, app, field);
  const served = opening.use(
    await serveMetrics(metrics, { host: "127.0.0.1", port: 0, mayUseNextPort: false }),
  );
  const url = `http://127.0.0.1:${served.port}/metrics`;
  const running = opening.move();
  return {
    app,
    field,
    url,
    scrape: async () => (await fetch(url)).text(),
    /** The value of a metric; undefined when it is missing. */
    async read(metric: string): Promise<number | undefined> {
      const lines = (await (await fetch(url)).text()).split("\n");
      const line = lines.find((entry) => entry.startsWith(`${metric} `));
      return line === undefined ? undefined : Number(line.slice(metric.length + 1));
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

test("a scrape returns the Prometheus text format with the metrics of the process", async () => {
  await using scraper = await startTestMetrics();
  const reply = await fetch(scraper.url);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await reply.text();
  expect(text).toContain("# TYPE verandah_readings_total counter\n");
  expect(text).toContain("# TYPE verandah_message_acknowledged_seconds histogram\n");
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect((await fetch(scraper.url.replace("/metrics", "/"))).status).toBe(404);
  expect((await fetch(scraper.url, { method: "POST" })).status).toBe(404);
});

test("counts stored and unchanged readings, readings of unknown points and invalid messages", async () => {
  await using scraper = await startTestMetrics();
  const { app, field } = scraper;
  expect(await scraper.read('verandah_readings_total{outcome="stored"}')).toBe(0);
  const sensor = await field.connect("T-S1");
  const at = app.now().getTime();
  await sensor.publish("readings", aReading("T-S1", "TEMPERATURE", at - 1_000, 24, 1));
  await sensor.publish("readings", aReading("T-S1", "TEMPERATURE", at, 24, 2));
  await sensor.publish("readings", aReading("T-S1", "NONE SUCH", at, 24, 3));
  await sensor.publish("readings", "no json");
  expect(await scraper.read('verandah_readings_total{outcome="stored"}')).toBe(1);
  expect(await scraper.read('verandah_readings_total{outcome="unchanged"}')).toBe(1);
  expect(await scraper.read('verandah_readings_total{outcome="unknown_point"}')).toBe(1);
  expect(await scraper.read('verandah_refused_total{reason="invalid_messages"}')).toBe(1);
  expect(await scraper.read('verandah_message_acknowledged_seconds_count{kind="readings"}')).toBe(4);
  expect(await scraper.read("verandah_broker_connections")).toBe(1);
  expect(await scraper.read("verandah_readings_waiting")).toBe(0);
  expect(await scraper.read("verandah_batch_readings_sum")).toBe(1);
  expect(await scraper.read("verandah_batch_commit_seconds_count")).toBeGreaterThan(0);
});

test("rejects and counts a wrong password and a foreign topic", async () => {
  await using scraper = await startTestMetrics();
  await expect(scraper.field.connect("T-S1", { password: "guess" })).rejects.toThrow("Not authorized");
  const sensor = await scraper.field.connect("T-S1");
  sensor.publish("readings", {}, "T-S2").catch(() => undefined);
  await new Promise<void>((resolve) => void sensor.client.once("close", () => resolve()));
  expect(await scraper.read('verandah_refused_total{reason="refused_logins"}')).toBe(1);
  expect(await scraper.read('verandah_refused_total{reason="refused_topics"}')).toBe(1);
});

test("shows the outbox and driver states that a gateway reports, labelled with its name", async () => {
  await using scraper = await startTestMetrics();
  const gateway = await scraper.field.connect("T-GW");
  await gateway.publish("status", {
    state: "online",
    at: 0,
    outbox: { pending: 7, dropped: 3 },
    drivers: [{ protocol: "bacnet", isUp: true, restarts: 2, devices: 5, counts: { malformed: 11 } }],
  });
  const text = await scraper.scrape();
  for (const line of [
    'verandah_edges{kind="gateway",state="online"} 1',
    'verandah_edges{kind="device",state="unknown"} 3',
    'verandah_edge_outbox_pending{edge="T-GW"} 7',
    'verandah_edge_outbox_dropped{edge="T-GW"} 3',
    'verandah_driver_up{edge="T-GW",protocol="bacnet"} 1',
    'verandah_driver_restarts_total{edge="T-GW",protocol="bacnet"} 2',
    'verandah_driver_devices{edge="T-GW",protocol="bacnet"} 5',
    'verandah_driver_events_total{edge="T-GW",protocol="bacnet",what="malformed"} 11',
  ])
    expect(text).toContain(`${line}\n`);
});

test("counts a command in each of its states, and as open until it ends", async () => {
  await using scraper = await startTestMetrics();
  const { app } = scraper;
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await app.db.updateTable("edges").set({ state: "online" }).where("ssid", "=", "T-GW").execute();
  await app.db.updateTable("devices").set({ state: "online" }).where("ssid", "=", "T-AHU").execute();
  const operator = await app.as("operator");
  const command = (value: number) =>
    operator.post("/v1/gl_analytics/T-AHU/setpoints", {
      param_id: "ahu_in_air_temperature_sp",
      param_value: value,
    });
  const answers = [await command(22), await command(23)];
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
  expect(await scraper.read('verandah_command_changes_total{state="accepted"}')).toBe(2);
  expect(await scraper.read('verandah_command_changes_total{state="superseded"}')).toBe(1);
  expect(await scraper.read('verandah_commands_open{state="accepted"}')).toBe(1);
  // Another process counts its own.
  app.bus.deliver({ name: "commands-accepted", data: { count: 5 } });
  expect(await scraper.read('verandah_command_changes_total{state="accepted"}')).toBe(2);
});

test("processes share the edges and their open commands, so that each counts once in their sum", async () => {
  await using scraper = await startTestMetrics();
  const { app, field } = scraper;
  await using otherField = await startTestIngest(app);
  const otherMetrics = createMetrics();
  addProcessMetrics(otherMetrics, app, otherField);
  const gateway = await otherField.connect("T-GW");
  await gateway.publish("status", { state: "online", at: 0, outbox: { pending: 7, dropped: 3 } });
  const sensor = await field.connect("T-S1");
  await sensor.publish("readings", aReading("T-S1", "TEMPERATURE", app.now().getTime(), 24));
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await app.db.updateTable("devices").set({ state: "online" }).where("ssid", "=", "T-AHU").execute();
  const operator = await app.as("operator");
  const sent = await operator.post("/v1/gl_analytics/T-AHU/setpoints", {
    param_id: "ahu_in_air_temperature_sp",
    param_value: 22,
  });
  expect(sent.statusCode).toBe(200);

  const texts = [await scraper.scrape(), await otherMetrics.text()];
  for (const [line, ...processes] of [
    ['verandah_edges{kind="gateway",state="online"} 1', false, true],
    ['verandah_edges{kind="device",state="online"} 1', true, false],
    // Those that have never been connected.
    ['verandah_edges{kind="device",state="unknown"} 2', true, false],
    ['verandah_edge_outbox_pending{edge="T-GW"} 7', false, true],
    ['verandah_commands_open{state="accepted"} 1', false, true],
  ] as const)
    expect([line, ...texts.map((text) => text.includes(`${line}\n`))]).toEqual([line, ...processes]);
});

test("a scrape during a database outage answers without the metrics from the database", async () => {
  let link: Awaited<ReturnType<typeof linkToDatabase>> | undefined;
  await using scraper = await startTestMetrics({
    via: async (url) => {
      link = await linkToDatabase(url);
      return link.url;
    },
  });
  expect(await scraper.read("verandah_database_up")).toBe(1);
  expect(await scraper.read('verandah_edges{kind="device",state="unknown"}')).toBe(3);
  link?.stall();
  const { seconds } = startLoopClock();
  expect(await scraper.read("verandah_database_up")).toBe(0);
  expect(seconds()).toBeLessThan(3);
  const text = await scraper.scrape();
  expect(text).not.toContain("verandah_edges{");
  expect(text).toContain('verandah_readings_total{outcome="stored"} 0\n');
  expect(text).toMatch(/^verandah_figures_unread_total [1-9]/m);
  link?.restore();
  await link?.[Symbol.asyncDispose]();
});

test("leaves out and counts a failing metric and shows the others", async () => {
  const metrics = createMetrics();
  metrics.gauge("broken", "Fails", [], () => {
    throw new Error("no");
  });
  metrics.gauge("whole", "Works", [], () => oneSample(5));
  expect(await metrics.text()).toContain("\nwhole 5\n");
  const text = await metrics.text();
  expect(text).not.toMatch(/^broken /m);
  expect(text).toMatch(/^verandah_figures_unread_total 1$/m);
});

const runsLine = (outcome: string, count: number) =>
  `verandah_job_runs_total{job="alarms",outcome="${outcome}"} ${count}\n`;

test("counts the runs of a job by outcome, and says when it last ended well", async () => {
  const metrics = createMetrics();
  let nowMs = 1_000;
  const runs = createJobRuns(() => nowMs);
  addJobMetrics(metrics, runs);
  const works = [() => Promise.resolve(), () => Promise.reject(new Error("broken"))];
  await using job = repeat("alarms", 60_000, () => works.shift()?.() ?? Promise.resolve(), {
    ...quietLog,
    runs,
  });
  await expect.poll(() => metrics.text()).toContain(runsLine("succeeded", 1));
  nowMs = 5_000;
  job.now();
  await expect.poll(() => metrics.text()).toContain(runsLine("failed", 1));
  expect(await metrics.text()).toContain('verandah_job_succeeded_timestamp_seconds{job="alarms"} 1\n');
});

test("counts active alarms, mails and room calendars", async () => {
  const site = aSite();
  const rooms = ["Room 1", "Room 2", "Room 3"].map((name) => ({
    key: name,
    name,
    kind: "room" as const,
    seats: 4,
  }));
  Object.assign(site.buildings[0]?.floors[0]?.zones[0] ?? {}, { spaces: rooms });
  await using app = await startTestApp({ sites: [site] });
  const metrics = createMetrics();
  addSiteMetrics(metrics, app.ctx);
  expect(await metrics.text()).toContain("verandah_mails_oldest_pending_seconds 0\n");
  await app.measure("T-GW", "T-AHU", { "Fire Alarm": 1 });
  await evaluate(app);
  for (const to of ["a@acme.example", "b@acme.example"])
    await insertMail(app.db, { userId: null, mail: { to, subject: "Hello", text: "Text" }, at: app.now() });
  app.advance(60_000);
  let sent = 0;
  const sendOne = () => ((sent += 1) === 1 ? Promise.resolve() : Promise.reject(new Error("down")));
  await sendDueMails(app.ctx, sendOne);
  const text = await metrics.text();
  for (const line of [
    'verandah_alarms_active{class="critical",acknowledged="false"} 1',
    'verandah_mails{state="pending"} 1',
    'verandah_mails{state="sent"} 1',
    'verandah_mails{state="dropped"} 0',
    "verandah_mails_oldest_pending_seconds 60",
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).not.toMatch(/^verandah_room_calendars/m);

  await app.query(
    `insert into room_calendars (space_id, campus_id, kind, address, connected_by, next_sync_at, synced_at, problem)
     select s.id, s.campus_id, 'ical', 'https://' || s.id, (select min(id) from users), $1,
       case name when 'Room 1' then $1::timestamptz - interval '90 s' when 'Room 2' then $1 end,
       case name when 'Room 2' then 'not-found' end
     from spaces s`,
    [app.now()],
  );
  const withCalendars = await metrics.text();
  for (const line of [
    'verandah_room_calendars{result="read"} 1',
    'verandah_room_calendars{result="not-found"} 1',
    'verandah_room_calendars{result="never-read"} 1',
    "verandah_room_calendars_oldest_read_seconds 90",
  ])
    expect(withCalendars).toContain(`${line}\n`);
});
