import { useLingui } from "@lingui/react/macro";
import { Box, Stack } from "@mantine/core";
import type { FloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { useEffect, useReducer, useState } from "react";

import { FloorMap } from "#shared/maps/floor-map.tsx";
import { drawingAddress } from "#shared/maps/plan-geometry.ts";
import { LeaveGuard } from "#shared/ui/dialogs/leave-guard.tsx";
import { Columns } from "#shared/ui/layout.tsx";

import { DrawingField } from "./drawing-field.tsx";
import { EditorOverlay } from "./editor-overlay.tsx";
import { ItemList } from "./item-list.tsx";
import { changeDraft, draftItems, draftZones, emptyDraft, isChanged } from "./plan-draft.ts";
import { SaveBar } from "./save-bar.tsx";
import { ZoneList } from "./zone-list.tsx";

/** As high as the window below the title. */
const PLAN_WIDTH = "clamp(300px, calc((100vh - 220px) * 420 / 590), 620px)";

/** A plan to edit. Changes of other users do not appear until the user saves. */
export function PlanEditor({ loaded }: { loaded: FloorPlan }) {
  const { t } = useLingui();
  const [plan, setPlan] = useState(loaded);
  const [draft, dispatch] = useReducer(changeDraft, emptyDraft);
  const all = draftItems(plan, draft);
  const types = [...new Set(all.map((item) => item.type))].toSorted((a, b) => a.localeCompare(b));
  const [type, setType] = useState(types[0]);

  const address = draft.drawing?.address;
  useEffect(() => (address === undefined ? undefined : () => URL.revokeObjectURL(address)), [address]);

  const zones = draftZones(plan, draft);
  const items = all.filter((item) => item.type === type);
  return (
    <Columns of="minmax(0, 1fr) minmax(0, 1fr)" gap={24}>
      <LeaveGuard hasChanges={isChanged(draft)} />
      <Box __vars={{ "--plan-width": PLAN_WIDTH }}>
        <FloorMap
          label={t`Plan of ${plan.name}, to edit`}
          drawing={draft.drawing === undefined ? drawingAddress(plan) : address}
          zones={zones}
          {...(!draft.corners && { onZone: (id: number) => dispatch({ kind: "select", id }) })}
          renderOverlay={(k) => (
            <EditorOverlay draft={draft} zones={zones} items={items} k={k} dispatch={dispatch} />
          )}
        />
      </Box>
      <Stack gap={22}>
        <SaveBar plan={plan} draft={draft} dispatch={dispatch} onPlan={setPlan} />
        <DrawingField plan={plan} draft={draft} dispatch={dispatch} />
        <ZoneList zones={zones} draft={draft} dispatch={dispatch} />
        <ItemList
          types={types}
          type={type}
          onType={setType}
          items={items}
          zones={zones}
          dispatch={dispatch}
        />
      </Stack>
    </Columns>
  );
}
