import type { AddressInfo, Server } from "node:net";

import { codeOf } from "../errors.ts";

const PORTS_TRIED_MAX = 100;
/**
 * Connections that wait to be accepted. The system drops further ones, and a client that is dropped tries again only after 1, 2, 4 … 64 s.
 * The system's own limit is lower. Source: listen(2), tcp(7), net.core.somaxconn.
 */
const BACKLOG = 65_535;

export interface ListenAddress {
  host: string;
  /** 0 chooses a free port. */
  port: number;
  /** Whether to use the next free port when this one is in use. */
  mayUseNextPort: boolean;
}

/** Listens. @returns the port @throws the listen error, e.g. EADDRINUSE */
export async function listenOn(server: Server, listen: ListenAddress): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        const port = listen.port === 0 ? 0 : listen.port + tried;
        server.listen({ host: listen.host, port, backlog: BACKLOG }, () => {
          server.off("error", reject);
          resolve();
        });
      });
      const address: AddressInfo | string | null = server.address();
      return address && typeof address === "object" ? address.port : listen.port;
    } catch (error) {
      const isInUse = codeOf(error) === "EADDRINUSE";
      if (!isInUse || !listen.mayUseNextPort || tried >= PORTS_TRIED_MAX) throw error;
    }
  }
}
