import { once } from "node:events";
import net from "node:net";

import { StartError } from "../process/start-error.ts";

/** Listens for a moment, and returns the port. @throws Error when that fails */
async function tryPort(host: string, port: number): Promise<number> {
  await using server = net.createServer().listen({ host, port, exclusive: true });
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : port;
}

/** Checks, before any slow work, that the server can listen. @throws StartError with the setting to change */
export async function checkPort(host: string, port: number): Promise<void> {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is taken by another program. Set PORT to a free one, for example: PORT=${port + 1} npm start`,
    EACCES: `Port ${port} may not be used by this user. Set PORT to 1024 or more.`,
  };
  try {
    await tryPort(host, port);
  } catch (error) {
    const { code = "", message }: NodeJS.ErrnoException = error instanceof Error ? error : new Error();
    throw new StartError(
      reasons[code] ?? `Verandah cannot listen on ${host}, port ${port}: ${message}. Set HOST or PORT.`,
    );
  }
}

/** `preferred` if it is free, otherwise any free port. */
export function findFreePort(host: string, preferred = 0): Promise<number> {
  return tryPort(host, preferred).catch(() => tryPort(host, 0));
}
