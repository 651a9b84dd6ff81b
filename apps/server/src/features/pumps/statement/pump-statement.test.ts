import { verify } from "node:crypto";
import { inflateSync } from "node:zlib";

import type { PumpStatement } from "@verandah/contract/pumps/pump-statement.ts";
import { expect, test } from "vitest";

import { aDevice, aSite, point } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";

const QUARTER_MS = 900_000;
const midnight = (day: string) => Date.parse(`${day}T00:00:00+05:30`);

const isRunning = (quarter: number) => quarter >= 32 && quarter < 64;

/**
 * P-1 of the customer, P-2 of none, and readings of December 2025 in each quarter of an hour that `isSent` allows: the pump runs from 08:00
 * to 16:00 with 2 kW and 1,000 litres an hour.
 */
async function startDecember(isSent: (local: string) => boolean = () => true, name = "P-1") {
  const site = aSite("T");
  for (const ssid of ["P-1", "P-2"]) {
    const device = aDevice("SOLARPUMP", ssid, ["FaultCondition"], { location: "T/g", edge: "T-GW" });
    device.points.push(
      point("MotorStatus", "none", { min: 0, max: 1 }),
      point("WF_per_Day_in_L", "litre"),
      point("power_in_watt", "watt"),
    );
    site.devices.push(device);
  }
  const app = await startTestApp({ sites: [site, aSite("O", "Other Campus")] });
  const customer = await app.as("pumpCustomer");
  await app.query("insert into pump_customers select $1, id from devices where ssid = 'P-1'", [
    customer.session.user.id,
  ]);
  await app.query("update devices set name = $1 where ssid = 'P-1'", [name]);
  const times: { atMs: number; quarter: number }[] = [];
  for (let atMs = midnight("2025-11-30"); atMs < midnight("2026-01-02"); atMs += QUARTER_MS) {
    const local = new Date(atMs + 5.5 * 3_600_000).toISOString();
    const quarter = (atMs - midnight("2025-11-30")) / QUARTER_MS;
    if (isSent(local.slice(0, 16))) times.push({ atMs, quarter: quarter % 96 });
  }
  const values = (of: (quarter: number) => number) =>
    times.map(({ atMs, quarter }): [number, number] => [atMs, of(quarter)]);
  for (const [param, of] of [
    ["MotorStatus", (quarter: number) => Number(isRunning(quarter))],
    ["power_in_watt", (quarter: number) => (isRunning(quarter) ? 2_000 : 0)],
    ["WF_per_Day_in_L", (quarter: number) => 250 * Math.min(32, Math.max(0, quarter - 32))],
  ] as const)
    await app.send("T-GW", [{ device: "P-1", point: param, values: values(of) }]);
  return { app, customer };
}

const statementOf = (answer: { json: () => PumpStatement }) => answer.json();
const url = (rest = "", month = "2025-12") =>
  `/v1/pumps/P-1/statement${rest ? "/export" : ""}?month=${month}${rest}`;

const whole = (mark: string) => ({
  litres: { value: 8_000, mark },
  runHours: { value: 8, mark },
  kilowattHour: { value: 16, mark },
});
const missing = { value: null, mark: "missing" };

test("a month with all readings is measured, by the days of the campus", async () => {
  const { app, customer } = await startDecember();
  await using _ = app;
  const statement = statementOf(await customer.get(url()));
  expect(statement).toMatchObject({
    ssid: "P-1",
    customer: "pumpCustomer",
    timeZone: "Asia/Kolkata",
    isOver: true,
    until: "2025-12-31T18:30:00.000Z",
  });
  expect(statement.days).toHaveLength(31);
  for (const day of statement.days)
    expect(day).toEqual({ date: day.date, ...whole("measured"), completenessPercent: 100 });
  expect(statement.total).toEqual({
    litres: { value: 248_000, mark: "measured" },
    runHours: { value: 248, mark: "measured" },
    kilowattHour: { value: 496, mark: "measured" },
    completenessPercent: 100,
  });
});

