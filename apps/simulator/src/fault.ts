import { join } from "node:path";
import { parseArgs } from "node:util";

import { faultKinds } from "./faults/fault-kinds.ts";
import { PORTS_FILE, readRememberedPorts } from "./remembered-ports.ts";

const USAGE = `Breaks and mends devices of a running simulator.
With --state DIR, of the one that keeps its state there; otherwise of the one in DATA_DIR/demo.

  fault list                                what is broken
  fault clear [ID]                          mends one fault, or all
  fault show SSID                           the simulated truth of a device

Of any device
  fault device-silent SSID                  neither hears nor speaks: a lost controller
  fault device-restarted SSID               a BACnet controller restarts once and loses what was written to it
  fault sensor-frozen SSID [PARAM_ID]       goes on sending the value of this moment
  fault sensor-drifting SSID PARAM_ID [N]   is off by N more each hour
  fault value-forced SSID PARAM_ID VALUE    shows this value
  fault value-nonsense SSID [PARAM_ID]      shows what cannot be
  fault writes-ignored SSID                 takes every write and does nothing

Of the network
  fault gateway-cut-off GATEWAY             pulls the gateway's network cable: a lost gateway
  fault sim-dead SSID                       an MQTT device that remembers what it cannot send
  fault clock-wrong SSID [SECONDS]          an MQTT device's clock is ahead by so much

Of the equipment
  fault valve-stuck AHU                     the chilled water valve stays where it is
  fault valve-leaking AHU                   the chilled water valve lets water through when it is closed
  fault heating-stuck-open AHU              the heating valve stands open, and the cooling works against it
  fault fan-unproven AHU                    the drive turns and no air moves
  fault filter-loaded AHU                   less air, and more pressure across the filter
  fault lamp-failed DALI_OR_WAC             more than half of the lamps are dark
  fault emergency-battery-failed DALI       the emergency light fails its next test
  fault ups-battery-failed UPS              the UPS fails its next self-test
  fault overloaded UPS_OR_PUMP              more load than it is made for
  fault mains-failed BUILDING               no mains, such as blr/a
  fault pump-dry PUMP                       the well has no water
  fault pipe-leaking PUMP                   half of the water is lost
  fault panel-dirty PUMP                    less of the sun becomes power
`;

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Where `npm start` keeps the simulator's state. */
const ordinaryFolder = join(process.env["DATA_DIR"] ?? "data", "demo");

/** A number below zero is no option. */
function withNegatives(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => /^-\d/.test(arg));
  return at < 0 ? [...args] : [...args.slice(0, at), "--", ...args.slice(at)];
}

function readArguments() {
  try {
    return parseArgs({
      args: withNegatives(process.argv.slice(2)),
      options: {
        state: { type: "string", default: ordinaryFolder },
        help: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

const { values, positionals } = readArguments();
const [verb, target, paramId, value] = positionals;
if (values.help || !verb) fail(USAGE);

function controlUrl(folder: string): string {
  const ports = readRememberedPorts(join(folder, PORTS_FILE));
  if (!ports) fail(`No simulator has left its control port in ${folder}: is it running?`);
  return `http://127.0.0.1:${ports.controlPort}`;
}

/** A line for each field that was refused. */
function wordsOf(text: string): string {
  const { message, fields = {} }: { message?: string; fields?: Record<string, string> } = JSON.parse(text);
  const wrong = Object.entries(fields).map(([field, why]) => `${field}: ${why}`);
  return wrong.join("\n") || (message ?? text);
}

async function call(method: string, path: string, body?: object): Promise<void> {
  const reply = await fetch(`${controlUrl(values.state)}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  }).catch(() => fail("The simulator does not answer on its control port: is it running?"));
  const text = await reply.text();
  if (!reply.ok) fail(wordsOf(text));
  if (text) process.stdout.write(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
}

if (verb === "list") await call("GET", "/faults");
else if (verb === "clear") await call("DELETE", target ? `/faults/${encodeURIComponent(target)}` : "/faults");
else if (verb === "show") await call("GET", `/state/${encodeURIComponent(target ?? "")}`);
else if (verb === "clock-wrong")
  await call("POST", "/faults", {
    kind: verb,
    target,
    ...(paramId !== undefined && { value: Number(paramId) }),
  });
else if (faultKinds.some((kind) => kind === verb))
  await call("POST", "/faults", {
    kind: verb,
    target,
    ...(paramId !== undefined && { param_id: paramId }),
    ...(value !== undefined && { value: Number(value) }),
  });
else fail(USAGE);
