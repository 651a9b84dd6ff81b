import { setTimeout as sleep } from "node:timers/promises";

/** Engine.IO 4 packet types, and Socket.IO 5 ones inside a message. Source: socket.io protocol documentation. */
const PING = "2";
const PONG = "3";
const PROBE = "2probe";
const PROBED = "3probe";
const UPGRADE = "5";
const CONNECT = "40";
const EVENT = "42";

const TIME_LIMIT_MS = 10_000;

/** One event of a server: its name, and its first argument. */
export type OnEvent = (name: string, data: unknown) => void;

export interface SocketIo {
  readonly emit: (name: string, data: unknown) => void;
  readonly close: () => void;
}

/**
 * Connects like the Socket.IO client in a browser: polling first, then a WebSocket.
 *
 * @param url of the endpoint, e.g. `http://127.0.0.1:1881/socket.io/`
 * @throws Error when the server refuses or does not answer
 */
export async function connectSocketIo(url: string, onEvent: OnEvent): Promise<SocketIo> {
  const polling = `${url}?EIO=4&transport=polling`;
  const opened = await (await fetch(polling)).text();
  const { sid }: { sid: string } = JSON.parse(opened.slice(1));
  await fetch(`${polling}&sid=${sid}`, { method: "POST", body: CONNECT });
  const connected = await (await fetch(`${polling}&sid=${sid}`)).text();
  if (!connected.startsWith(CONNECT))
    throw new Error(`A peer's Socket.IO answered ${connected.slice(0, 80)}.`);

  const socket = new WebSocket(`${url.replace(/^http/, "ws")}?EIO=4&transport=websocket&sid=${sid}`);
  const upgraded = Promise.withResolvers<void>();
  socket.addEventListener("open", () => socket.send(PROBE));
  socket.addEventListener("error", () => upgraded.reject(new Error("A peer's WebSocket has failed.")));
  socket.addEventListener("close", () => upgraded.reject(new Error("A peer's WebSocket was closed.")));
  socket.addEventListener("message", ({ data }) => {
    const packet = String(data);
    if (packet === PROBED) {
      socket.send(UPGRADE);
      upgraded.resolve();
    } else if (packet === PING) socket.send(PONG);
    else if (packet.startsWith(EVENT)) {
      const [name, argument]: [string, unknown] = JSON.parse(packet.slice(EVENT.length));
      onEvent(name, argument);
    }
  });
  const tooLate = new AbortController();
  const timeLimit = sleep(TIME_LIMIT_MS, undefined, { signal: tooLate.signal, ref: false }).then(
    () => upgraded.reject(new Error("A peer's Socket.IO offered no WebSocket.")),
    () => undefined,
  );
  try {
    await upgraded.promise;
  } finally {
    tooLate.abort();
    await timeLimit;
  }
  return {
    emit: (name, data) => socket.send(EVENT + JSON.stringify([name, data])),
    close: () => socket.close(),
  };
}
