import { readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

/** A message at the site's broker: its topic, and its payload as text or JSON. */
export type BrokerMessage = readonly [topic: string, payload: string | object];

const message = z.tuple([z.string(), z.union([z.string(), z.looseObject({})])]);

function messagesOf(file: string): BrokerMessage[] {
  const text = readFileSync(join(import.meta.dirname, "firmwares", `${file}.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => message.parse(JSON.parse(line)));
}

/**
 * What eight firmwares send, made after their public documents and sources: esphome.io, "MQTT client component"; zigbee2mqtt.io, "Home
 * Assistant integration"; tasmota.github.io, "MQTT", and `xdrv_12_discovery`; zwave-js.github.io/zwave-js-ui, "Home Assistant";
 * docs.openmqttgateway.com, and `ZmqttDiscovery`; docs.evcc.io, "MQTT API"; `mqtt-hassio.cfg` of ebusd; valetudo.cloud, "Home Assistant".
 */
export const firmwares = {
  ESPHome: messagesOf("esphome"),
  Zigbee2MQTT: messagesOf("zigbee2mqtt"),
  Tasmota: messagesOf("tasmota"),
  "Z-Wave JS UI": messagesOf("zwave-js-ui"),
  OpenMQTTGateway: messagesOf("openmqttgateway"),
  evcc: messagesOf("evcc"),
  ebusd: messagesOf("ebusd"),
  Valetudo: messagesOf("valetudo"),
};