const within = (local: string, from: string, to: string) =>
  local >= `2025-12-${from}` && local < `2025-12-${to}`;

test("short gaps and the night are estimated, long gaps are missing, and none of them is a zero", async () => {
  const { app, customer } = await startDecember(
    (local) =>
      !within(local, "05T10:00", "05T12:00") &&
      !within(local, "06T10:00", "06T12:15") &&
      !within(local, "07T18:00", "08T06:00") &&
      !within(local, "09T00:00", "10T00:00") &&
      !within(local, "10T10:00", "10T23:45"),
  );
  await using _ = app;
  const { days, total } = statementOf(await customer.get(url()));
  const [day4, day5, day6, day7, day8, day9, day10, day11] = days.slice(3);
  expect(day4).toMatchObject(whole("measured"));
  expect(day5).toMatchObject({ ...whole("estimated"), completenessPercent: 91.7 });
  // The counter bridges the gap; run time and energy stay unknown.
  expect(day6).toMatchObject({
    litres: { value: 8_000, mark: "estimated" },
    runHours: missing,
    kilowattHour: missing,
    completenessPercent: 90.6,
  });
  expect(day7).toMatchObject({ ...whole("estimated"), completenessPercent: 75 });
  expect(day8).toMatchObject({ ...whole("estimated"), completenessPercent: 75 });
  const none = { runHours: missing, kilowattHour: missing };
  expect(day9).toMatchObject({ ...none, litres: missing, completenessPercent: 0 });
  // The counter of its last quarter has the whole day.
  expect(day10).toMatchObject({
    ...none,
    litres: { value: 8_000, mark: "estimated" },
    completenessPercent: 42.7,
  });
  expect(day11).toMatchObject(whole("measured"));
  expect(total).toMatchObject({
    litres: { value: 30 * 8_000, mark: "missing" },
    runHours: { value: 28 * 8, mark: "missing" },
  });
});

test("a day with readings in less than 40 % of its time is missing", async () => {
  const { app, customer } = await startDecember(
    (local) => !local.startsWith("2025-12-05") || (local >= "2025-12-05T08:00" && local < "2025-12-05T17:00"),
  );
  await using _ = app;
  const { days } = statementOf(await customer.get(url()));
  expect(days[4]).toMatchObject({ litres: missing, runHours: missing, completenessPercent: 37.5 });
});

test("a month that is not over counts until the last whole quarter of an hour", async () => {
  const { app, customer } = await startDecember();
  await using _ = app;
  app.advance(QUARTER_MS / 3);
  const statement = statementOf(await customer.get(url("", "2026-01")));
  expect(statement).toMatchObject({ isOver: false, until: "2026-01-05T08:00:00.000Z" });
  expect(statement.days.map(({ date }) => date)).toEqual([1, 2, 3, 4, 5].map((day) => `2026-01-0${day}`));
  expect(statement.days[0]).toMatchObject(whole("measured"));
  expect(statement.days[4]).toMatchObject({ litres: missing, completenessPercent: 0 });
  const { body } = await customer.get(url("&format=csv", "2026-01"));
  expect(body).toContain("month,2026-01,Asia/Kolkata,until 2026-01-05T08:00:00.000Z,");
});

/** As docs/pumps.md says. */
const signedTextOf = (csv: string) =>
  /^format,.*^total,.*?$/ms.exec(csv.replaceAll("\r", ""))?.[0].concat("\n") ?? "";

