import type { getFirstHour } from "@verandah/contract/gateways/first-hours.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { buildModels } from "#features/gateways/models.service.ts";

import { startTestApp } from "../../testing/start-test-app.ts";
import { checkFirstHours } from "./first-hours.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
type FirstHour = ReplyOf<typeof getFirstHour>;

const MINUTE_MS = 60_000;
const METER = {
  type: "ENERGYMETER",
  protocol: "modbus",
  profile: "modbus-energy-meter",
  address: { address: "192.168.1.9:502", unitId: 1 },
  intervalMs: null,
};
const AHU = {
  type: "AHU",
  protocol: "bacnet",
  profile: "bacnet-ahu",
  address: { address: "192.168.1.30:47808", instance: 30 },
  intervalMs: null,
};
/** A number whose two words are read in the wrong order, with the digits that a gateway keeps. */
function words(value: number): number {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatBE(value);
  return Number(
    Buffer.concat([bytes.subarray(2), bytes.subarray(0, 2)])
      .readFloatBE()
      .toPrecision(7),
  );
}

/** A gateway with a model that has joined, and devices behind it. */
async function startHour(app: App, devices: readonly (typeof METER | typeof AHU)[]) {
  const admin = await app.as("administrator");
  const { id } = (await admin.post("/v1/gateways", { name: "Tower", ssid: "GW-9" })).json<{ id: number }>();
  const { rows } = await app.query(
    "select min(id) as id from locations where zone_type = 'GL_LOCATION_TYPE_ZONE'",
  );
  for (const [at, device] of devices.entries()) {
    const named = { ssid: `D-${at + 1}`, name: `Device ${at + 1}`, place: rows[0]?.["id"] };
    expect((await admin.post(`/v1/gateways/${id}/devices`, { ...named, ...device })).statusCode).toBe(200);
  }
  await app.index.load([id]);
  const model = async () => {
    const { model: sent, version } = (await buildModels(app.ctx, { ids: [id] })).get(id) ?? {};
    return { version, devices: sent?.devices, profiles: sent?.profiles };
  };
  return {
    admin,
    id,
    model,
    /** The gateway reports that it has the present model. */
    apply: async () =>
      app.query("update edges set model_version = $1 where id = $2", [(await model()).version, id]),
    /** Devices send their values each minute. */
    async pass(minutes: number, valuesAt: (minute: number) => Record<string, Record<string, number>>) {
      for (let minute = 1; minute <= minutes; minute += 1) {
        app.advance(MINUTE_MS);
        for (const [ssid, values] of Object.entries(valuesAt(minute)))
          await app.measure("GW-9", ssid, values);
        await checkFirstHours(app.ctx);
      }
    },
    read: async () => (await admin.get(`/v1/gateways/${id}/first_hour`)).json<FirstHour>(),
    post: (of: FirstHour["findings"][number] | undefined, call: string, input: object = {}) =>
      admin.post(`/v1/first_hour/${of?.id}/${call}`, { mapping: of?.mapping, ...input }),
  };
}

const rulesOf = ({ findings }: FirstHour) =>
  findings.map(({ device, param_id, rule }) => `${device?.ssid} ${param_id} ${rule}`);

const slowly = (minute: number) => ({ "D-1": { "Return Air Temperature": 24 + minute / 100 } });
test("the hour begins when the gateway has the mapping, and ends with all points checked", async () => {
  await using app = await startTestApp();
  const hour = await startHour(app, [AHU]);
  await hour.pass(3, () => ({ "D-1": { "Return Air Temperature": 75 } }));
  expect(await hour.read()).toMatchObject({ checked: 0, findings: [] });
  await hour.apply();
  await hour.pass(64, slowly);
  const { points, checked, silent, findings } = await hour.read();
  expect([checked, points - silent, findings]).toEqual([1, 1, []]);
  expect(
    (
      await app.query(
        "select next_at from first_hours f join devices d on d.id = f.device_id where ssid = 'D-1'",
      )
    ).rows,
  ).toEqual([{ next_at: null }]);
});

