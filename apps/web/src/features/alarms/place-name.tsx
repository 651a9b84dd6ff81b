import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import { locationQuery } from "#data/buildings.queries.ts";

/** Floor and zone by name; without both, the whole building. */
export function PlaceName({ floorId, zoneId }: { floorId: number | null; zoneId: number | null }) {
  const { t } = useLingui();
  const { data: floor } = useQuery({ ...locationQuery(floorId ?? 0), enabled: floorId !== null });
  const { data: zone } = useQuery({ ...locationQuery(zoneId ?? 0), enabled: zoneId !== null });
  if (floorId === null && zoneId === null) return t`Whole building`;
  return [floor?.name, zone?.name].filter(Boolean).join(" › ");
}
