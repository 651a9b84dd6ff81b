import * as contract from "@verandah/contract/demo.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import type { Demo } from "./demo.service.ts";

export function demoRoutes(app: FastifyInstance, demo: Demo): void {
  mount(app, contract.getDemo, demo.get);
  mount(app, contract.addDemo, demo.add);
  mount(app, contract.renewDemoPasswords, demo.renewPasswords);
  mount(app, contract.removeDemo, demo.remove);
}
