import { searchText, useSearchState } from "#shared/search-state.ts";

import { AhuScreen } from "../features/hvac/ahu-screen.tsx";
import { NotBuiltPage } from "./pages/not-built-page.tsx";
import { hvacControlsScreen } from "./screen-hvac-controls.ts";

/** One path, two screens: a unit when the address names one, HVAC Controls otherwise. Source: spec 2 §2. */
export function GlAhuScreen() {
  const [search] = useSearchState();
  const ssid = searchText(search["device"]);
  return ssid === undefined ? <NotBuiltPage screen={hvacControlsScreen} /> : <AhuScreen ssid={ssid} />;
}
