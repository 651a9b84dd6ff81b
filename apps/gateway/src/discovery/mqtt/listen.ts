import { setTimeout as sleep } from "node:timers/promises";

import type { FoundDevice } from "@verandah/field/found-devices.ts";
import type { SharedSettingsOf } from "@verandah/field/protocols/protocols.ts";

import { type BrokerLink, openBrokerLink } from "../../drivers/mqtt/broker-link.ts";
import { readPayload } from "../../drivers/mqtt/topic-values.ts";
import { type AnnouncedDevice, isObject, type JsonObject } from "./announced.ts";
import { createPayloads, foundMqttDevices } from "./found-mqtt.ts";
import { readDiscovery } from "./home-assistant.ts";
import { readEvcc, readTasmota } from "./other-announcements.ts";

/** Limits for a broker that sends without end. */
const TOPICS_MAX = 20_000;
const BYTES_MAX = 32 * 1_024 * 1_024;
const TASMOTA = /^tasmota\/discovery\/([^/]+)\/(config|sensors)$/;
const EVCC = "evcc";

export interface MqttFindings {
  devices: FoundDevice[];
  remarks: string[];
}

/** Collects announcements and values. Every message is read at once, and only the newest of a topic is kept. */
export function createAnnouncements(prefix: string) {
  const announced = new Map<string, AnnouncedDevice>();
  const tasmotas = new Map<string, Partial<Record<string, JsonObject>>>();
  const payloads = new Map<string, unknown>();
  const counts = { malformed: 0, dropped: 0 };
  let bytes = 0;

  function add(topic: string, payload: Buffer): void {
    const isKnown = announced.has(topic) || payloads.has(topic);
    if ((!isKnown && announced.size + payloads.size >= TOPICS_MAX) || bytes + payload.length > BYTES_MAX) {
      counts.dropped++;
      return;
    }
    bytes += payload.length;
    try {
      keep(topic, payload.length === 0 ? undefined : readPayload(payload));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      counts.malformed++;
    }
  }

  function keep(topic: string, payload: unknown): void {
    const [, mac, part] = TASMOTA.exec(topic) ?? [];
    if (mac !== undefined && part !== undefined) {
      const known = tasmotas.get(mac) ?? {};
      tasmotas.set(mac, { ...known, [part]: isObject(payload) ? payload : undefined });
      payloads.set(topic, undefined);
    } else if (topic.startsWith(`${prefix}/`) && topic.endsWith("/config")) {
      const device = readDiscovery(topic.slice(prefix.length + 1), payload);
      // An empty message removes an earlier announcement.
      if (device) announced.set(topic, device);
      else announced.delete(topic);
    } else payloads.set(topic, payload);
  }

  function devices(): AnnouncedDevice[] {
    const evcc = new Map<string, string>();
    for (const [topic, payload] of payloads)
      if (topic.startsWith(`${EVCC}/`)) evcc.set(topic, typeof payload === "string" ? payload : "");
    return [
      ...announced.values(),
      ...[...tasmotas].flatMap(([mac, { config, sensors }]) =>
        config ? readTasmota(mac, config, sensors) : [],
      ),
      ...(evcc.has(`${EVCC}/status`) ? readEvcc(EVCC, evcc) : []),
    ];
  }

  return { add, devices, counts, found: () => foundMqttDevices(devices(), createPayloads(payloads)) };
}

/** Listens to what devices announce at the site's broker, and then to their values. */
export async function listenForDevices(
  { url, ...shared }: SharedSettingsOf<"mqtt">,
  waitMs: number,
  signal?: AbortSignal,
): Promise<MqttFindings> {
  if (url === undefined) return { devices: [], remarks: [] };
  const wait = () => sleep(waitMs / 2, undefined, { ...(signal && { signal }) });
  const { discoveryPrefix: prefix } = shared;
  const announcements = createAnnouncements(prefix);
  const counts = { tooLarge: 0, reconnects: 0 };
  await using link: BrokerLink = openBrokerLink({
    ...shared,
    url,
    counts,
    filters: [`${prefix}/+/+/config`, `${prefix}/+/+/+/config`, "tasmota/discovery/+/+", `${EVCC}/#`],
    onMessage: announcements.add,
  });
  await wait();
  const topics = announcements.devices().flatMap(({ points }) => points.map(({ topic }) => topic));
  link.subscribe(new Set(topics.filter((topic) => topic !== "" && topic.length < 500).slice(0, TOPICS_MAX)));
  await wait();
  const { malformed, dropped } = announcements.counts;
  const remarks = [
    link.down !== undefined && `The broker ${url} cannot be reached: ${link.down}`,
    link.refused.size > 0 && `The broker ${url} refuses ${[...link.refused].slice(0, 5).join(", ")}`,
    malformed > 0 && `${malformed} messages at the broker are not JSON`,
    dropped + counts.tooLarge > 0 &&
      `${dropped + counts.tooLarge} messages at the broker were too many or too large`,
  ];
  return { devices: announcements.found(), remarks: remarks.filter((remark) => remark !== false) };
}
