import net from "node:net";

import { StartError } from "../process/start-error.ts";

/** Listens for a moment; undefined when that fails, otherwise the port. */
async function tryPort(host: string, port: number): Promise<number | NodeJS.ErrnoException> {
  const server = net.createServer();
  return new Promise((resolve) => {
    server.once("error", resolve);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : port));
    });
  });
}

/** Checks, before any slow work, that the server can listen. @throws StartError with the setting to change */
export async function checkPort(host: string, port: number): Promise<void> {
  const outcome = await tryPort(host, port);
  if (typeof outcome === "number") return;
  if (outcome.code === "EADDRINUSE")
    throw new StartError(
      `Port ${port} on ${host} is taken by another program. Set PORT to a free one, for example: PORT=${port + 1} npm start`,
    );
  if (outcome.code === "EACCES")
    throw new StartError(`Port ${port} may not be used by this user. Set PORT to 1024 or more.`);
  throw new StartError(
    `Verandah cannot listen on ${host}, port ${port}: ${outcome.message}. Set HOST or PORT.`,
  );
}

/** `preferred` if it is free, otherwise any free port. */
export async function findFreePort(host: string, preferred = 0): Promise<number> {
  const first = await tryPort(host, preferred);
  if (typeof first === "number") return first;
  const other = await tryPort(host, 0);
  if (typeof other === "number") return other;
  throw new StartError(`No port is free on ${host}: ${other.message}`);
}