test("words in the wrong order are found in minutes, and one click corrects all like devices at their gateway", async () => {
  await using app = await startTestApp();
  const hour = await startHour(app, [METER, METER, METER]);
  await hour.apply();
  const wrong = { em_currentPhase1: words(12.34), "em_volatge_LL_phase_1-2": words(401.2), Frequency: 50 };
  const right = { em_currentPhase1: 12.34, "em_volatge_LL_phase_1-2": 401.2, Frequency: 50 };
  const field = () => ({ "D-1": wrong, "D-2": wrong, "D-3": right });
  await hour.pass(7, field);
  const before = await hour.read();
  expect(rulesOf(before)).toEqual(
    ["D-1", "D-2"].flatMap((ssid) => [
      `${ssid} em_volatge_LL_phase_1-2 word-order`,
      `${ssid} em_currentPhase1 word-order`,
    ]),
  );
  expect(before.findings[0]).toMatchObject({
    device: { name: "Device 1" },
    unit: "volt",
    evidence: { count: 6, of: 6, low: 0, high: 1_000, fixes: [{ kind: "word-order" }] },
  });
  const corrected = await hour.post(before.findings[1], "correct");
  expect(corrected.json()).toEqual({ points: 2, devices: 2, profile: "modbus-energy-meter-2" });
  expect(await hour.model()).toMatchObject({
    devices: [
      { ssid: "D-1", profile: "modbus-energy-meter-2" },
      { ssid: "D-2", profile: "modbus-energy-meter-2" },
      { ssid: "D-3", profile: "modbus-energy-meter" },
    ],
    profiles: {
      "modbus-energy-meter-2": {
        points: expect.arrayContaining([
          { id: "em_currentPhase1", register: 100, type: "float32", wordOrder: "low-first" },
          { id: "em_currentPhase2", register: 102, type: "float32" },
        ]),
      },
    },
  });
  expect((await hour.read()).findings).toEqual([]);
  const { rows } = await app.query("select before, after from audit where action = 'correct-mapping'");
  expect(rows).toEqual([
    {
      before: { profile: "modbus-energy-meter" },
      after: expect.objectContaining({
        profile: "modbus-energy-meter-2",
        devices: ["D-1", "D-1", "D-2", "D-2"],
      }),
    },
  ]);

  // The gateway has it, and the values are right: it stays corrected.
  await hour.apply();
  await hour.pass(7, () => ({ "D-1": right, "D-2": right }));
  expect((await hour.read()).findings).toEqual([]);

  expect((await hour.post(before.findings[1], "undo")).statusCode).toBe(200);
  const restored = await hour.model();
  expect([restored.devices?.map((one) => one["profile"]), restored.profiles]).toEqual([
    ["modbus-energy-meter", "modbus-energy-meter", "modbus-energy-meter"],
    {},
  ]);
  expect(rulesOf(await hour.read())).toHaveLength(4);
});

test("a unit in °F and exchanged temperatures are set in the campus's own profile in place, and undone", async () => {
  await using app = await startTestApp();
  const own = "own-ahu";
  const yaml = "extends: bacnet-ahu # as delivered";
  const admin = await app.as("administrator");
  await admin.post("/v1/gateway_profiles", { name: own, yaml });
  const hour = await startHour(app, [{ ...AHU, profile: own }]);
  await hour.apply();
  const running = { "Supply Fan Status": 1, "Chilled Water Valve Feedback": 60 };
  await hour.pass(7, () => ({ "D-1": { "Return Air Temperature": 75, "Supply Air Temperature": 57.2 } }));
  const { findings } = await hour.read();
  expect(findings.map(({ param_id, evidence }) => [param_id, evidence.value, evidence.fixes])).toEqual([
    ["Return Air Temperature", 75, [{ kind: "unit", unit: "degF", value: 23.8889 }]],
    ["Supply Air Temperature", 57.2, [{ kind: "unit", unit: "degF", value: 14 }]],
  ]);
  const { json } = await hour.post(findings[0], "correct");
  expect(json()).toMatchObject({ points: 2, profile: own });
  const points = async () => (await hour.model()).profiles?.[own]?.points;
  expect(await points()).toContainEqual({
    id: "Return Air Temperature",
    object: ["analog-input", 1],
    cov: 0.2,
    unit: "degF",
  });

  await hour.apply();
  await hour.pass(8, () => ({
    "D-1": { ...running, "Return Air Temperature": 14, "Supply Air Temperature": 24 },
  }));
  const [swapped, ...others] = (await hour.read()).findings;
  expect(others).toEqual([]);
  expect(swapped).toMatchObject({
    rule: "swapped",
    param_id: "Supply Air Temperature",
    evidence: { partner: { param_ids: ["Return Air Temperature"], value: 14 } },
  });
  await hour.post(swapped, "correct");
  expect(await points()).toContainEqual({
    id: "Supply Air Temperature",
    object: ["analog-input", 1],
    cov: 0.2,
    unit: "degF",
  });
  expect(await points()).toContainEqual({
    id: "Return Air Temperature",
    object: ["analog-input", 2],
    cov: 0.2,
    unit: "degF",
  });
  await hour.post(swapped, "undo");
  expect(await points()).toContainEqual({
    id: "Supply Air Temperature",
    object: ["analog-input", 2],
    cov: 0.2,
    unit: "degF",
  });
});

