import { msg } from "@lingui/core/macro";
import { useParams } from "@tanstack/react-router";
import { getLocation } from "@verandah/contract/buildings.ts";

import { useRoute } from "#data/query/use-route.ts";

import { CampusScreen } from "../../features/buildings/campus-screen.tsx";
import { NoDataFound } from "../../features/buildings/no-data-found.tsx";
import { ParkingScreen } from "../../features/parking/parking-screen.tsx";
import { PlacePage } from "./place-page.tsx";

/** The bays of a parking deck, the buildings of a campus, and the page of any other place. */
export function PlaceDashboardScreen() {
  const { context = "", id } = useParams({ strict: false });
  const { data } = useRoute(getLocation, context === "floor" ? { id: Number(id) } : undefined);
  if (data?.floor_type === "parking") return <ParkingScreen floor={data} />;
  if (context === "campus") return <CampusScreen id={Number(id)} />;
  if (context !== "floor" && context !== "zone") return <NoDataFound />;
  return <PlacePage level={context} title={msg`Floor Dashboard`} />;
}
