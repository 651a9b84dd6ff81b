import { msg } from "@lingui/core/macro";

import { searchText, useSearchState } from "#shared/search-state.ts";

import { AhuScreen } from "../features/ahu/ahu-screen.tsx";
import { PlacePage } from "./place/place-page.tsx";

/** One path, two screens: a unit when the address names one, the floor with its HVAC otherwise. Source: spec 2 §2. */
export function GlAhuScreen() {
  const [search] = useSearchState();
  const ssid = searchText(search["device"]);
  if (ssid !== undefined) return <AhuScreen ssid={ssid} />;
  return <PlacePage level="floor" title={msg`HVAC Controls`} layer="hvac" start={{ hasStoredMap: true }} />;
}
