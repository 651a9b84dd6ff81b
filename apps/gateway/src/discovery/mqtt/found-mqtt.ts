import { shownLine } from "@verandah/equipment/shown-text.ts";
import { sensorClasses } from "@verandah/equipment/suggestions/abbreviations.ts";
import { energyMeter } from "@verandah/equipment/types/energy-meter.ts";
import { environment } from "@verandah/equipment/types/environment.ts";
import { conversionOf } from "@verandah/equipment/unit-conversions.ts";
import { isUnit, type Unit } from "@verandah/equipment/units.ts";
import type { FoundDevice, FoundPoint } from "@verandah/field/found-devices.ts";

import { fieldOf } from "../../drivers/json-values.ts";
import { matches, numberIn } from "../../drivers/mqtt/topic-values.ts";
import type { AnnouncedDevice, AnnouncedPoint } from "./announced.ts";
import { unitOfField } from "./field-units.ts";

const HOUR_MS = 3_600_000;
/** Most sensors that sleep measure at least once an hour. */
const SLEEPING_MEASURES_MS = 3 * HOUR_MS;
/** Sensors of doors, leaks and movement report at least once a day. Source: Zigbee2MQTT, "Device availability", passive devices. */
const SLEEPING_STATES_MS = 25 * HOUR_MS;

const line = shownLine(120);
const NAME_MAX = 100;
const signs = new Intl.Segmenter();

/** One line of a text from the field, cut between two signs; undefined for a text without any sign to see. */
function lineOf(text = ""): string | undefined {
  let cut = "";
  for (const { segment } of signs.segment(text.slice(0, 2 * NAME_MAX)))
    if (cut.length + segment.length <= NAME_MAX) cut += segment;
    else break;
  return line.safeParse(cut).data;
}

/** The newest payload of a topic, or of the first topic that fits a filter. */
export type PayloadOf = (filter: string) => unknown;

