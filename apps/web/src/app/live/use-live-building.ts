import { useQueryClient } from "@tanstack/react-query";
import { getSession } from "@verandah/contract/auth.ts";
import { useEffect, useState } from "react";

import { call } from "#shared/call.ts";
import { type LiveConnection, pollingOnly } from "#shared/live-connection.ts";

import { followBuilding, type LiveState } from "./live-stream.ts";
import { applyLiveEvent } from "./live-updates.ts";

interface LiveBuilding extends LiveConnection {
  readonly state: LiveState;
}

const atFirst: LiveBuilding = { state: "connecting", ...pollingOnly };

/** Keeps the query cache of one building up to date, and says whether that works. Undefined: nothing to follow. */
export function useLiveBuilding(buildingId: number | undefined): LiveBuilding | undefined {
  const queryClient = useQueryClient();
  const [live, setLive] = useState(atFirst);

  useEffect(() => {
    if (buildingId === undefined) return undefined;
    let helloCount = 0;
    return followBuilding(buildingId, {
      onLive: () => setLive((before) => ({ ...before, state: "live", isDown: false })),
      onDown: (state) =>
        setLive((before) =>
          before.isDown ? { ...before, state } : { state, isDown: true, currentSinceMs: Date.now() },
        ),
      onEvent: (event) => {
        if (event.name === "hello") helloCount += 1;
        applyLiveEvent(queryClient, event, helloCount <= 1);
      },
      // A refusal reloads the page; any other failure is the stream's own to mend.
      onBroken: () => void call(getSession, {}).catch(() => undefined),
    });
  }, [buildingId, queryClient]);

  return buildingId === undefined ? undefined : live;
}
