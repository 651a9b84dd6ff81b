import { Link } from "@tanstack/react-router";
import type { LocationMetric } from "@verandah/contract/buildings.ts";
import type { ReactNode } from "react";

import { useFirstBuilt } from "#shared/screen-links.ts";
import { storeFloor } from "#shared/stored-context.ts";

interface Props {
  floor: LocationMetric;
  label: string;
  className: string | undefined;
  children: ReactNode;
}

/**
 * Leads to a floor's selector, or to the nearest screen of the floor, and remembers the floor. Source: spec 2 §2 Building overview.
 */
export function FloorLink({ floor, label, className, children }: Props) {
  const firstBuilt = useFirstBuilt();
  const dashboard = `/admin/floor/${floor.id}/dashboard`;
  const ownScreens =
    floor.floor_type === "parking" ? [dashboard] : [`/admin/floor/${floor.id}/hvac`, dashboard];
  return (
    <Link
      to={firstBuilt("/admin/selector", ...ownScreens) ?? dashboard}
      state={{ floorID: floor.id }}
      onClick={() => storeFloor(floor)}
      aria-label={label}
      className={className}
    >
      {children}
    </Link>
  );
}
