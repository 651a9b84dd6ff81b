import type { IncomingMessage, Server } from "node:http";
import { type Duplex, finished } from "node:stream";

import { codeOf } from "../errors.ts";

/** Requests that may take longer than the server's limit, by their connection. */
const slow = new WeakMap<Duplex, IncomingMessage>();

/** Lets the body of one request take up to `ms` from now. Its connection closes after that. */
export function allowSlowBody(request: IncomingMessage, ms: number): void {
  slow.set(request.socket, request);
  const timer = setTimeout(() => request.destroy(), ms);
  finished(request, () => clearTimeout(timer));
}

/** Makes `server` keep connections with a request that `allowSlowBody` allows. It closes all others at its `requestTimeout`. */
export function keepSlowBodies(server: Server): void {
  const close = server.listeners("clientError");
  server.removeAllListeners("clientError");
  server.on("clientError", (error, socket) => {
    const isAllowed = codeOf(error) === "ERR_HTTP_REQUEST_TIMEOUT" && slow.get(socket)?.complete === false;
    if (!isAllowed) for (const listener of close) listener.call(server, error, socket);
  });
}
