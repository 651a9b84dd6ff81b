import { useLingui } from "@lingui/react/macro";
import { Group } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type DeviceEntry, listDevices } from "@verandah/contract/devices/devices.ts";
import { getFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import type { BayState, ParkingDeck } from "@verandah/contract/parking.ts";
import { parking } from "@verandah/equipment/types/parking.ts";

import { useRoute } from "#data/query/use-route.ts";
import type { Loaded } from "#shared/age.ts";
import { byName } from "#shared/by-name.ts";
import { useDeviceStateOf } from "#shared/equipment/device-state.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { type MapMarker, StateShape } from "#shared/maps/map-marker.tsx";
import { PlanPanel } from "#shared/maps/plan-panel.tsx";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import { useStateText } from "#shared/ui/feedback/state.tsx";

import { BaySign, limitText, useBayLook, useBayText } from "./bay-sign.tsx";

const states: readonly BayState[] = ["free", "occupied", "over", "unknown"];

interface Props {
  floorId: number;
  bays: ParkingDeck["bays"];
  /** 0: no limit. */
  overParkedMinutes: number;
}

/** The bays of a deck on its plan, and its other devices; each opens its screen. */
export function DeckPlan({ floorId, bays, overParkedMinutes }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const plan = useRoute(getFloorPlan, { id: floorId });
  const devices = useRoute(listDevices, { id: floorId }, { select: byName });
  const bayMarkers = useBayMarkers();
  const otherMarker = useOtherMarker(devices);
  const textOf = useBayText();
  const typeText = useTypeText();
  const positions = new Map(devices.data?.map(({ ssid, coordinates }) => [ssid, coordinates]));
  const others = devices.data?.filter(({ type }) => type !== parking.type) ?? [];
  const limit = limitText(overParkedMinutes);
  return (
    <PlanPanel
      plan={plan.data}
      isFailed={plan.isError || devices.isError}
      onRetry={() => void Promise.all([plan.refetch(), devices.refetch()])}
      subject={t`Parking bays`}
      zones={plan.data?.zones ?? []}
      markers={devices.data ? [...bayMarkers(bays, positions), ...others.map(otherMarker)] : []}
      onMarker={(device) => void navigate({ to: "/admin/device", search: { device } })}
    >
      <Group component="ul" gap="4px 16px" fz={13} aria-label={t`Legend`}>
        {states.map((state) => (
          <Group component="li" key={state} gap={6}>
            <BaySign state={state} />
            {state === "over" && overParkedMinutes > 0 ? t`Over the limit of ${limit}` : textOf(state)}
          </Group>
        ))}
        {[...new Set(others.map(({ type }) => type))].map((type) => (
          <Group component="li" key={type} gap={6}>
            <svg viewBox="-15 -15 30 30" width={24} height={24} aria-hidden>
              <StateShape state="fine" />
            </svg>
            {typeText(type)}
          </Group>
        ))}
      </Group>
    </PlanPanel>
  );
}

type Positions = ReadonlyMap<string, DeviceEntry["coordinates"]>;

function useBayMarkers(): (bays: ParkingDeck["bays"], positions: Positions) => MapMarker[] {
  const { t } = useLingui();
  const momentText = useMomentText();
  const lookOf = useBayLook();
  const textOf = useBayText();
  return (bays, positions) =>
    bays.map(({ ssid, name, state, since }) => {
      const moment = since && momentText(since);
      // The name for screen readers contains the visible word.
      const word = state === "occupied" ? t`Occupied by a car` : textOf(state);
      return {
        id: ssid,
        name,
        position: positions.get(ssid) ?? null,
        lines: [word, ...(moment ? [t`since ${moment}`] : [])],
        ...lookOf(state),
      };
    });
}

const glyphOf = (type: string) => type.slice(0, 2);

/** The name of a type after the letters that the plan shows, e.g. `EV: EV charger`. */
function useTypeText(): (type: string) => string {
  const typeName = useTypeName();
  return (type) => `${glyphOf(type)}: ${typeName(type)}`;
}

/** A device that is no bay, such as a charger: the first letters of its type. @param of the query of the devices */
function useOtherMarker(of: Loaded): (device: DeviceEntry) => MapMarker {
  const stateOf = useDeviceStateOf(of);
  const typeText = useTypeText();
  const stateText = useStateText();
  return (device) => {
    const state = stateOf(device);
    return {
      id: device.ssid,
      name: device.name,
      position: device.coordinates,
      state,
      glyph: glyphOf(device.type),
      lines: [typeText(device.type), stateText(state)],
    };
  };
}
