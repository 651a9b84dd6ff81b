import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** The MQTT broker that peers need, in a separate thread; it stores nothing on the disk. */
export interface PeerBroker extends AsyncDisposable {
  readonly port: number;
}

/** @throws the thread's error */
export async function startBroker(): Promise<PeerBroker> {
  const worker = new Worker(new URL("./broker-thread.ts", import.meta.url));
  const [port] = await once(worker, "message");
  return {
    port: Number(port),
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
