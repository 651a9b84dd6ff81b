const TIME_LIMIT_MS = 10_000;

export interface SocketIo {
  readonly emit: (name: string, data: unknown) => void;
  readonly close: () => void;
}

/**
 * Connects like a browser: polling first, then a WebSocket. Source: protocols Engine.IO 4 and Socket.IO 5, packet types.
 *
 * @param onEvent receives an event's name and its first argument
 * @throws Error when the server refuses or does not answer
 */
export async function connectSocketIo(
  url: string,
  onEvent: (name: string, data: unknown) => void,
): Promise<SocketIo> {
  const polling = `${url}?EIO=4&transport=polling`;
  const { sid }: { sid: string } = JSON.parse((await (await fetch(polling)).text()).slice(1));
  await fetch(`${polling}&sid=${sid}`, { method: "POST", body: "40" });
  const answer = await (await fetch(`${polling}&sid=${sid}`)).text();
  if (!answer.startsWith("40")) throw new Error(`A peer's Socket.IO answered ${answer.slice(0, 80)}.`);

  const socket = new WebSocket(`${url.replace(/^http/, "ws")}?EIO=4&transport=websocket&sid=${sid}`);
  const upgraded = Promise.withResolvers<void>();
  const fail = () => upgraded.reject(new Error("A peer's Socket.IO offered no WebSocket."));
  const timer = setTimeout(fail, TIME_LIMIT_MS);
  socket.addEventListener("open", () => socket.send("2probe"));
  socket.addEventListener("close", fail);
  socket.addEventListener("message", ({ data }) => {
    const packet = String(data);
    if (packet === "2") socket.send("3");
    if (packet.startsWith("42")) {
      const [name, argument]: [string, unknown] = JSON.parse(packet.slice(2));
      onEvent(name, argument);
    }
    if (packet !== "3probe") return;
    socket.send("5");
    upgraded.resolve();
  });
  await upgraded.promise.finally(() => clearTimeout(timer));
  return {
    emit: (name, data) => socket.send(`42${JSON.stringify([name, data])}`),
    close: () => socket.close(),
  };
}
