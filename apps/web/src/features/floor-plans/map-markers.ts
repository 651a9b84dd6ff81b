import { useLingui } from "@lingui/react/macro";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";
import type { FloorPlan, HeatMap } from "@verandah/contract/floor-plans/floor-plans.ts";

import { useOverrideSummary } from "#shared/commands/override-mark.tsx";
import { numberText, quantity } from "#shared/format/number.ts";
import { ageText } from "#shared/format/time.ts";
import type { MapMarker } from "#shared/maps/map-marker.tsx";
import type { MapZone } from "#shared/maps/map-zone.tsx";
import { useOfflineReason } from "#shared/texts/use-offline-reason.ts";
import { shownState, type State, stateOf } from "#shared/ui/feedback/state.tsx";
import { useQualityText } from "#shared/ui/quality-mark.tsx";

/** First letter of a device's type, unless alarms are counted there. */
function glyphOf(device: DeviceEntry): string {
  const alarms = device.alerts_cri + device.alerts_solu;
  return alarms > 0 ? String(alarms) : device.type.slice(0, 1);
}

/** State of a device by the rule for places: alarms first, then whether it reports. */
export function deviceState(device: DeviceEntry, isOutdated: boolean): State {
  const state = stateOf({ noOfCritical: device.alerts_cri, noOfLow: device.alerts_solu });
  return shownState(state, isOutdated || device.state !== "online");
}

/** Devices as markers: name, alarms and connection. */
export function useDeviceMarkers(): (
  devices: readonly DeviceEntry[],
  nowMs: number,
  isOutdated: boolean,
) => MapMarker[] {
  const { t } = useLingui();
  const overridesOf = useOverrideSummary();
  const reasonText = useOfflineReason();
  return (devices, nowMs, isOutdated) =>
    devices.map((device) => {
      const overrides = overridesOf(device.ssid);
      const { ssid, name, coordinates, state, lastSeenAt, alerts_cri: critical, alerts_solu: low } = device;
      const reason = device.offlineReason;
      const age = lastSeenAt === null ? undefined : ageText(lastSeenAt, nowMs);
      const lastSeen = age === undefined ? t`No data` : t`Last seen ${age}`;
      return {
        id: ssid,
        name,
        position: coordinates,
        state: deviceState(device, isOutdated),
        glyph: glyphOf(device),
        lines: [
          t`${critical} critical and ${low} low alarms`,
          ...(state === "online"
            ? []
            : [reason === null ? t`Not online` : t`Not online: ${reasonText(reason)}`, lastSeen]),
          ...(overrides?.lines ?? []),
        ],
        isOverridden: overrides !== undefined,
      };
    });
}

type Valued = Pick<HeatMap["zones"][number], "quality" | "measured_time"> & {
  /** Against its limits, where it has any. */
  level?: HeatMap["zones"][number]["level"];
};

const NO_VALUE_COLOR = "#868e96";

/** The text of a value: with its age when it is not fresh, with a sign when it is outside its limits, and `No data` without one. */
export function useValueText(): (value: number | null, unit: string, of: Valued, nowMs: number) => string {
  const { t } = useLingui();
  const qualityText = useQualityText();
  return (value, unit, of, nowMs) => {
    const { quality, level } = of;
    if (value === null || quality === "missing")
      return quality === "suspect" ? qualityText(of, nowMs) : t`No data`;
    const text = quantity(value, unit);
    if (quality !== "good") return `${text} · ${qualityText(of, nowMs)}`;
    if (level === "above") return `${text} ▲`;
    return level === "below" ? `${text} ▼` : text;
  };
}

/** A value for display when it is old. */
const aged = <V extends Valued>(value: V): V =>
  value.quality === "good" ? { ...value, quality: "stale", level: null, color: NO_VALUE_COLOR } : value;

/** A heat map for display: when it is old, none of its values is fresh. */
function shownMap(map: HeatMap, isOutdated: boolean): HeatMap {
  if (!isOutdated) return map;
  return {
    ...map,
    zones: map.zones.map((zone) => ({ ...aged(zone), devices: zone.devices.map((device) => aged(device)) })),
  };
}

/** Zones of a plan with the values of a heat map. */
export function useHeatZones(): (
  plan: FloorPlan,
  map: HeatMap | undefined,
  nowMs: number,
  isOutdated: boolean,
) => MapZone[] {
  const valueText = useValueText();
  return (plan, map, nowMs, isOutdated) => {
    const shown = map && shownMap(map, isOutdated);
    return plan.zones.map(({ id, name, outline }) => {
      const zone = shown?.zones.find((one) => one.id === id);
      if (!shown || !zone) return { id, name, outline };
      const value = zone.value === "no Data" ? null : zone.value;
      return {
        id,
        name,
        outline,
        color: zone.color,
        text: valueText(value, shown.unit, zone, nowMs),
        isStale: value !== null && zone.quality !== "good",
      };
    });
  };
}

/**
 * Sensors of a heat map as markers with their values, in the colours of the scale; a sensor with an alarm or problem has its state's sign
 * instead.
 */
export function useSensorMarkers(): (
  map: HeatMap,
  sensors: readonly DeviceEntry[],
  nowMs: number,
  isOutdated: boolean,
) => MapMarker[] {
  const valueText = useValueText();
  const deviceMarkers = useDeviceMarkers();
  return (map, sensors, nowMs, isOutdated) => {
    const markers = new Map(deviceMarkers(sensors, nowMs, isOutdated).map((marker) => [marker.id, marker]));
    return shownMap(map, isOutdated).zones.flatMap(({ devices }) =>
      devices.map((sensor) => {
        const marker = markers.get(sensor.ssid);
        const isFresh = sensor.quality === "good";
        const value = sensor.param_value;
        return {
          id: sensor.ssid,
          name: sensor.ss_name,
          position: sensor.coordinates,
          state: shownState(marker?.state ?? "fine", !isFresh),
          glyph: value === null ? "–" : numberText(value, map.unit === "degC" ? 1 : 0),
          color: sensor.color,
          lines: [valueText(value, map.unit, sensor, nowMs), ...(marker?.lines ?? [])],
        };
      }),
    );
  };
}