test("a third party checks the signature of a CSV file, and one changed value breaks it", async () => {
  const { app, customer } = await startDecember(undefined, '=HYPERLINK("x")');
  await using _ = app;
  const { body, headers } = await customer.get(url("&format=csv"));
  expect(headers["content-type"]).toContain("text/csv");
  expect(headers["content-disposition"]).toContain('filename="P-1-2025-12.csv"');
  const lines = body.split("\r\n");
  expect(lines[0]).toBe(
    "\uFEFFDate,Water (L),Water: mark,Run time (h),Run time: mark,Energy (kWh),Energy: mark,Readings cover (%)",
  );
  expect(lines.slice(1, 7)).toEqual([
    "format,verandah-pump-statement-1,,,,,,",
    `pump,P-1,"'=HYPERLINK(""x"")",,,,,`,
    "customer,pumpCustomer,,,,,,",
    "month,2025-12,Asia/Kolkata,whole month,,,,",
    "issued,2026-01-05T08:00:00.000Z,,,,,,",
    "2025-12-01,8000,measured,8.00,measured,16.00,measured,100.0",
  ]);
  const key = (await app.client().get("/v1/pumps/statement-key")).json();
  expect(key.algorithm).toBe("Ed25519");
  const [, keyId, signature = ""] = /^signature,([0-9a-f]{16}),ed25519:([^,]+),/m.exec(body) ?? [];
  expect(keyId).toBe(key.keyId);
  const isValid = (text: string) =>
    verify(null, Buffer.from(text), key.publicKey, Buffer.from(signature, "base64"));
  const text = signedTextOf(body);
  expect(text.split("\n")).toHaveLength(38);
  expect(isValid(text)).toBe(true);
  expect(isValid(text.replace("2025-12-03,8000", "2025-12-03,8001"))).toBe(false);
  expect(isValid(text.replace("16.00,measured", "16.00,estimated"))).toBe(false);
  expect(isValid(text.replace("pump,P-1", "pump,P-2"))).toBe(false);
  // The same text in every language.
  expect(signedTextOf((await customer.get(url("&format=csv&language=kn"))).body)).toBe(text);
});

/** The compressed streams of a PDF file, as texts. */
const streamsOf = (pdf: Buffer) =>
  [...pdf.toString("latin1").matchAll(/FlateDecode[^>]*>>\s*stream\n(.*?)\nendstream/gs)].map(
    ([, stream = ""]) => inflateSync(Buffer.from(stream, "latin1")).toString(),
  );

