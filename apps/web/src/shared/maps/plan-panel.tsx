import { useLingui } from "@lingui/react/macro";
import { Box, Button, Stack, Text } from "@mantine/core";
import type { FloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import type { ReactNode } from "react";

import { Loading } from "../ui/feedback/loading.tsx";
import { FloorMap } from "./floor-map.tsx";
import type { MapMarker } from "./map-marker.tsx";
import type { MapZone } from "./map-zone.tsx";
import { drawingAddress } from "./plan-geometry.ts";

interface Props {
  plan: FloorPlan | undefined;
  isFailed: boolean;
  onRetry: () => void;
  /** Subject of the map, e.g. the temperature. */
  subject: string;
  zones: readonly MapZone[];
  markers: readonly MapMarker[];
  onMarker?: ((ssid: string) => void) | undefined;
  onZone?: ((id: number) => void) | undefined;
  /** Below the map. */
  children: ReactNode;
}

/** A floor's map, and below it the zones and devices without a place on it. */
export function PlanPanel({
  plan,
  isFailed,
  onRetry,
  subject,
  zones,
  markers,
  onMarker,
  onZone,
  children,
}: Props) {
  const { t } = useLingui();
  if (!plan)
    return isFailed ? (
      <Stack align="flex-start" gap="xs">
        <Text>{t`The floor plan could not be loaded.`}</Text>
        <Button variant="default" onClick={onRetry}>{t`Try again`}</Button>
      </Stack>
    ) : (
      <Box maw="var(--plan-width)" style={{ aspectRatio: "420 / 590" }} aria-busy>
        <Loading height="100%" />
      </Box>
    );
  const unplaced = markers.filter(({ position }) => position === null);
  const names = unplaced.map(({ name }) => name).join(", ");
  return (
    <Stack gap={10} miw={0}>
      <FloorMap
        // Another floor begins with the whole plan.
        key={plan.id}
        label={t`Floor plan, ${plan.name}: ${subject}`}
        drawing={drawingAddress(plan)}
        zones={zones}
        markers={markers}
        {...(onMarker && { onMarker })}
        onZone={onZone}
      />
      {plan.zones.every(({ outline }) => !outline) && (
        <Text size="sm" c="dimmed">{t`No zones are drawn on this floor yet.`}</Text>
      )}
      {children}
      {unplaced.length > 0 && <Text size="sm" c="dimmed">{t`Not on the plan: ${names}`}</Text>}
    </Stack>
  );
}
