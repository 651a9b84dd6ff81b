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
 * | v1/{edge}/answers | up | 1 | no | `answerMessage` |
 * | v1/{edge}/commands | down | 1 | no | `commandMessage` |
 * | v1/{edge}/model | down | 1 | no | `modelMessage` |
 * | v1/{edge}/tasks | down | 1 | no | `taskMessage` |
 * | v1/{edge}/certificates | down | 1 | no | `certificatesMessage` |
 *
 * A gateway without a name and a password joins first: it connects with a client id `join-…`, the user name `join` and the claim code as its
 * password, and uses only these:
 *
 * | v1/{client}/claim | up | 1 | no | `claimMessage` |
 * | v1/{client}/claimed | down | 1 | no | `claimedMessage` |
 */
export const upTopics = ["readings", "health", "status", "results", "events", "answers", "claim"] as const;
export type UpTopic = (typeof upTopics)[number];
const downTopics = ["commands", "model", "tasks", "certificates", "claimed"] as const;
export type DownTopic = (typeof downTopics)[number];
export const isDownTopic = (kind: UpTopic | DownTopic): kind is DownTopic =>
  downTopics.some((name) => name === kind);

/** The topic of `kind` for the edge `edge`, e.g. `v1/GW-BLR-A/readings`. */
export function topicOf(edge: string, kind: UpTopic | DownTopic): string {
  return `v1/${edge}/${kind}`;
}

/** The reverse of `topicOf`; undefined for any other topic. */
export function parseTopic(topic: string): { edge: string; kind: UpTopic | DownTopic } | undefined {
  const [version, edge, kind, ...rest] = topic.split("/");
  if (version !== "v1" || !edge || rest.length > 0) return undefined;
  const known = [...upTopics, ...downTopics].find((name) => name === kind);
  return known && { edge, kind: known };
}
