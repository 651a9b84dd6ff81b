import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that a system gives to sockets without one; Linux begins at 32768, and others later. Source: ip(7). */
const PORTS = [20_000, 32_000] as const;

/** A free TCP port on loopback that no other program gets by chance, also while its owner does not listen. */
export async function findLastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}
