import {
  deleteLightScene,
  listLightScenes,
  renameLightScene,
  saveLightScene,
} from "@verandah/contract/lighting/light-scenes.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";

export const lightScenesQuery = (zone: number) => routeQuery(listLightScenes, { zone });

export const useSaveScene = () => useRouteMutation(saveLightScene);
export const useRenameScene = () => useRouteMutation(renameLightScene);
export const useDeleteScene = () => useRouteMutation(deleteLightScene);
