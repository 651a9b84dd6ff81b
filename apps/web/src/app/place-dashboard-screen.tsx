import { useParams } from "@tanstack/react-router";
import { getLocation } from "@verandah/contract/buildings.ts";

import { useRoute } from "#data/query/use-route.ts";

import { LocationDashboardScreen } from "../features/buildings/location-dashboard-screen.tsx";
import { ParkingScreen } from "../features/parking/parking-screen.tsx";

/** One path, two screens: the bays of a parking deck, and the comfort of any other place. */
export function PlaceDashboardScreen() {
  const { context, id } = useParams({ strict: false });
  const { data } = useRoute(getLocation, { id: Number(id) }, { enabled: context === "floor" });
  return data?.floor_type === "parking" ? <ParkingScreen floor={data} /> : <LocationDashboardScreen />;
}
