import { textOf } from "../../drivers/json-values.ts";
import {
  type AnnouncedDevice,
  type AnnouncedPoint,
  type Availability,
  isObject,
  type JsonObject,
} from "./announced.ts";
import { readTemplate, type TemplateValue } from "./value-template.ts";

/** Short names of the fields that are read here. Source: Home Assistant, "MQTT", abbreviations of discovery messages. */
const shortNames = new Map(
  Object.entries({
    availability: "avty",
    availability_mode: "avty_mode",
    availability_template: "avty_tpl",
    availability_topic: "avty_t",
    components: "cmps",
    connections: "cns",
    device: "dev",
    device_class: "dev_cla",
    expire_after: "exp_aft",
    identifiers: "ids",
    manufacturer: "mf",
    model: "mdl",
    options: "ops",
    payload_available: "pl_avail",
    payload_not_available: "pl_not_avail",
    payload_off: "pl_off",
    payload_on: "pl_on",
    platform: "p",
    state_class: "stat_cla",
    state_off: "stat_off",
    state_on: "stat_on",
    state_topic: "stat_t",
    topic: "t",
    unit_of_measurement: "unit_of_meas",
    value_template: "val_tpl",
  }).map(([name, short]) => [short, name]),
);

/** Components with a state that is on or off, a number, or one of some words. */
const STATES: ReadonlySet<string> = new Set(["binary_sensor", "switch"]);
const NUMBERS: ReadonlySet<string> = new Set(["sensor", "number", "select"]);
/** Classes of sensors whose value is a time or a text. */
const TEXT_CLASSES: ReadonlySet<string> = new Set(["timestamp", "date", "uptime"]);
const COMPONENTS_MAX = 1_000;
const CONFIG_TOPIC = /^(\w+)\/(?:([\w-]+)\/)?([\w-]+)\/config$/;