test("of two administrators the second does not correct, and a changed mapping is not undone", async () => {
  await using app = await startTestApp();
  const hour = await startHour(app, [AHU]);
  await hour.apply();
  await hour.pass(7, () => ({ "D-1": { "Return Air Temperature": 75 } }));
  const [finding] = (await hour.read()).findings;
  expect((await hour.post(finding, "correct", { mapping: "another" })).json()).toMatchObject({
    code: "place-changed",
  });
  expect((await hour.post(finding, "correct")).statusCode).toBe(200);
  expect((await hour.post(finding, "correct")).json()).toMatchObject({ code: "place-changed" });
  await hour.admin.post("/v1/gateway_profiles", { name: "bacnet-ahu-2", yaml: "extends: bacnet-ahu" });
  expect((await hour.post(finding, "undo")).json()).toMatchObject({ code: "place-changed" });
});

const warm = () => ({ "D-1": { "Return Air Temperature": 75 } });
test("a dismissed finding stays away until it is brought back; one of another campus is not found", async () => {
  await using app = await startTestApp();
  const hour = await startHour(app, [AHU]);
  await hour.apply();
  await hour.pass(5, warm);
  const [finding] = (await hour.read()).findings;
  await hour.post(finding, "dismiss");
  await hour.pass(12, warm);
  expect((await hour.read()).findings).toEqual([]);
  await hour.post(finding, "dismiss", { isDismissed: false });
  expect((await hour.read()).findings).toHaveLength(1);
  for (const role of ["operator", "viewer"] as const) {
    const client = await app.as(role);
    expect((await client.get(`/v1/gateways/${hour.id}/first_hour`)).statusCode).toBe(403);
    expect((await client.post(`/v1/first_hour/${finding?.id}/dismiss`)).statusCode).toBe(403);
  }
});

test("a finding that later values contradict goes, also after the mapping was changed by hand", async () => {
  await using app = await startTestApp();
  const hour = await startHour(app, [AHU]);
  await hour.apply();
  await hour.pass(5, () => ({ "D-1": { "Return Air Temperature": 75 } }));
  expect((await hour.read()).findings).toHaveLength(1);
  await hour.admin.post("/v1/gateway_profiles", {
    name: "own-ahu",
    yaml: "extends: bacnet-ahu\npoints: [{ id: Return Air Temperature, unit: degF }]",
  });
  await hour.admin.post("/v1/gateways/devices/D-1/edit", { ...AHU, type: undefined, profile: "own-ahu" });
  await hour.apply();
  await hour.pass(5, () => ({ "D-1": { "Return Air Temperature": 23.9 } }));
  expect((await hour.read()).findings).toEqual([]);
});

const mixedAir = (value: number) => ({ "Mixed Air Temperature": value });
test("a frozen sensor is found beside sensors that change", async () => {
  await using app = await startTestApp();
  const hour = await startHour(app, [AHU, AHU, AHU, AHU]);
  await hour.apply();
  await hour.pass(64, (minute) => ({
    "D-1": mixedAir(23.4),
    ...Object.fromEntries([2, 3, 4].map((of) => [`D-${of}`, mixedAir(22 + of + minute / 50)])),
  }));
  const { findings } = await hour.read();
  expect(findings).toEqual([
    expect.objectContaining({
      rule: "stuck",
      device: expect.objectContaining({ ssid: "D-1" }),
      evidence: expect.objectContaining({ value: 23.4, peers: { changed: 3, of: 3 } }),
    }),
  ]);
});

test("a wrong clock of a gateway is found until it is right, and one of a device by times in the future", async () => {
  await using app = await startTestApp();
  const hour = await startHour(app, [AHU, AHU]);
  await hour.apply();
  const setClock = (ms: number) =>
    app.query("update edges set clock_offset_ms = $1 where id = $2", [ms, hour.id]);
  await setClock(120_000);
  await hour.pass(3, () => ({ "D-1": { CO2: 600 }, "D-2": { CO2: 600 } }));
  const at = app.now().getTime() + 19_800_000;
  await app.send("GW-9", [{ device: "D-1", point: "CO2", values: [[at, 610]] }]);
  await hour.pass(4, () => ({ "D-1": { CO2: 620 }, "D-2": { CO2: 600 } }));
  const clocks = async () =>
    (await hour.read()).findings.map(({ device, rule, evidence }) => [device?.ssid, rule, evidence.value]);
  const ofDevice = ["D-1", "clock", 19_800_000];
  expect(await clocks()).toEqual([[undefined, "clock", 120_000], ofDevice]);
  await setClock(0);
  expect(await clocks()).toEqual([ofDevice]);
});
