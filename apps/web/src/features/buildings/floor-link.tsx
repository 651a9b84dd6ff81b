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
 * Leads to a floor's selector, or to its dashboard, and remembers the floor. Source: spec 2 §2 Building overview.
 */
export function FloorLink({ floor, label, className, children }: Props) {
  const firstBuilt = useFirstBuilt();
  const dashboard = `/admin/floor/${floor.id}/dashboard`;
  const ownScreens = floor.floor_type === "parking" ? [dashboard] : ["/admin/selector", dashboard];
  const address = firstBuilt(...ownScreens) ?? dashboard;
  return (
    <Link
      to={address}
      search={address === dashboard ? {} : { floor: floor.id }}
      state={{ floorID: floor.id }}
      onClick={() => storeFloor(floor)}
      aria-label={label}
      className={className}
    >
      {children}
    </Link>
  );
}
