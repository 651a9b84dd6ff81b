import { searchText, useSearchState } from "#shared/search-state.ts";

import { AhuScreen } from "../features/ahu/ahu-screen.tsx";
import { HvacControlsScreen } from "./place/place-screens.tsx";

/** One path, two screens: a unit when the address names one, the floor with its HVAC otherwise. Source: spec 2 §2. */
export function GlAhuScreen() {
  const [search] = useSearchState();
  const ssid = searchText(search["device"]);
  return ssid === undefined ? <HvacControlsScreen /> : <AhuScreen ssid={ssid} />;
}
