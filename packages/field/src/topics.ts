/**
 * MQTT topics. An *edge* is a client with an MQTT connection: a gateway, an importer, or a device that supports MQTT. Its ssid is its client
 * id, its user name and the second level of every topic that it may use. It may use no other topics.
 *
 * | topic | direction | QoS | retained | payload |
 * |---|---|---|---|---|
 * | v1/{edge}/readings | up | 1 | no | `readingsMessage` |
 * | v1/{edge}/health | up | 1 | no | `healthMessage` |
 * | v1/{edge}/status | up, and last will | 1 | yes | `statusMessage` |
 * | v1/{edge}/results | up | 1 | no | `commandResult` |
 * | v1/{edge}/events | up | 1 | no | `eventMessage` |
 * | v1/{edge}/commands | down | 1 | no | `commandMessage` |
 */
export const upTopics = ["readings", "health", "status", "results", "events"] as const;
export type UpTopic = (typeof upTopics)[number];
export type DownTopic = "commands";

/** The topic of `kind` for the edge `edge`, e.g. `v1/GW-BLR-A/readings`. */
export function topicOf(edge: string, kind: UpTopic | DownTopic): string {
  return `v1/${edge}/${kind}`;
}

/** The reverse of `topicOf`; undefined for any other topic. */
export function parseTopic(topic: string): { edge: string; kind: UpTopic | DownTopic } | undefined {
  const [version, edge, kind, ...rest] = topic.split("/");
  if (version !== "v1" || !edge || rest.length > 0) return undefined;
  if (kind === "commands") return { edge, kind };
  const up = upTopics.find((name) => name === kind);
  return up && { edge, kind: up };
}
