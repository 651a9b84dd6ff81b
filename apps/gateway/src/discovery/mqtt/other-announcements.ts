import { numberOf, textOf } from "../../drivers/json-values.ts";
import { type AnnouncedDevice, type AnnouncedPoint, isObject, type JsonObject } from "./announced.ts";

const POINTS_MAX = 1_000;

/** Units by the name of a value, and the class that Home Assistant gives it. Source: Tasmota, "Sensor units", and TempUnit, PressureUnit, SpeedUnit. */
const tasmotaUnits: readonly [name: RegExp, unit: string, deviceClass?: string][] = [
  [/^(?:Humidity|Moisture\d*)$/, "%", "humidity"],
  [/^(?:Battery|ChargePercent)$/, "%", "battery"],
  [/^(?:Illuminance\d*|Light)$/, "lx", "illuminance"],
  [/^(?:CarbonDioxide|eCO2)$/, "ppm", "carbon_dioxide"],
  [/^TVOC$/, "ppb"],
  [/^PM2\.?5$/, "µg/m³", "pm25"],
  [/^(?:PM\d+|CF\d.*)$/, "µg/m³"],
  [/^(?:Voltage|BatteryVoltage)$/, "V", "voltage"],
  [/^Current$/, "A", "current"],
  [/^(?:Power|ActivePower|ExportPower)$/, "W", "power"],
  [/^ApparentPower$/, "VA"],
  [/^ReactivePower$/, "VAr"],
  [/^(?:Total|Today|Yesterday|ExportActive|ImportActive|Sum)$/, "kWh", "energy"],
  [/^Frequency$/, "Hz"],
  [/^Factor$/, "", "power_factor"],
  [/^Distance$/, "cm"],
  [/^Weight$/, "kg"],
];

/** Values of a Tasmota that are a time or a name, and units of others. */
const TASMOTA_TEXTS = /^(?:Time|TotalStartTime|Id|Address|TempUnit|PressureUnit|SpeedUnit)$/;

function tasmotaUnit(name: string, all: JsonObject): Pick<AnnouncedPoint, "unit" | "deviceClass"> {
  const degree = `°${textOf(all.TempUnit) ?? "C"}`;
  if (/^(?:Temperature\d*|DewPoint)$/.test(name)) return { unit: degree, deviceClass: "temperature" };
  if (/^(?:Sea)?Pressure$/.test(name))
    return { unit: textOf(all.PressureUnit) ?? "hPa", deviceClass: "pressure" };
  if (/^(?:Speed|WindSpeed|Gust)/.test(name)) return { unit: textOf(all.SpeedUnit) ?? "m/s" };
  const [, unit, deviceClass] = tasmotaUnits.find(([form]) => form.test(name)) ?? [];
  return { unit, deviceClass };
}

/** The values below a member of the sensors, with lists of phases. */
function leavesOf(
  within: unknown,
  names: readonly string[] = [],
): { names: readonly string[]; value: unknown }[] {
  if (names.length > 5 || typeof within !== "object" || within === null) return [{ names, value: within }];
  return Object.entries(within).flatMap(([name, value]) => leavesOf(value, [...names, name]));
}

/**
 * What a Tasmota announces: `config` are its names and topics, `sensors` its present values. Source: Tasmota, "MQTT discovery"
 * (SetOption19) and `xdrv_12_discovery`.
 */
