import { EquipmentScreen } from "#shared/equipment/screen/equipment-screen.tsx";
import { searchText, useSearchState } from "#shared/search-state.ts";

import { CampusTreeScreen } from "../features/campus-tree/campus-tree-screen.tsx";

/** One path, two screens: the device of the address, and without one the tree of all places and devices. */
export function DevicesScreen() {
  const [search] = useSearchState();
  const ssid = searchText(search["device"]);
  return ssid === undefined ? <CampusTreeScreen /> : <EquipmentScreen key={ssid} ssid={ssid} />;
}
