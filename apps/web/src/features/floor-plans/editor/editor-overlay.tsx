import { useLingui } from "@lingui/react/macro";
import {
  PLAN_HEIGHT,
  PLAN_WIDTH,
  type PlanPoint,
  type PlanZone,
  ZONE_CORNERS_MAX,
} from "@verandah/contract/floor-plans/floor-plans.ts";
import { type Dispatch, Fragment, useState } from "react";

import { cornersText, middleOf } from "#shared/maps/plan-geometry.ts";

import { DraggablePoint, planPointOf } from "./draggable-point.tsx";
import { CORNERS_MIN, type DraftAction, type PlanDraft, type PlanItem } from "./plan-draft.ts";

import classes from "./plan-editor.module.css";

interface Props {
  draft: PlanDraft;
  zones: readonly PlanZone[];
  /** Those that can be moved. */
  items: readonly PlanItem[];
  k: number;
  dispatch: Dispatch<DraftAction>;
}

/** Over the plan: corners of the chosen zone, items to move, or the zone that is being drawn. */
export function EditorOverlay({ draft, zones, items, k, dispatch }: Props) {
  const { t } = useLingui();
  const zone = zones.find(({ id }) => id === draft.selectedZone);
  if (draft.corners) return <ZoneDrawing corners={draft.corners} k={k} dispatch={dispatch} />;
  return (
    <g>
      {items.map(
        ({ key, name, type, position }) =>
          position && (
            <DraggablePoint
              key={key}
              point={position}
              label={t`${name} at ${position[0]}, ${position[1]}`}
              k={k}
              onMove={(to) => dispatch({ kind: "position", key, position: to })}
              onRemove={() => dispatch({ kind: "position", key, position: null })}
            >
              <title>{name}</title>
              <circle r={11} className={classes["device"]} />
              <text className={classes["deviceText"]} dy={4} aria-hidden>
                {type.slice(0, 1).toUpperCase()}
              </text>
            </DraggablePoint>
          ),
      )}
      {zone?.outline && (
        <Corners
          outline={zone.outline}
          name={zone.name}
          k={k}
          onChange={(outline) => dispatch({ kind: "outline", id: zone.id, outline })}
        />
      )}
    </g>
  );
}

interface CornersProps {
  outline: readonly PlanPoint[];
  name: string;
  k: number;
  onChange: (outline: readonly PlanPoint[]) => void;
}

/** Every corner to move or delete, and between two of them the place of a new one. */
function Corners({ outline, name, k, onChange }: CornersProps) {
  const { t } = useLingui();
  const without = (at: number) => outline.filter((_, other) => other !== at);
  return (
    <g>
      <polygon points={cornersText(outline)} className={classes["chosen"]} />
      {outline.map((corner, at) => {
        const number = at + 1;
        const next = outline[number % outline.length] ?? corner;
        return (
          <Fragment key={at}>
            <DraggablePoint
              point={corner}
              label={t`Corner ${number} of ${name} at ${corner[0]}, ${corner[1]}`}
              k={k}
              onMove={(to) => onChange(outline.with(at, to))}
              onRemove={outline.length > CORNERS_MIN ? () => onChange(without(at)) : undefined}
            >
              <rect x={-6} y={-6} width={12} height={12} className={classes["corner"]} />
            </DraggablePoint>
            {outline.length < ZONE_CORNERS_MAX && (
              <DraggablePoint
                point={middleOf([corner, next])}
                label={t`New corner after corner ${number} of ${name}`}
                k={k}
                onPress={() => onChange(outline.toSpliced(number, 0, middleOf([corner, next])))}
              >
                <circle r={4.5} className={classes["corner"]} />
              </DraggablePoint>
            )}
          </Fragment>
        );
      })}
    </g>
  );
}

interface DrawingProps {
  corners: readonly PlanPoint[];
  k: number;
  dispatch: Dispatch<DraftAction>;
}

/** A click sets a corner; so does Enter on the cross that the arrow keys move. The first corner closes the zone. */
function ZoneDrawing({ corners, k, dispatch }: DrawingProps) {
  const { t } = useLingui();
  const [cross, setCross] = useState<PlanPoint>([PLAN_WIDTH / 2, PLAN_HEIGHT / 2]);
  const first = corners[0];
  const isClosable = corners.length >= CORNERS_MIN;
  return (
    <g>
      {/* The keyboard has the cross. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <rect
        width={PLAN_WIDTH}
        height={PLAN_HEIGHT}
        className={classes["sheet"]}
        data-testid="sheet"
        onClick={(event) => {
          const point = planPointOf(event);
          if (point) dispatch({ kind: "corner", point });
        }}
      />
      <polyline points={cornersText(corners)} className={classes["chosen"]} />
      {corners.map((corner, at) => (
        <circle key={at} cx={corner[0]} cy={corner[1]} r={4 / k} fill="var(--mantine-primary-color-filled)" />
      ))}
      <DraggablePoint
        point={cross}
        label={t`Next corner at ${cross[0]}, ${cross[1]}: Enter sets it`}
        k={k}
        onMove={setCross}
        onPress={() => dispatch({ kind: "corner", point: cross })}
        onRemove={() => dispatch({ kind: "undo-corner" })}
      >
        <path d="M-12 0H12M0-12V12" stroke="var(--mantine-color-text)" strokeWidth={2} />
      </DraggablePoint>
      {first && isClosable && (
        <DraggablePoint
          point={first}
          label={t`Close the zone`}
          k={k}
          onPress={() => dispatch({ kind: "finish" })}
        >
          <circle r={8} className={classes["corner"]} />
        </DraggablePoint>
      )}
    </g>
  );
}
