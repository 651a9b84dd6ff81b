import type { AddressInfo, Server } from "node:net";

import { codeOf } from "../errors.ts";

const PORTS_TRIED_MAX = 100;

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
        server.listen(listen.port === 0 ? 0 : listen.port + tried, listen.host, () => {
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
