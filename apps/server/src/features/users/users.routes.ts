import { listDemoAccounts as demoAccountsRoute } from "@verandah/contract/auth.ts";
import * as contract from "@verandah/contract/users.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import {
  createUser,
  editUser,
  endUserSessions,
  listUsers,
  unlockUser,
} from "./user-administration.service.ts";
import { listDemoAccounts } from "./users.service.ts";

export function userRoutes(app: FastifyInstance, { isDemo }: { isDemo: boolean }): void {
  mount(app, contract.listUsers, listUsers);
  mount(app, contract.createUser, createUser);
  mount(app, contract.editUser, editUser);
  mount(app, contract.unlockUser, unlockUser);
  mount(app, contract.endUserSessions, endUserSessions);
  mount(app, demoAccountsRoute, async (ctx) => ({ accounts: isDemo ? await listDemoAccounts(ctx) : [] }));
}
