import { connect, type Socket } from "node:net";

import { topicOf } from "@verandah/field/topics.ts";
import { generate } from "mqtt-packet";

import type { BenchEdge } from "../rig/campus.ts";

/** CONNACK and PUBACK, all that a broker says to a publisher, have four bytes each. Source: MQTT 3.1.1 §3.2, §3.4. */
const ANSWER_BYTES = 4;
const CONNACK = 0x20;
const PUBACK = 0x40;
const PACKET_IDS = 65_535;
const KEEPALIVE_SECOND = 300;

/** A publisher's connection that keeps at most `window` messages unacknowledged; cheap, because it reads nothing but acknowledgements. */
export class MqttConnection {
  readonly #socket: Socket;
  readonly #topic: string;
  readonly #onAck: (packetId: number) => void;
  #lastId = 0;
  #unacknowledged = 0;
  /** Bytes of an answer that has not come whole. */
  #rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, edge: BenchEdge, onAck: (packetId: number) => void) {
    this.#socket = socket;
    this.#topic = topicOf(edge.ssid, "readings");
    this.#onAck = onAck;
  }

  /** Logs in as `edge`. @throws Error when the broker refuses, or ends the connection before `close` */
  static open(
    port: number,
    edge: BenchEdge,
    events: { onAck: (packetId: number) => void; onBroken: (error: Error) => void },
  ): Promise<MqttConnection> {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
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
        }),
      );
    });
  }

  get unacknowledged(): number {
    return this.#unacknowledged;
  }

  /** The packet of a message, with the next packet id. */
  encode(payload: string): { packet: Buffer; packetId: number } {
    this.#lastId = (this.#lastId % PACKET_IDS) + 1;
    const packet = generate({
      cmd: "publish",
      topic: this.#topic,
      payload,
      qos: 1,
      messageId: this.#lastId,
      retain: false,
      dup: false,
    });
    return { packet, packetId: this.#lastId };
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

  #read(chunk: Buffer, onReady: () => void, fail: (error: Error) => void): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % ANSWER_BYTES);
    for (let at = 0; at < whole; at += ANSWER_BYTES) {
      if (bytes[at] === PUBACK) {
        this.#unacknowledged -= 1;
        this.#onAck(bytes.readUInt16BE(at + 2));
      } else if (bytes[at] === CONNACK && bytes[at + 3] === 0) onReady();
      else return fail(new Error(`The broker answered ${bytes.subarray(at, at + 4).toString("hex")}.`));
    }
    this.#rest = bytes.subarray(whole);
  }
}