export function readTasmota(key: string, config: JsonObject, sensors: unknown): AnnouncedDevice {
  const [off = "OFF", on = "ON"] = Array.isArray(config.state) ? config.state.map(String) : [];
  const prefixes = Array.isArray(config.tp) ? config.tp.map(String) : [];
  const topicOf = (prefix: string) =>
    (textOf(config.ft) ?? "%prefix%/%topic%/")
      .replace("%prefix%", () => prefix)
      .replace("%topic%", () => textOf(config.t) ?? key)
      .replace(/\/?$/, "/");
  const telemetry = topicOf(prefixes[2] ?? "tele");
  const all = isObject(sensors) && isObject(sensors.sn) ? sensors.sn : {};
  const plain = { scale: 1, offset: 0 };
  const words: AnnouncedPoint["words"] = [
    [on, 1],
    [off, 0],
  ];
  const values = leavesOf(all)
    .slice(0, POINTS_MAX)
    .map(({ names, value }): AnnouncedPoint => {
      const name = names.findLast((one) => !/^\d+$/.test(one)) ?? "";
      const isState = value === on || value === off;
      return {
        ...plain,
        name: names.join(" "),
        topic: `${telemetry}SENSOR`,
        path: names.map((one) => one.replaceAll(".", "\\.")).join("."),
        ...(isState ? { words } : tasmotaUnit(name, all)),
        // A phase is not the whole.
        ...(names.at(-1) !== name && { deviceClass: undefined }),
        ...((TASMOTA_TEXTS.test(name) || (!isState && numberOf(value) === undefined)) && {
          obstacle: "A time or a text, and no number",
        }),
      };
    });
  const relays = Array.isArray(config.rl)
    ? config.rl.flatMap((kind, index) => (kind === 1 ? [index] : []))
    : [];
  const switches = relays.map((index): AnnouncedPoint => {
    const name = relays.length === 1 ? "POWER" : `POWER${index + 1}`;
    return { ...plain, name, topic: `${telemetry}STATE`, path: name, words };
  });
  return {
    key,
    name: textOf(config.dn),
    maker: "Tasmota",
    model: textOf(config.md),
    sleeps: config.dslp === 1,
    availability: [
      {
        topic: `${telemetry}LWT`,
        online: textOf(config.onln) ?? "Online",
        offline: textOf(config.ofln) ?? "Offline",
        // A Tasmota that sleeps says that it is offline before it does.
        isEnough: true,
      },
    ].filter(() => config.dslp !== 1),
    points: [...values, ...switches],
  };
}

/** Units of evcc's topics by the end of their names. Source: evcc, "MQTT API" and "State". Durations are whole seconds. */
const evccUnits: readonly [name: RegExp, unit: string, deviceClass?: string][] = [
  [/powers?(?:\/l?\d)?$|(?:enable|disable)Threshold$/i, "W", "power"],
  [/voltages?(?:\/l?\d)?$/i, "V", "voltage"],
  [/currents?(?:\/l?\d)?$/i, "A", "current"],
  [/soc$/i, "%"],
  [/(?:charged|session|chargeRemaining|limit)Energy$/, "Wh"],
  [/(?:energy|import|export|capacity)$/i, "kWh", "energy"],
  [/(?:duration|delay|remaining)$/i, "s"],
  [/(?:odometer|range)$/i, "km"],
  [/co2$/i, "g/kWh"],
];

/** Topics with values: those of the site, and of each charging point and vehicle. */
const evccValue = /^(?:site|loadpoints\/\d+|vehicles\/[^/]+)\/(.+)$/;

/** What evcc shows below its root topic: one number or word a topic. It announces nothing, but all of its topics are stored by the broker. */
export function readEvcc(root: string, values: ReadonlyMap<string, string>): AnnouncedDevice[] {
  const devices = new Map<string, AnnouncedDevice>();
  for (const [topic, text] of [...values].slice(0, 5 * POINTS_MAX)) {
    const below = topic.slice(root.length + 1);
    const name = evccValue.exec(below)?.[1];
    if (name === undefined || text === "") continue;
    const part = below.slice(0, below.length - name.length - 1);
    const device: AnnouncedDevice = devices.get(part) ?? {
      key: `${root}/${part}`,
      name: values.get(`${root}/${part}/title`) ?? `${root} ${part.replaceAll("/", " ")}`,
      maker: "evcc",
      availability: [{ topic: `${root}/status`, isEnough: true }],
      points: [],
    };
    devices.set(part, device);
    const isState = text === "true" || text === "false";
    const [, unit, deviceClass] = evccUnits.find(([form]) => form.test(name)) ?? [];
    const isOfMeter = /^(?:grid\/|charge)\w+$/.test(name);
    device.points.push({
      name,
      topic,
      path: "",
      scale: 1,
      offset: 0,
      onChange: true,
      ...(!isState && { unit, ...(isOfMeter && { deviceClass }) }),
      ...(!isState && numberOf(text) === undefined && { obstacle: "A text, and no number" }),
    });
  }
  return [...devices.values()];
}
