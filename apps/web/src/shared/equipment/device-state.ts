import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";

import { type Loaded, useIsOld, useIsOutdated } from "../age.ts";
import { shownState, type State, stateOf } from "../ui/feedback/state.tsx";

type DeviceState = (device: Pick<DeviceEntry, "alerts_cri" | "alerts_solu" | "state" | "hasStale">) => State;

/** State of a device by the rule for places: alarms first, then whether it reports. */
export const deviceState =
  (isOld: boolean): DeviceState =>
  ({ alerts_cri: noOfCritical, alerts_solu: noOfLow, state, hasStale }) =>
    shownState(stateOf({ noOfCritical, noOfLow }), isOld || state !== "online" || hasStale);

/** States of the devices of the section around. */
export const useDeviceState = (): DeviceState => deviceState(useIsOld());

/** States of the devices of a query. */
export const useDeviceStateOf = (of: Loaded): DeviceState => deviceState(useIsOutdated(of));
