import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { repository } from "../../tools/system/settings.ts";
import { Browser } from "./rig/browser.ts";
import { CountingPublisher, nothingWrong } from "./rig/counting-publisher.ts";
import { checkHost, DebianContainer } from "./rig/debian-container.ts";
import { runOnHost, runScript } from "./rig/host-commands.ts";
import { readMetric } from "./rig/metrics.ts";
import { findPorts, waitFor } from "./rig/rig.ts";
import { aSite, passwordOf, pointsOf } from "./rig/site.ts";

/** Two builds and a new Debian on a busy machine, ms. */
const PREPARATION_MAX_MS = 3_600_000;
const TEST_MAX_MS = 1_200_000;
/** A gateway reports its drivers each minute. */
const DRIVERS_MAX_MS = 150_000;
const HOST = "127.0.0.1";
const DEVICE = "S1";
const POINTS = 4;
const READINGS_MIN = 200;
const SETTINGS = "etc/verandah/server.env";
const UNITS = ["verandah@all", "verandah-gateway"];

let folder: string;
let debian: DebianContainer;
/** The packages of the preceding and of the present commit, in the container. */
let before: string;
let now: string;
let ports: { http: number; mqtt: number; metrics: number; bacnet: number };

/** Builds the package of a clone and copies it into the container. @returns its path there */
async function buildPackage(clone: string, name: string): Promise<string> {
  const output = await runScript("package", clone);
  const [, file = ""] = /^Built (.+\.deb)$/m.exec(output) ?? [];
  copyFileSync(path.join(clone, file), path.join(folder, "root/opt", name));
  return `/opt/${name}`;
}

beforeAll(async () => {
  checkHost();
  const [http = 0, mqtt = 0, metrics = 0, bacnet = 0] = await findPorts(4);
  ports = { http, mqtt, metrics, bacnet };
  folder = mkdtempSync(path.join(os.tmpdir(), "verandah-debian-"));
  debian = await DebianContainer.start(path.join(folder, "root"));
  const earlier = path.join(folder, "earlier");
  await runOnHost("git", ["clone", "--quiet", "--shared", "--no-checkout", repository, earlier]);
  // Fails in a clone without history.
  await runOnHost("git", ["checkout", "--quiet", "--detach", "HEAD~1"], earlier);
  before = await buildPackage(earlier, "before.deb");
  now = await buildPackage(repository, "now.deb");
}, PREPARATION_MAX_MS);

afterAll(async () => {
  await debian?.[Symbol.asyncDispose]();
  if (folder) rmSync(folder, { recursive: true, force: true });
}, TEST_MAX_MS);

/** Installs the package with PostgreSQL, and creates the database as docs/operating.md describes. */
async function installFirst(): Promise<void> {
  // The port of PostgreSQL may be in use on this machine. Source: policy-rc.d of invoke-rc.d(8), 101 is "action not allowed".
  debian.write("usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n", 0o755);
  await debian.install(before);
  await debian.run("rm /usr/sbin/policy-rc.d");
  const version = (await debian.run("ls /etc/postgresql")).trim();
  const settings = "port = 5432\nlisten_addresses = ''\n";
  debian.write(`etc/postgresql/${version}/main/conf.d/socket.conf`, settings);
  await debian.run("systemctl start postgresql");
  await debian.run("su - postgres -c 'createuser verandah'");
  await debian.run(
    "su - postgres -c 'createdb --owner=verandah --encoding=UTF8 --template=template0 verandah'",
  );
}

