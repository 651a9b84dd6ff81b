import { connect, type Socket } from "node:net";

import { liveEvents, type LiveEventName } from "@verandah/contract/live.ts";

import type { Rig } from "./rig.ts";

/** An open `GET /v1/live`, over a separate socket that may stay unread. */
export class LiveStream implements Disposable {
  readonly #socket: Socket;
  #text = "";
  #isOver = false;

  /** @param devices ssids that it follows */
  constructor(rig: Rig, devices: readonly string[]) {
    const { authorization = "" } = rig.browser.headers;
    this.#socket = connect(rig.httpPort, "127.0.0.1");
    this.#socket.write(
      `GET /v1/live?devices=${devices.join(",")} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n\r\n`,
    );
    this.#socket.setEncoding("utf8");
    this.#socket.on("data", (text: string) => (this.#text += text));
    this.#socket.on("error", () => this.#socket.destroy());
    this.#socket.on("close", () => (this.#isOver = true));
  }

  /** From now on reads nothing, like a browser on a sleeping machine or with a slow network. */
  stopReading(): void {
    this.#socket.pause();
  }

  /** Reads the rest until the server closes the connection. */
  readAgain(): void {
    this.#socket.resume();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get bytesRead(): number {
    return this.#socket.bytesRead;
  }

  /** The data of all events of a name that were read until now. */
  events(name: LiveEventName): unknown[] {
    const pattern = new RegExp(`^event: ${name}\\ndata: (.*)\\n`, "gm");
    // Chunks of the transfer encoding end between events, never within them.
    return Array.from(this.#text.replaceAll("\r\n", "\n").matchAll(pattern), ([, data = ""]) =>
      liveEvents[name].parse(JSON.parse(data)),
    );
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}
