import * as contract from "@verandah/contract/commands/commands.ts";
import * as overrides from "@verandah/contract/commands/overrides.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { createCommandBatch, getCommand, getCommandBatch, listCommands } from "./command-lists.service.ts";
import { previewCommands } from "./command-preview.service.ts";
import { undoCommands } from "./command-undo.service.ts";
import { listForeignOverrides } from "./foreign-overrides.service.ts";
import * as overrideService from "./overrides.service.ts";

export function commandRoutes(app: FastifyInstance): void {
  mount(app, contract.getCommand, getCommand);
  mount(app, contract.listCommands, listCommands);
  mount(app, contract.getCommandBatch, getCommandBatch);
  mount(app, contract.sendCommands, createCommandBatch);
  mount(app, contract.undoCommands, undoCommands);
  mount(app, contract.previewCommands, previewCommands);
  mount(app, overrides.listOverrides, overrideService.listOverrides);
  mount(app, overrides.listForeignOverrides, listForeignOverrides);
  mount(app, overrides.extendOverride, overrideService.extendOverride);
  mount(app, overrides.releaseOverride, overrideService.releaseOverride);
  mount(app, overrides.giveReason, overrideService.giveReason);
  mount(app, overrides.importOverrides, overrideService.importOverrides);
}
