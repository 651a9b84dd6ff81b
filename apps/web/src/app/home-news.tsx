import { useParams } from "@tanstack/react-router";

import { NeedsYou } from "../features/alarms/needs-you.tsx";
import { SinceEveningLine } from "../features/buildings/overview/since-evening.tsx";

/** What needs the user now, and what happened in the building since the evening. */
export function HomeNews() {
  const { id } = useParams({ strict: false });
  return (
    <>
      <NeedsYou />
      <SinceEveningLine buildingId={Number(id)} />
    </>
  );
}
