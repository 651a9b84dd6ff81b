import { useQueryClient } from "@tanstack/react-query";
import {
  deleteLightScene,
  listLightScenes,
  renameLightScene,
  saveLightScene,
} from "@verandah/contract/lighting/light-scenes.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { keyOf, routeQuery } from "../query/route-query.ts";
import { useChange } from "../query/use-change.ts";

export const lightScenesQuery = (zone: number) => routeQuery(listLightScenes, { zone });

/** A change of scenes, after which they are loaded again. */
function useSceneMutation<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient();
  return useChange({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(listLightScenes) }),
  });
}

export const useSaveScene = () =>
  useSceneMutation((scene: SentOf<typeof saveLightScene>) => call(saveLightScene, scene));

export const useRenameScene = () =>
  useSceneMutation((scene: SentOf<typeof renameLightScene>) => call(renameLightScene, scene));

export const useDeleteScene = () => useSceneMutation((id: number) => call(deleteLightScene, { id }));