/** Replaces the short names, and `~` at either end of a topic. */
function longNames(config: JsonObject, base = textOf(config["~"])): JsonObject {
  return Object.fromEntries(
    Object.entries(config).map(([short, value]) => {
      const name = shortNames.get(short) ?? short;
      const isTopic = base !== undefined && name.endsWith("topic") && typeof value === "string";
      return [name, isTopic ? value.replace(/^~/, () => base).replace(/~$/, () => base) : value];
    }),
  );
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

function availabilityOf(config: JsonObject): Availability[] {
  const single = config.availability_topic !== undefined && {
    topic: config.availability_topic,
    value_template: config.availability_template,
    payload_available: config.payload_available,
    payload_not_available: config.payload_not_available,
  };
  return [...listOf(config.availability), ...listOf(single || undefined)].flatMap((one) => {
    const entry = isObject(one) ? longNames(one, textOf(config["~"])) : {};
    const topic = textOf(entry.topic);
    const template = textOf(entry.value_template);
    const read = template === undefined ? undefined : readTemplate(template);
    // A device that cannot be reached is still noticed by its silence.
    if (topic === undefined || (template !== undefined && !read)) return [];
    const online = textOf(entry.payload_available) ?? "online";
    const offline = textOf(entry.payload_not_available) ?? "offline";
    const [whenTrue] = read?.texts ?? [];
    const shown = read?.texts && (whenTrue === online ? ["true", "false"] : ["false", "true"]);
    return {
      topic,
      ...(read?.path && { path: read.path }),
      online: shown?.[0] ?? online,
      offline: shown?.[1] ?? offline,
    };
  });
}

/** The numbers of a state: 1 for its word of on, 0 for that of off. */
function wordsOf(component: string, config: JsonObject): AnnouncedPoint["words"] {
  if (STATES.has(component)) {
    const on = textOf(config.state_on) ?? textOf(config.payload_on) ?? "ON";
    const off = textOf(config.state_off) ?? textOf(config.payload_off) ?? "OFF";
    return [
      [on, 1],
      [off, 0],
    ];
  }
  const options = listOf(config.options).flatMap((option) => textOf(option) ?? []);
  return options.length > 0 ? options.map((option, index) => [option, index]) : undefined;
}

type Value = Pick<AnnouncedPoint, "path" | "scale" | "offset" | "words" | "obstacle">;

function valueOf(template: unknown, words: AnnouncedPoint["words"]): Value {
  const whole: TemplateValue = { path: "", scale: 1, offset: 0 };
  const text = textOf(template);
  const value = text === undefined ? whole : readTemplate(text);
  if (!value) return { ...whole, obstacle: "The template does more than read a value" };
  const { texts, ...read } = value;
  if (!texts) return { ...read, ...(words && { words }) };
  // The template makes the words, so the value behind them counts.
  const numberOf = (shown: string) =>
    words?.find(([word]) => word.toLowerCase() === shown.toLowerCase())?.[1];
  const [whenTrue, otherwise] = texts.map(numberOf);
  if (whenTrue === undefined || otherwise === undefined)
    return { ...whole, obstacle: "The template shows texts" };
  return {
    ...read,
    words: [
      ["true", whenTrue],
      ["false", otherwise],
    ],
  };
}

/** The values of one component. */
function pointsOf(component: string, id: string, config: JsonObject): AnnouncedPoint[] {
  const name = textOf(config.name) ?? textOf(config.device_class) ?? id;
  const topic = textOf(config.state_topic);
  const none = { name, topic: topic ?? "", path: "", scale: 1, offset: 0 };
  if (!STATES.has(component) && !NUMBERS.has(component))
    return [{ ...none, obstacle: `Not a sensor: ${component}`.slice(0, 80) }];
  if (topic === undefined) return [{ ...none, obstacle: "It has no topic with a state" }];
  const deviceClass = textOf(config.device_class);
  if (TEXT_CLASSES.has(deviceClass ?? ""))
    return [{ ...none, deviceClass, obstacle: "A time, and no number" }];
  const words = wordsOf(component, config);
  const unit = textOf(config.unit_of_measurement);
  const expireAfterSecond = Number(config.expire_after);
  const isNumber = unit !== undefined || config.state_class !== undefined || component === "number";
  return [
    {
      ...none,
      ...valueOf(config.value_template, words),
      deviceClass,
      unit,
      ...(expireAfterSecond > 0
        ? { staleMs: expireAfterSecond * 1_000 }
        : component !== "sensor" && { onChange: true }),
      ...(!words && !isNumber && { needsValue: true }),
    },
  ];
}

/**
 * What a discovery message announces; undefined for a topic that is none. `topic` is without the prefix. Source: Home Assistant, "MQTT
 * discovery".
 */
export function readDiscovery(topic: string, payload: unknown): AnnouncedDevice | undefined {
  const [, component = "", node, object = ""] = CONFIG_TOPIC.exec(topic) ?? [];
  if (!component || !isObject(payload)) return undefined;
  const config = longNames(payload);
  const device = isObject(config.device) ? longNames(config.device) : {};
  const [identifier] = listOf(device.identifiers);
  const [connection] = listOf(device.connections);
  const connected: unknown = Array.isArray(connection) ? connection[1] : undefined;
  const known = { ...config, platform: undefined };
  const parts =
    component === "device" && isObject(config.components)
      ? Object.entries(config.components)
          .slice(0, COMPONENTS_MAX)
          .flatMap(([id, part]) => {
            const own = isObject(part) ? longNames(part, textOf(config["~"])) : {};
            // A component with its platform only was removed.
            if (Object.keys(own).length <= 1) return [];
            return pointsOf(textOf(own.platform) ?? "", id, { ...known, name: undefined, ...own });
          })
      : pointsOf(component, object, config);
  return {
    key: textOf(identifier) ?? textOf(connected) ?? node ?? object,
    name: textOf(device.name),
    maker: textOf(device.manufacturer),
    model: textOf(device.model),
    availability: availabilityOf(config),
    isAnyEnough: config.availability_mode === "any",
    points: parts,
  };
}