test.each(["en", "hi", "kn"])(
  "the PDF file in %s has the signature, and the signed text attached",
  async (language) => {
    const { app, customer } = await startDecember(undefined, "ಪಂಪ್ ಹೊಸಕೋಟೆ");
    await using _ = app;
    const answer = await customer.get(url(`&format=pdf&language=${language}`));
    expect(answer.headers["content-type"]).toBe("application/pdf");
    expect(answer.headers["content-disposition"]).toContain('filename="P-1-2025-12.pdf"');
    const pdf = answer.rawPayload;
    expect(pdf.toString("latin1").match(/\/Type \/Page\n/g)).toHaveLength(1);
    const streams = streamsOf(pdf);
    const text = streams.find((stream) => stream.startsWith("format,")) ?? "";
    expect(text).toBe(signedTextOf((await customer.get(url("&format=csv"))).body));
    // Text in a standard font is written in hexadecimal digits.
    const written = streams
      .flatMap((stream) => [...stream.matchAll(/<([0-9a-f]+)>/g)])
      .map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"))
      .join("");
    const [, signature = ""] = /ed25519:([A-Za-z0-9+/]{86}==)/.exec(written) ?? [];
    const { publicKey } = (await app.client().get("/v1/pumps/statement-key")).json();
    expect(verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64"))).toBe(true);
  },
);

test("a pump that moves to another customer keeps the months of the one before", async () => {
  const { app, customer } = await startDecember();
  await using _ = app;
  const admin = await app.as("administrator");
  await admin.post("/v1/auth/createPumpUser", {
    name: "ravi",
    password: "Secret123",
    confirm_password: "Secret123",
    secret: "Malur",
    city: "Malur",
    customer_state: "Karnataka",
    farm_size_in_hector: "2",
    number_of_panels_in_array: "9",
  });
  const ids = await app.query(
    "select u.id as user, d.id as device from users u, devices d where u.username = 'ravi' and d.ssid = 'P-1'",
  );
  const [{ user: zone_id, device: ss_id } = {}] = ids.rows;
  await admin.post("/v1/user_devices", { zone_id, ss_id });
  expect((await customer.get(url())).statusCode).toBe(404);
  const ravi = app.client((await app.login("ravi", true, "Secret123")).json().token);

  for (const rest of ["", "&format=csv", "&format=pdf"])
    expect((await ravi.get(url(rest))).statusCode).toBe(404);
  const january = statementOf(await ravi.get(url("", "2026-01")));
  expect(january).toMatchObject({ customer: "ravi", days: [{ date: "2026-01-05" }] });
  const { body } = await ravi.get(url("&format=csv", "2026-01"));
  expect(body).toContain("month,2026-01,Asia/Kolkata,until 2026-01-05T08:00:00.000Z,from 2026-01-05,");
  const range = "from=2026-01-01T00:00:00Z&to=2026-01-05T08:00:00Z";
  expect((await ravi.get(`/v1/pumps/P-1/readings?${range}`)).json().rows).toEqual([]);
  expect((await ravi.get(`/v1/telemetry/P-1/trend?param_id=power_in_watt&${range}`)).json().buckets).toEqual(
    [],
  );
  expect((await ravi.get("/v1/pumps/P-1")).json().days).toHaveLength(1);

  const customersOf = async (month: string) => statementOf(await admin.get(url("", month))).customer;
  expect((await admin.get(`/v1/pumps/P-1/readings?${range}`)).json().rows).not.toEqual([]);
  expect(await customersOf("2025-12")).toBe("pumpCustomer");
  expect(await customersOf("2026-01")).toBe("pumpCustomer, ravi");
  await admin.post("/v1/auth/deletePumpUser", { id: zone_id });
  expect(await customersOf("2026-01")).toBe("pumpCustomer, ravi");
  app.advance(30 * 86_400_000);
  const later = await app.as("administrator");
  expect(statementOf(await later.get(url("", "2026-02"))).customer).toBeNull();
});

test("the private key stays in the server, and all processes have the same", async () => {
  await using app = await startTestApp();
  const [first, second] = await Promise.all([
    app.client().get("/v1/pumps/statement-key"),
    app.client().get("/v1/pumps/statement-key"),
  ]);
  expect(first.statusCode).toBe(200);
  expect(second.json()).toEqual(first.json());
  expect(Object.keys(first.json())).toEqual(["algorithm", "keyId", "publicKey"]);
  expect(first.body).not.toContain("PRIVATE");
});

test.each(["", "&format=csv", "&format=pdf"])("refuses wrong pumps and months%s", async (rest) => {
  const { app, customer } = await startDecember(() => false);
  await using _ = app;
  const administrator = await app.as("administrator");
  const other = await app.as("other-administrator");
  expect((await customer.get(url(rest))).statusCode).toBe(200);
  expect((await administrator.get(url(rest).replace("P-1", "P-2"))).statusCode).toBe(200);
  for (const [caller, ssid] of [
    [customer, "P-2"],
    [customer, "P-9"],
    [administrator, "P-9"],
    [administrator, "T-AHU"],
    [other, "P-1"],
  ] as const)
    expect((await caller.get(url(rest).replace("P-1", ssid))).statusCode).toBe(404);
  for (const [month, text] of [
    ["2026-02", "Choose a month up to this one"],
    ["2026-13", "A month such as 2026-01"],
    ["December", "A month such as 2026-01"],
    ["2026-01-05", "A month such as 2026-01"],
    ["", "A month such as 2026-01"],
  ]) {
    const answer = await customer.get(url(rest, month));
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { month: text }]);
  }
});
