import { searchText, useSearchState } from "#shared/search-state.ts";

import { AhuScreen } from "../features/ahu/ahu-screen.tsx";
import { HvacControlsScreen } from "../features/floor-plans/controls/hvac-controls-screen.tsx";

/** One path, two screens: a unit when the address names one, HVAC Controls otherwise. Source: spec 2 §2. */
export function GlAhuScreen() {
  const [search] = useSearchState();
  const ssid = searchText(search["device"]);
  return ssid === undefined ? <HvacControlsScreen /> : <AhuScreen ssid={ssid} />;
}
