import { Link } from "@tanstack/react-router";
import type { LocationMetric } from "@verandah/contract/buildings.ts";
import type { ReactNode } from "react";

import { storeFloor } from "#shared/stored-context.ts";

interface Props {
  floor: LocationMetric;
  label: string;
  className: string | undefined;
  children: ReactNode;
}

/** Leads to a floor's selector and remembers the floor. Source: spec 2 §2 Building overview. */
export function FloorLink({ floor, label, className, children }: Props) {
  return (
    <Link
      to="/admin/selector"
      state={{ floorID: floor.id }}
      onClick={() => storeFloor(floor)}
      aria-label={label}
      className={className}
    >
      {children}
    </Link>
  );
}