export function createPayloads(payloads: ReadonlyMap<string, unknown>): PayloadOf {
  const found = new Map<string, unknown>();
  return (filter) => {
    if (!/[+#]/.test(filter)) return payloads.get(filter);
    if (!found.has(filter)) {
      const levels = filter.split("/");
      const topic = [...payloads.keys()].find((one) => matches(levels, one.split("/")));
      found.set(filter, topic === undefined ? undefined : payloads.get(topic));
    }
    return found.get(filter);
  };
}

/** The levels with which all topics begin. */
function commonTopic(topics: readonly string[]): string | undefined {
  const [first = [], ...others] = topics.map((topic) => topic.split("/"));
  const length = first.findIndex((level, index) => others.some((other) => other[index] !== level));
  return first.slice(0, length === -1 ? undefined : length).join("/") || undefined;
}

/** The point as a profile has it, after the topic of its device. */
function foundPoint(point: AnnouncedPoint, base: string | undefined, payloadOf: PayloadOf): FoundPoint {
  const { path, words, onChange, deviceClass } = point;
  const topic = base === undefined ? point.topic : point.topic.slice(base.length + 1);
  const field = unitOfField(point.unit ?? "", deviceClass);
  const scale = point.scale * (field?.scale ?? 1);
  const offset = point.offset * (field?.scale ?? 1);
  const sample = fieldOf(payloadOf(point.topic), path);
  const raw = numberIn(sample, words);
  const unclear =
    sample === undefined ? "No value yet, and no unit: it may be a text" : "Its value is a text";
  const obstacle = point.obstacle ?? (point.needsValue && raw === undefined ? unclear : undefined);
  return {
    name: lineOf(point.name) ?? "Value",
    address: {
      ...(topic && { topic }),
      ...(path && { path }),
      ...(scale !== 1 && { scale }),
      ...(offset !== 0 && { offset }),
      ...(words && { words }),
      ...(onChange && { onChange }),
    },
    ...(field && { unit: field.unit }),
    ...(!field && { fieldUnit: lineOf(point.unit) }),
    description: lineOf(deviceClass),
    isWritable: false,
    ...(raw !== undefined && { value: raw * scale + offset }),
    ...(obstacle !== undefined && { obstacle }),
  };
}

/** Adds a number to names that a device has twice, and the point of the catalogue to the first of each class. */
function withNamesAndIds(points: FoundPoint[]): void {
  const used = new Set<string>();
  const has = (...classes: string[]) => points.some(({ description = "" }) => classes.includes(description));
  const type = has("power", "energy") ? energyMeter : environment;
  const ids: Readonly<Record<string, string>> = sensorClasses[type.type];
  const known: Readonly<Record<string, { unit: Unit }>> = type.points;
  const given = new Set<string>();
  for (const point of points) {
    const { name, description = "" } = point;
    for (let count = 2; used.has(point.name); count++) point.name = `${name} ${count}`;
    used.add(point.name);
    const id = Object.hasOwn(ids, description) ? ids[description] : undefined;
    if (point.obstacle !== undefined || id === undefined || given.has(id)) continue;
    const { unit = "none" } = point;
    if (!isUnit(unit) || !conversionOf(unit, known[id]?.unit ?? "none")) continue;
    point.id = id;
    given.add(id);
  }
}

/** Joins what one device announces in several messages. */
function joined(announced: Iterable<AnnouncedDevice>): AnnouncedDevice[] {
  const byKey = new Map<string, AnnouncedDevice>();
  for (const one of announced) {
    const known = byKey.get(one.key);
    const topics = new Set(known?.availability.map(({ topic }) => topic));
    byKey.set(one.key, {
      ...one,
      ...known,
      availability: [
        ...(known?.availability ?? []),
        ...one.availability.filter(({ topic }) => !topics.has(topic)),
      ].slice(0, 10),
      points: [...(known?.points ?? []), ...one.points],
    });
  }
  return [...byKey.values()];
}

/** The devices that are announced, in the form that every scan has. */
export function foundMqttDevices(
  announced: Iterable<AnnouncedDevice>,
  payloadOf: PayloadOf = () => undefined,
): FoundDevice[] {
  const devices = joined(announced);
  const users = Map.groupBy(
    devices.flatMap((device) => device.availability.map(({ topic }) => ({ topic, device }))),
    ({ topic }) => topic,
  );
  return devices.map((device) => {
    const readable = device.points.filter(({ obstacle }) => obstacle === undefined);
    const base = commonTopic(readable.map(({ topic }) => topic));
    const points = device.points.map((point) =>
      foundPoint(point, point.obstacle === undefined ? base : undefined, payloadOf),
    );
    withNamesAndIds(points);
    const availability = device.availability.map((one) => {
      const isOwn =
        users.get(one.topic)?.length === 1 && `${base}/`.startsWith(one.topic.replace(/[^/]*$/, ""));
      return { ...one, ...(isOwn && { isEnough: true }) };
    });
    const staleMs = staleOf(
      device,
      points,
      availability.some(({ isEnough }) => isEnough),
    );
    return {
      protocol: "mqtt",
      key: lineOf(device.key) ?? "device",
      name: lineOf(device.name),
      maker: lineOf(device.maker),
      model: lineOf(device.model),
      address: {
        ...(base !== undefined && { topic: base }),
        ...(staleMs !== undefined && { staleMs }),
        ...(availability.length > 0 && { availability }),
        ...(device.isAnyEnough && { availableIf: "any" }),
      },
      points: points.slice(0, 5_000),
      pointsFrom: 0,
      remarks: [],
    };
  });
}

/** After which time without a message the device is offline; undefined for the time of the settings. */
function staleOf(
  device: AnnouncedDevice,
  points: readonly FoundPoint[],
  isVouchedFor: boolean,
): number | undefined {
  const limits = device.points.flatMap(({ staleMs }) => staleMs ?? []);
  if (limits.length > 0) return Math.min(Math.max(...limits, 1_000), 7 * 24 * HOUR_MS);
  const isSleeping = device.sleeps || points.some(({ description }) => description === "battery");
  if (!isSleeping || isVouchedFor) return undefined;
  const isMeasuring = points.some(({ description = "" }) =>
    Object.hasOwn(sensorClasses.ENVIRONMENT, description),
  );
  return isMeasuring ? SLEEPING_MEASURES_MS : SLEEPING_STATES_MS;
}
