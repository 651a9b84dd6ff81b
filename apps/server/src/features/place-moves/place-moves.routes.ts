import { editTreeItem } from "@verandah/contract/campuses/campus-tree.ts";
import * as contract from "@verandah/contract/campuses/place-moves.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { editItem, movePlace, previewPlaceMove } from "./place-moves.service.ts";

export function placeMoveRoutes(app: FastifyInstance): void {
  mount(app, editTreeItem, editItem);
  mount(app, contract.previewPlaceMove, previewPlaceMove);
  mount(app, contract.movePlace, movePlace);
}