/** Writes the site and the settings as an administrator does. */
function configureServer(): void {
  debian.write("etc/verandah/site.json", JSON.stringify(aSite({ devices: [DEVICE], pointCount: POINTS })));
  const settings = {
    PORT: ports.http,
    MQTT_LISTEN: `${HOST}:${ports.mqtt}`,
    METRICS_LISTEN: `${HOST}:${ports.metrics}`,
    SITE_FILES: "/etc/verandah/site.json",
    SERVER_HEAP_MB: 512,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  debian.write(SETTINGS, debian.read(SETTINGS) + lines.join(""));
}

const serverIsReady = async () => (await fetch(`http://${HOST}:${ports.http}/v1/ready`)).ok;
const processOf = (unit: string) => debian.run(`systemctl show --value --property=MainPID ${unit}`);

test(
  "an upgrade under load from the package of the preceding commit keeps settings, users and readings",
  async () => {
    await installFirst();
    configureServer();
    const answers = ["olivia", "", "operator", "Verandah1"];
    await debian.run("verandah-create-user", answers.map((answer) => `${answer}\n`).join(""));
    expect(await debian.run("systemctl is-enabled verandah@all || true")).toBe("disabled\n");
    await debian.run("systemctl enable --now verandah@all");
    await waitFor("the earlier server is ready", serverIsReady);
    const earlier = await processOf("verandah@all");

    const publisher = new CountingPublisher({
      mqttPort: ports.mqtt,
      ssid: DEVICE,
      points: pointsOf(POINTS),
      readingsPerMessage: 10,
      messagesPerSecond: 20,
    });
    publisher.start();
    await waitFor("readings are stored", () => publisher.readingsAcknowledged > READINGS_MIN);
    await debian.install(now);
    expect(await processOf("verandah@all")).not.toBe(earlier);
    expect(await processOf("verandah-gateway")).toBe("0\n");
    const command = "/proc/$(systemctl show --value --property=MainPID verandah@all)/cmdline";
    expect(await debian.run(`cat ${command}`)).toContain("--max-old-space-size=512\0");
    const { readingsAcknowledged } = publisher;
    await waitFor("readings are stored again", () => {
      return publisher.readingsAcknowledged > readingsAcknowledged + READINGS_MIN;
    });
    await publisher.finish();
    await publisher.close();

    const browser = new Browser(`http://${HOST}:${ports.http}`);
    await browser.login("olivia");
    expect(await publisher.compare(browser)).toEqual(nothingWrong);
    expect((await fetch(`http://${HOST}:${ports.http}/`)).status).toBe(200);
  },
  TEST_MAX_MS,
);

test(
  "the gateway runs all drivers with the settings of the installed example",
  async () => {
    const settings = debian
      .read("usr/share/doc/verandah/examples/gateway.yaml")
      .replaceAll(/\b192\.168\.\d+\.\d+/g, HOST)
      .replaceAll("47808", String(ports.bacnet))
      .replace("ssid: GW-EXAMPLE", "ssid: GW")
      .replace(/^( +url:) mqtts.*$/m, `$1 mqtt://${HOST}:${ports.mqtt}`)
      .replace(/^( +password:).*$/m, `$1 ${passwordOf("GW")}`)
      .replace(/^dataDir: .*$/m, "dataDir: /var/lib/verandah-gateway");
    debian.write("etc/verandah/gateway.yaml", settings);
    await debian.run("systemctl enable --now verandah-gateway");
    const isUp = (protocol: string) =>
      readMetric(ports.metrics, `verandah_driver_up{edge="GW",protocol="${protocol}"}`);
    const readDrivers = () => Promise.all(["bacnet", "http", "modbus", "mqtt", "nut", "snmp"].map(isUp));
    await expect.poll(readDrivers, { timeout: DRIVERS_MAX_MS }).toEqual([1, 1, 1, 1, 1, 1]);
  },
  TEST_MAX_MS,
);

test(
  "systemd finds no fault in the units, and they log no errors",
  async () => {
    const units = UNITS.map((name) => `${name}.service`).join(" ");
    expect(await debian.run(`systemd-analyze verify ${units} 2>&1`)).toBe("");
    expect(await debian.run(`systemctl is-active ${units}`)).toBe("active\nactive\n");
    for (const unit of UNITS) {
      // The earlier package ran in the same unit.
      const invocation = `$(systemctl show --value --property=InvocationID ${unit})`;
      const log = await debian.run(`journalctl --output=cat _SYSTEMD_INVOCATION_ID=${invocation}`);
      // Source: Pino, 50 is an error and 60 is fatal.
      expect(log.split("\n").filter((line) => /"level":[56]0/.test(line))).toEqual([]);
    }
  },
  TEST_MAX_MS,
);

test(
  "lintian finds no fault in the package",
  async () => {
    await debian.install("lintian");
    const flags = "--fail-on=error,warning --tag-display-limit=0";
    expect(await debian.run(`runuser -u nobody -- lintian ${flags} ${now} 2>&1`)).toBe("");
  },
  TEST_MAX_MS,
);

test(
  "a removal stops the units, and a purge leaves only the account and the database",
  async () => {
    await debian.run("apt-get remove --yes --quiet verandah");
    expect(await debian.run("systemctl is-active verandah@all verandah-gateway || true")).toBe(
      "inactive\ninactive\n",
    );
    expect(debian.has("usr/lib/verandah")).toBe(false);
    expect(debian.read(SETTINGS)).toContain("SITE_FILES=");
    expect(debian.has("var/lib/verandah-gateway")).toBe(true);

    await debian.run("apt-get purge --yes --quiet verandah");
    const search = "find / -xdev '(' -user verandah -o -name '*verandah*' ')'";
    expect(await debian.run(search)).toBe("");
    expect(await debian.run("id --name --user verandah")).toBe("verandah\n");
    const count = "psql --tuples-only --no-align --command='select count(*) from users' verandah";
    expect(await debian.run(`su - postgres -c "${count}"`)).toBe("1\n");
  },
  TEST_MAX_MS,
);
