import { join } from "node:path";
import { parseArgs } from "node:util";

import { faultKinds } from "./faults/fault-kinds.ts";
import { PORTS_FILE, readRememberedPorts } from "./remembered-ports.ts";

const USAGE = `Starts and clears faults of a running simulator.
--state DIR selects the simulator that stores its state there; the default is DATA_DIR/demo.

  fault list                                lists the active faults
  fault clear [ID]                          clears one fault, or all
  fault show SSID                           shows the simulated state of a device

Of any device
  fault device-silent SSID                  receives and sends nothing: a lost controller
  fault device-restarted SSID               a BACnet controller restarts once and loses the values written to it
  fault sensor-frozen SSID [PARAM_ID]       repeats its present value
  fault sensor-drifting SSID PARAM_ID [N]   drifts by N more each hour
  fault value-forced SSID PARAM_ID VALUE    reports this value
  fault value-nonsense SSID [PARAM_ID]      reports an impossible value
  fault writes-ignored SSID                 accepts every write and does nothing

Of a point of a BACnet controller, whose value stays as it is
  fault point-faulty SSID PARAM_ID [N]      reports a fault with BACnet's Reliability N, for example 1: no sensor
  fault point-out-of-service SSID PARAM_ID  reports that the point is out of service
  fault point-overridden SSID PARAM_ID      reports that a switch at the controller decides

Of the network
  fault gateway-cut-off GATEWAY             disconnects the gateway's network cable: a lost gateway
  fault sim-dead SSID                       an MQTT device loses its connection and stores its readings
  fault clock-wrong SSID [SECONDS]          an MQTT device's clock is fast by SECONDS

Of the equipment
  fault valve-stuck AHU                     the chilled water valve does not move
  fault valve-leaking AHU                   the chilled water valve passes water when it is closed
  fault heating-stuck-open AHU              the heating valve stays open while the unit cools
  fault fan-unproven AHU                    the drive runs, but no air moves
  fault filter-loaded AHU                   less air, and more pressure across the filter
  fault lamp-failed DALI_OR_WAC             more than half of the lamps are dark
  fault emergency-battery-failed DALI       the emergency light fails its next test
  fault ups-battery-failed UPS              the UPS fails its next self-test
  fault overloaded UPS_OR_PUMP              the load is above the rating
  fault mains-failed BUILDING               no mains supply, for example blr/a
  fault pump-dry PUMP                       the well has no water
  fault pipe-leaking PUMP                   half of the water is lost
  fault panel-dirty PUMP                    the panels give less power
`;

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Folder in which `npm start` stores the simulator's state. */
const ordinaryFolder = join(process.env["DATA_DIR"] ?? "data", "demo");

/** A negative number is not an option. */
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

/** One line for each refused field. */
function errorTextOf(text: string): string {
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
  if (!reply.ok) fail(errorTextOf(text));
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
