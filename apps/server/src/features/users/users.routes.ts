import { listDemoAccounts as demoAccountsRoute } from "@verandah/contract/auth/auth.ts";
import { createVyodaUser } from "@verandah/contract/legacy/pump-users.ts";
import * as customers from "@verandah/contract/users/customers.ts";
import * as contract from "@verandah/contract/users/users.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import {
  addNewPassword,
  createPumpUser,
  deletePumpUser,
  editPumpUser,
  listPumpUsers,
  verifySecret,
} from "./customers.service.ts";
import {
  addUser,
  createUser,
  endUserSessions,
  listUsers,
  unlockUser,
} from "./user-administration.service.ts";
import { listDemoAccounts } from "./users.service.ts";

export function userRoutes(app: FastifyInstance, { isDemo }: { isDemo: boolean }): void {
  mount(app, contract.listUsers, listUsers);
  mount(app, contract.createUser, createUser);
  mount(app, contract.addUser, addUser);
  mount(app, contract.unlockUser, unlockUser);
  mount(app, contract.endUserSessions, endUserSessions);
  mount(app, customers.createPumpUser, createPumpUser);
  mount(app, createVyodaUser, createPumpUser);
  mount(app, customers.listPumpUsers, listPumpUsers);
  mount(app, customers.editPumpUser, editPumpUser);
  mount(app, customers.deletePumpUser, deletePumpUser);
  mount(app, customers.verifySecret, verifySecret);
  mount(app, customers.addNewPassword, addNewPassword);
  mount(app, demoAccountsRoute, async (ctx) => ({ accounts: isDemo ? await listDemoAccounts(ctx) : [] }));
}
