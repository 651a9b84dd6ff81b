import { once } from "node:events";
import { createServer } from "node:net";
import { parentPort } from "node:worker_threads";

import { Aedes } from "aedes";

const broker = await Aedes.createBroker();
const server = createServer(broker.handle);
server.listen(0, "127.0.0.1");
await once(server, "listening");
parentPort?.postMessage(server.address(), []);
