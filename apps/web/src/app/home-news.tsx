import { useParams } from "@tanstack/react-router";

import { NeedsYou } from "../features/alarms/needs-you.tsx";
import { HomeTiles } from "../features/buildings/overview/home-tiles.tsx";
import { SinceEveningLine } from "../features/buildings/overview/since-evening.tsx";

/** What needs the user now, what happened in the building since the evening, and its key values. */
export function HomeNews() {
  const { id } = useParams({ strict: false });
  const buildingId = Number(id);
  return (
    <>
      <NeedsYou />
      <SinceEveningLine buildingId={buildingId} />
      <HomeTiles buildingId={buildingId} />
    </>
  );
}
