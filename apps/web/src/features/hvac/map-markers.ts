import { useLingui } from "@lingui/react/macro";
import type { DeviceEntry } from "@verandah/contract/devices.ts";
import type { FloorPlan, HeatMap } from "@verandah/contract/floor-plans.ts";

import { quantity } from "#shared/format/number.ts";
import { ageText } from "#shared/format/time.ts";
import type { MapMarker } from "#shared/maps/map-marker.tsx";
import type { MapZone } from "#shared/maps/map-zone.tsx";
import { type State, stateOf } from "#shared/ui/state.tsx";

/** First letter of a device's type, unless alarms are counted there. */
function glyphOf(device: DeviceEntry): string {
  const alarms = device.alerts_cri + device.alerts_solu;
  return alarms > 0 ? String(alarms) : device.type.slice(0, 1);
}

/** A device that is not heard of is unknown, unless it is in alarm. */
export function deviceState(device: DeviceEntry): State {
  const state = stateOf({ noOfCritical: device.alerts_cri, noOfLow: device.alerts_solu });
  return state === "fine" && device.state !== "online" ? "unknown" : state;
}

/** Devices as markers: name, alarms, and whether they are heard of. */
export function useDeviceMarkers(): (devices: readonly DeviceEntry[], nowMs: number) => MapMarker[] {
  const { t } = useLingui();
  return (devices, nowMs) =>
    devices.map((device) => {
      const { ssid, name, coordinates, state, lastSeenAt, alerts_cri: critical, alerts_solu: low } = device;
      const age = lastSeenAt === null ? undefined : ageText(lastSeenAt, nowMs);
      const heard = age === undefined ? t`No data` : t`Last heard of ${age}`;
      return {
        id: ssid,
        name,
        position: coordinates,
        state: deviceState(device),
        glyph: glyphOf(device),
        lines: [
          t`${critical} critical and ${low} low alarms`,
          ...(state === "online" ? [] : [t`Not online`, heard]),
        ],
      };
    });
}

type Valued = Pick<HeatMap["zones"][number], "quality" | "measured_time">;

/** A value in words: with its age when it is not fresh, and `No data` when there is none. */
export function useValueText(): (value: number | null, unit: string, of: Valued, nowMs: number) => string {
  const { t } = useLingui();
  return (value, unit, { quality, measured_time: at }, nowMs) => {
    if (value === null || quality === "missing") return t`No data`;
    const text = quantity(value, unit);
    return quality === "good" || at === null ? text : `${text} · ${ageText(at, nowMs)}`;
  };
}

/** Zones of a plan with the values of a heat map. */
export function useHeatZones(): (plan: FloorPlan, map: HeatMap | undefined, nowMs: number) => MapZone[] {
  const valueText = useValueText();
  return (plan, map, nowMs) =>
    plan.zones.map(({ id, name, outline }) => {
      const zone = map?.zones.find((one) => one.id === id);
      if (!map || !zone) return { id, name, outline };
      const value = zone.value === "no Data" ? null : zone.value;
      return {
        id,
        name,
        outline,
        color: zone.color,
        text: valueText(value, map.unit, zone, nowMs),
        isStale: value !== null && zone.quality !== "good",
      };
    });
}

/** Sensors of a heat map as markers: name, alarms, value. */
export function useSensorMarkers(): (
  map: HeatMap,
  sensors: readonly DeviceEntry[],
  nowMs: number,
) => MapMarker[] {
  const valueText = useValueText();
  const deviceMarkers = useDeviceMarkers();
  return (map, sensors, nowMs) => {
    const markers = new Map(deviceMarkers(sensors, nowMs).map((marker) => [marker.id, marker]));
    return map.zones.flatMap(({ devices }) =>
      devices.map((sensor) => {
        const marker = markers.get(sensor.ssid);
        const isFresh = sensor.quality === "good";
        return {
          id: sensor.ssid,
          name: sensor.ss_name,
          position: sensor.coordinates,
          state:
            marker && marker.state !== "fine"
              ? marker.state
              : isFresh
                ? ("fine" as const)
                : ("unknown" as const),
          glyph: marker?.glyph ?? "",
          lines: [valueText(sensor.param_value, map.unit, sensor, nowMs), ...(marker?.lines ?? [])],
        };
      }),
    );
  };
}
