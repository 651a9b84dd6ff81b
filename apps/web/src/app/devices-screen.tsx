import { Navigate } from "@tanstack/react-router";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import { dali } from "@verandah/equipment/types/dali.ts";
import { vav } from "@verandah/equipment/types/vav.ts";
import { wac } from "@verandah/equipment/types/wac.ts";

import { useRoute } from "#data/query/use-route.ts";
import { deviceScreen, GENERAL_SCREEN } from "#shared/equipment/device-screen.ts";
import { type EquipmentParts, EquipmentScreen } from "#shared/equipment/screen/equipment-screen.tsx";
import { searchText, useSearchState } from "#shared/search-state.ts";

import { CampusTreeScreen } from "../features/campus-tree/campus-tree-screen.tsx";
import { LampControls } from "../features/lighting/lamp-controls.tsx";
import { VavControls } from "../features/vav/vav-controls.tsx";

// In one file with the general screen, whose parts they share: files of their own would be small.
export { ControlsScreen } from "../features/commands/controls-screen.tsx";
export { HvacScreen } from "../features/comparison/hvac-screen.tsx";
export { PumpScreen } from "../features/pumps/pump-screen.tsx";
export { VavScreen } from "../features/vav/vav-screen.tsx";

/** What the types without a screen of their own have in place of the general sections. */
const partsOf: Readonly<Record<string, EquipmentParts>> = {
  [vav.type]: { Controls: VavControls },
  [dali.type]: { Controls: LampControls },
  [wac.type]: { Controls: LampControls },
};

/** One path: the device of the address, which may lead to the screen of its type, and without one the tree of all places and devices. */
export function DevicesScreen() {
  const [search] = useSearchState();
  const ssid = searchText(search["device"]);
  const { data: device } = useRoute(getDevice, ssid === undefined ? undefined : { ssid });
  if (ssid === undefined) return <CampusTreeScreen />;
  const screen = device ? deviceScreen(device.type) : GENERAL_SCREEN;
  if (screen !== GENERAL_SCREEN) return <Navigate to={screen} search={search} replace />;
  return <EquipmentScreen key={ssid} ssid={ssid} parts={partsOf[device?.type ?? ""]} />;
}
