import { useLingui } from "@lingui/react/macro";
import type { FloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { useEffect, useReducer, useState } from "react";

import { drawingAddress } from "#data/floor-plans.queries.ts";
import { FloorMap } from "#shared/maps/floor-map.tsx";

import { DeviceList } from "./device-list.tsx";
import { DrawingField } from "./drawing-field.tsx";
import { EditorOverlay } from "./editor-overlay.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { changeDraft, draftDevices, draftZones, emptyDraft, isChanged } from "./plan-draft.ts";
import { SaveBar } from "./save-bar.tsx";
import { ZoneList } from "./zone-list.tsx";

import classes from "./plan-editor.module.css";

/** A plan to draw on. What others save meanwhile is not taken over until one saves. */
export function PlanEditor({ loaded }: { loaded: FloorPlan }) {
  const { t } = useLingui();
  const [plan, setPlan] = useState(loaded);
  const [draft, dispatch] = useReducer(changeDraft, emptyDraft);
  const types = [...new Set(plan.devices.map(({ type }) => type))].toSorted((a, b) => a.localeCompare(b));
  const [type, setType] = useState(types[0]);

  const address = draft.drawing?.address;
  useEffect(() => (address === undefined ? undefined : () => URL.revokeObjectURL(address)), [address]);

  const zones = draftZones(plan, draft);
  const devices = draftDevices(plan, draft).filter((device) => device.type === type);
  return (
    <div className={classes["columns"]}>
      <LeaveGuard isChanged={isChanged(draft)} />
      <FloorMap
        label={t`Plan of ${plan.name}, to edit`}
        drawing={draft.drawing === undefined ? drawingAddress(plan) : address}
        zones={zones}
        {...(!draft.corners && { onZone: (id: number) => dispatch({ kind: "select", id }) })}
        renderOverlay={({ k }) => (
          <EditorOverlay draft={draft} zones={zones} devices={devices} k={k} dispatch={dispatch} />
        )}
      />
      <div className={classes["side"]}>
        <SaveBar plan={plan} draft={draft} dispatch={dispatch} onPlan={setPlan} />
        <DrawingField plan={plan} draft={draft} dispatch={dispatch} />
        <ZoneList zones={zones} draft={draft} dispatch={dispatch} />
        <DeviceList
          types={types}
          type={type}
          onType={setType}
          devices={devices}
          zones={zones}
          dispatch={dispatch}
        />
      </div>
    </div>
  );
}
