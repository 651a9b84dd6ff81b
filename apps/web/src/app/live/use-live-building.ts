import { useQueryClient } from "@tanstack/react-query";
import { getSession } from "@verandah/contract/auth.ts";
import { useEffect, useState } from "react";

import { call } from "#shared/call.ts";

import { followBuilding, type LiveState } from "./live-stream.ts";
import { applyLiveEvent } from "./live-updates.ts";

/** Keeps the query cache of one building up to date, and says whether that works. Undefined: nothing to follow. */
export function useLiveBuilding(buildingId: number | undefined): LiveState | undefined {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");

  useEffect(() => {
    if (buildingId === undefined) return undefined;
    let helloCount = 0;
    return followBuilding(buildingId, {
      onState: setState,
      onEvent: (event) => {
        if (event.name === "hello") helloCount += 1;
        applyLiveEvent(queryClient, event, helloCount <= 1);
      },
      // A refusal reloads the page; any other failure is the stream's own to mend.
      onBroken: () => void call(getSession, {}).catch(() => undefined),
    });
  }, [buildingId, queryClient]);

  return buildingId === undefined ? undefined : state;
}
