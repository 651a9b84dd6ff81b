import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Box, Group } from "@mantine/core";
import { useElementSize, useMergedRef } from "@mantine/hooks";
import { IconMaximize, IconMinus, IconPlus } from "@tabler/icons-react";
import { PLAN_HEIGHT, PLAN_WIDTH, type PlanPoint } from "@verandah/contract/floor-plans/floor-plans.ts";
import { type ReactNode, useId } from "react";

import { type MapMarker, MapMarkerShape } from "./map-marker.tsx";
import { type MapZone, MapZoneShape } from "./map-zone.tsx";
import { cornersText } from "./plan-geometry.ts";
import { useMapZoom } from "./use-map-zoom.ts";

import classes from "./floor-map.module.css";

interface Props {
  /** Label of the map for screen readers. */
  label: string;
  /** Address of the drawing beneath, where one was uploaded. */
  drawing: string | undefined;
  zones: readonly MapZone[];
  markers?: readonly MapMarker[];
  onZone?: ((id: number) => void) | undefined;
  onMarker?: (id: string) => void;
  /** Drawn over everything, in plan units, of which each is `k` px. */
  renderOverlay?: (k: number) => ReactNode;
}

/** A floor's plan with its zones and devices, 420 by 590. Source: spec 2 §9 map bounds. */
export function FloorMap({ label, drawing, zones, markers = [], onZone, onMarker, renderOverlay }: Props) {
  const { t } = useLingui();
  const hatch = useId();
  const { frame, svg, view, zoomIn, zoomOut, reset } = useMapZoom();
  const { ref, width } = useElementSize();
  const measured = useMergedRef(svg, ref);
  const k = view.k * (width / PLAN_WIDTH || 1);
  const outlines = zones.flatMap(({ outline }) => (outline ? [outline] : []));
  return (
    <Box maw="var(--plan-width)" mx={{ base: "auto", sm: 0 }} ref={frame}>
      <Group justify="flex-end" gap={4} mb={6}>
        <ActionIcon variant="default" aria-label={t`Zoom in`} onClick={zoomIn}>
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t`Zoom out`} disabled={view.k <= 1} onClick={zoomOut}>
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t`Whole plan`} disabled={view.k <= 1} onClick={reset}>
          <IconMaximize size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <svg
        ref={measured}
        viewBox={`0 0 ${PLAN_WIDTH} ${PLAN_HEIGHT}`}
        role="group"
        aria-label={label}
        className={classes["map"]}
        data-enlarged={view.k > 1}
      >
        <defs>
          <pattern
            id={hatch}
            width={8}
            height={8}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={8} height={8} fill="var(--neutral-tint)" fillOpacity={0.75} />
            <rect width={3} height={8} fill="var(--neutral-line)" fillOpacity={0.6} />
          </pattern>
        </defs>
        <g transform={`translate(${view.x} ${view.y}) scale(${view.k})`}>
          <PlanGround drawing={drawing} outlines={outlines} />
          {zones.map(
            (zone) =>
              zone.outline && (
                <MapZoneShape
                  key={zone.id}
                  zone={zone}
                  outline={zone.outline}
                  k={k}
                  hatch={`url(#${hatch})`}
                  onChoose={onZone}
                />
              ),
          )}
          {markers.map(
            (marker) =>
              marker.position && (
                <MapMarkerShape
                  key={marker.id}
                  marker={marker}
                  position={marker.position}
                  k={k}
                  onChoose={onMarker}
                />
              ),
          )}
          {renderOverlay?.(k)}
        </g>
      </svg>
    </Box>
  );
}

interface PlanGroundProps {
  /** An uploaded drawing as a picture, in which no script runs and nothing is loaded. */
  drawing: string | undefined;
  outlines: readonly (readonly PlanPoint[])[];
}

/** The background: the uploaded drawing, or walls around the zones. */
function PlanGround({ drawing, outlines }: PlanGroundProps) {
  if (drawing !== undefined)
    return (
      <g className={classes["paper"]}>
        <rect width={PLAN_WIDTH} height={PLAN_HEIGHT} fill="#fff" />
        <image href={drawing} width={PLAN_WIDTH} height={PLAN_HEIGHT} preserveAspectRatio="xMidYMid meet" />
      </g>
    );
  return (
    <g className={classes["walls"]}>
      <rect x={4} y={4} width={PLAN_WIDTH - 8} height={PLAN_HEIGHT - 8} />
      {outlines.map((outline) => (
        <polygon key={cornersText(outline)} points={cornersText(outline)} />
      ))}
    </g>
  );
}
