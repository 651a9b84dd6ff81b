import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

import { ServerTCP } from "modbus-serial";

import { expect, test } from "./fixtures.ts";
import { system } from "./systems.ts";

const DEVICE = "EV-1";
const GATEWAY = "GW-EV";
const PASSWORD = "a password of this journey only";
const root = path.resolve(import.meta.dirname, "..");
/** The demo has the type of this file; the name is changed so that it is new. */
const TYPE = "EV_CHARGER_MODBUS";
const type = {
  ...JSON.parse(readFileSync(path.join(root, "docs/examples/ev-charger.json"), "utf8")),
  type: TYPE,
};
/** Registers of the charger: power (0.1 kW), energy (kWh), state, current limit (A). */
const [POWER, STATE, LIMIT] = [0, 3, 4];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (typeof address !== "object" || !address) throw new Error("No port");
  return address.port;
}

/** A charger with Modbus TCP, as its manufacturer built it. */
async function startCharger() {
  const registers = [0, 0, 1_250, 0, 16];
  const port = await freePort();
  const server = new ServerTCP(
    {
      getHoldingRegister: (address: number) => registers[address] ?? 0,
      setRegister: (address: number, value: number) => void (registers[address] = value),
    },
    { host: "127.0.0.1", port, unitID: 1 },
  );
  await new Promise((resolve) => server.once("initialized", resolve));
  return { registers, address: `127.0.0.1:${port}`, stop: () => new Promise((done) => server.close(done)) };
}

/** The address of the server's broker, from the settings of the site's gateway. */
function brokerUrl(): string {
  const settings = readFileSync(path.join(system.dataDir, "demo/gateway-GW-BLR-A.yaml"), "utf8");
  const url = /url: (\S+)/.exec(settings)?.[1];
  if (url === undefined) throw new Error("The site's gateway has no broker");
  return url;
}

/** Runs a gateway for the charger. JSON is YAML. */
function startGateway(address: string): ChildProcess {
  const folder = mkdtempSync(path.join(tmpdir(), "verandah-ev-"));
  const points = [
    { id: "power", register: POWER, type: "uint16", scale: 0.1 },
    { id: "energy", register: 1, type: "uint32" },
    { id: "state", register: STATE, type: "uint16" },
    { id: "current_limit", register: LIMIT, type: "uint16" },
  ];
  const settings = {
    ssid: GATEWAY,
    dataDir: "data",
    uplink: { url: brokerUrl(), password: PASSWORD },
    polling: { intervalMs: 1_000 },
    types: [type],
    profiles: { "ev-charger": { protocol: "modbus", type: TYPE, points } },
    devices: [{ ssid: DEVICE, driver: "modbus", profile: "ev-charger", address, unitId: 1 }],
  };
  const file = path.join(folder, "gateway.yaml");
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
  return spawn(process.execPath, ["apps/gateway/src/main.ts", "--config", file], {
    cwd: root,
    stdio: "ignore",
  });
}

const point = (paramId: string, unit: string, kind = "reading") => ({
  paramId,
  unit,
  kind,
  intervalMs: 1_000,
});

/** The part of a site file that adds the type, the gateway and the charger to the campus. */
function sitePart() {
  const { campus, buildings } = JSON.parse(
    readFileSync(path.join(system.dataDir, "demo/site-bengaluru.json"), "utf8"),
  );
  const device = {
    ssid: DEVICE,
    name: "Charger 1",
    type: TYPE,
    subsystem: "energy",
    // Offline after the journey, in the building of the pumps, where no other journey looks.
    location: "blr/p/f/z1",
    edge: GATEWAY,
    points: [
      point("power", "kilowatt"),
      point("energy", "kilowattHour"),
      point("state", "none"),
      point("current_limit", "ampere", "setpoint"),
    ],
  };
  const passwordSha256 = createHash("sha256").update(PASSWORD).digest("hex");
  const edge = { ssid: GATEWAY, name: "Charger gateway", kind: "gateway", passwordSha256 };
  return { campus, buildings, types: [type], edges: [edge], devices: [device] };
}

test("a charger runs by one JSON type and one profile: readings, trend, alarm with guidance, command", async ({
  page,
  loginAs,
}) => {
  test.setTimeout(120_000);
  await loginAs("admin");
  const imported = await page.request.post("/v1/campuses/site", { data: { site: sitePart() } });
  expect(imported.status(), await imported.text()).toBe(200);
  const charger = await startCharger();
  const gateway = startGateway(charger.address);
  try {
    await loginAs("operator", { at: `/admin/device?device=${DEVICE}&range=1h` });
    const summary = page.getByRole("region", { name: "Summary" });
    await expect(summary).toContainText("Available", { timeout: 30_000 });
    await expect(page.getByText(/^Online/)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/EV charger · EV-1 · .*via Charger gateway/)).toBeVisible();

    charger.registers[POWER] = 74;
    charger.registers[STATE] = 1;
    await expect(summary).toContainText("Charging");
    await expect(summary).toContainText(/7\.4\skW/);
    // The last bucket of the trend has zeros from before.
    const trend = page.getByRole("img", { name: /^Power: Charging power [1-7]\.\d\skW/ });
    await expect(trend).toBeVisible({ timeout: 30_000 });

    await page.getByRole("textbox", { name: "Current limit" }).fill("33");
    await page.getByRole("button", { name: "set Current limit" }).click();
    await expect(page.getByText("Current limit: enter a value from 6 to 32 A")).toBeVisible();
    await page.getByRole("textbox", { name: "Current limit" }).fill("20");
    await page.getByRole("button", { name: "set Current limit" }).click();
    await expect(page.getByRole("region", { name: "Controls" }).getByText("Confirmed")).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByTestId("now-current_limit")).toContainText(/20\.0\sA/);
    expect(charger.registers[LIMIT]).toBe(20);

    charger.registers[STATE] = 2;
    const alarm = page.getByRole("main").getByRole("link", { name: "The charger reports a fault" }).first();
    await expect(alarm).toBeVisible({ timeout: 40_000 });
    await alarm.click();
    const details = page.getByRole("dialog", { name: "Alarm details" });
    await expect(details).toContainText("Read the fault code on the charger.");
    await page.keyboard.press("Escape");
    charger.registers[STATE] = 0;
    await expect(
      page.getByRole("main").getByRole("listitem").filter({ hasText: "The charger reports a fault" }).first(),
    ).toContainText("Returned", {
      timeout: 40_000,
    });
  } finally {
    const gone = once(gateway, "exit");
    gateway.kill("SIGTERM");
    await gone;
    await charger.stop();
  }
});
