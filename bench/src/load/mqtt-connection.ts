import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

import type { StatusMessage } from "@verandah/field/payloads.ts";
import { topicOf, type UpTopic } from "@verandah/field/topics.ts";
import { generate } from "mqtt-packet";

import type { BenchEdge } from "../rig/campus.ts";

/**
 * Every packet of a broker to a publisher is shorter than 128 bytes: type, length of the rest, rest. Source: MQTT 3.1.1 §2.2, §3.2, §3.4,
 * §3.9.
 */
const HEADER_BYTES = 2;
const CONNACK = 0x20;
const PUBACK = 0x40;
const SUBACK = 0x90;
const PACKET_IDS = 65_535;
const KEEPALIVE_SECOND = 300;

/** A port of the broker, and how it is reached. */
interface BrokerAddress {
  readonly port: number;
  readonly isTls?: boolean | undefined;
  /** Of the client. */
  readonly localAddress?: string | undefined;
}

function openSocket({ isTls, ...address }: BrokerAddress): Socket {
  const options = { host: "127.0.0.1", ...address };
  if (isTls) return connectTls({ ...options, rejectUnauthorized: false }).setNoDelay();
  return connect({ ...options, noDelay: true });
}

const statusOf = (state: StatusMessage["state"]) =>
  JSON.stringify({ state, at: Date.now() } satisfies StatusMessage);

/** A publisher's connection with at most `window` unacknowledged messages. It needs little time, because it reads acknowledgements only. */
export class MqttConnection {
  readonly #socket: Socket;
  readonly #ssid: string;
  readonly #onAck: (packetId: number) => void;
  #lastId = 0;
  #unacknowledged = 0;
  /** Bytes of an incomplete answer. */
  #rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, edge: BenchEdge, onAck: (packetId: number) => void) {
    this.#socket = socket;
    this.#ssid = edge.ssid;
    this.#onAck = onAck;
  }

  /** Logs in as `edge`; a device also has a last will and subscribes to its commands. @throws Error when the broker refuses, or ends the connection before `close` */
  static open(
    address: BrokerAddress,
    edge: BenchEdge,
    events: { onAck: (packetId: number) => void; onBroken: (error: Error) => void },
  ): Promise<MqttConnection> {
    const socket = openSocket(address);
    const connection = new MqttConnection(socket, edge, events.onAck);
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        reject(error);
        events.onBroken(error);
      };
      socket.on("error", fail);
      socket.on("close", () => fail(new Error(`The broker has ended the connection of ${edge.ssid}.`)));
      socket.on("data", (chunk: Buffer) => connection.#read(chunk, () => resolve(connection), fail));
      socket.write(
        generate({
          cmd: "connect",
          protocolId: "MQTT",
          protocolVersion: 4,
          clean: true,
          clientId: edge.ssid,
          username: edge.ssid,
          password: Buffer.from(edge.password),
          keepalive: KEEPALIVE_SECOND,
          ...(edge.isDevice && {
            will: {
              topic: topicOf(edge.ssid, "status"),
              payload: Buffer.from(statusOf("offline")),
              qos: 1 as const,
              retain: true,
            },
          }),
        }),
      );
      if (edge.isDevice) connection.#subscribe();
    });
  }

  get unacknowledged(): number {
    return this.#unacknowledged;
  }

  /** The packet of a message, with the next packet id. */
  encode(payload: string, kind: UpTopic = "readings"): { packet: Buffer; packetId: number } {
    const packet = generate({
      cmd: "publish",
      topic: topicOf(this.#ssid, kind),
      payload,
      qos: 1,
      messageId: this.#nextId(),
      retain: false,
      dup: false,
    });
    return { packet, packetId: this.#lastId };
  }

  /** Publishes the status of the edge, which a device repeats. */
  sendStatus(): void {
    this.send(this.encode(statusOf("online"), "status").packet);
  }

  send(packet: Buffer): void {
    this.#unacknowledged += 1;
    this.#socket.write(packet);
  }

  /** Runs `work`, whose packets leave together. */
  together(work: () => void): void {
    this.#socket.cork();
    work();
    this.#socket.uncork();
  }

  close(): void {
    this.#socket.removeAllListeners("close");
    this.#socket.destroy();
  }

  #nextId(): number {
    this.#lastId = (this.#lastId % PACKET_IDS) + 1;
    return this.#lastId;
  }

  #subscribe(): void {
    const subscriptions = [{ topic: topicOf(this.#ssid, "commands"), qos: 1 as const }];
    this.#socket.write(generate({ cmd: "subscribe", messageId: this.#nextId(), subscriptions }));
  }

  #read(chunk: Buffer, onReady: () => void, fail: (error: Error) => void): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    for (let end = 0; at + HEADER_BYTES <= bytes.length; at = end) {
      end = at + HEADER_BYTES + (bytes[at + 1] ?? 0);
      if (end > bytes.length) break;
      if (bytes[at] === PUBACK) {
        this.#unacknowledged -= 1;
        this.#onAck(bytes.readUInt16BE(at + HEADER_BYTES));
      } else if (bytes[at] === CONNACK && bytes[at + 3] === 0) onReady();
      else if (bytes[at] !== SUBACK)
        return fail(new Error(`The broker answered ${bytes.subarray(at, end).toString("hex")}.`));
    }
    this.#rest = bytes.subarray(at);
  }
}
