import { useLingui } from "@lingui/react/macro";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";
import {
  type FloorPlan,
  getHeatMap,
  type HeatMap,
  type HeatMapType,
} from "@verandah/contract/floor-plans/floor-plans.ts";

import { useRoute } from "#data/query/use-route.ts";
import { type Loaded, useAged } from "#shared/age.ts";
import { useOverrideSummary } from "#shared/commands/override-mark.tsx";
import { useDeviceStateOf } from "#shared/equipment/device-state.ts";
import { numberText, quantity } from "#shared/format/number.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { type MapMarker, NEUTRAL_LABEL } from "#shared/maps/map-marker.tsx";
import type { MapZone } from "#shared/maps/map-zone.tsx";
import { useOfflineReason } from "#shared/texts/use-offline-reason.ts";
import { shownState } from "#shared/ui/feedback/state.tsx";
import { useQualityText } from "#shared/ui/quality-mark.tsx";

/** First letter of a device's type, unless alarms are counted there. */
function glyphOf(device: DeviceEntry): string {
  const alarms = device.alerts_cri + device.alerts_solu;
  return alarms > 0 ? String(alarms) : device.type.slice(0, 1);
}

/** Devices as markers: name, alarms and connection. @param of the query of the devices */
export function useDeviceMarkers(of: Loaded): (devices: readonly DeviceEntry[]) => MapMarker[] {
  const { t } = useLingui();
  const stateOf = useDeviceStateOf(of);
  const ageText = useAgeText();
  const overridesOf = useOverrideSummary();
  const reasonText = useOfflineReason();
  return (devices) =>
    devices.map((device) => {
      const overrides = overridesOf(device.ssid);
      const { ssid, name, coordinates, state, hasStale, lastSeenAt } = device;
      const { alerts_cri: critical, alerts_solu: low } = device;
      const reason = device.offlineReason;
      const age = lastSeenAt === null ? undefined : ageText(lastSeenAt);
      const lastSeen = age === undefined ? t`No data` : t`Last seen ${age}`;
      return {
        id: ssid,
        name,
        position: coordinates,
        state: stateOf(device),
        glyph: glyphOf(device),
        lines: [
          critical + low === 0 ? t`No alarms` : t`${critical} critical and ${low} low alarms`,
          ...(state === "online"
            ? hasStale
              ? [t`Stale value`]
              : []
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

/** The colours of values outside their limits, the same on every map; within them there is none. */
const levelColors = { below: "#1c7ed6", above: "#e8590c" } as const;

/** The colour of a value; undefined within its limits. */
const colorOf = ({ level }: Valued): string | undefined =>
  level === "within" ? undefined : level ? levelColors[level] : NO_VALUE_COLOR;

/** The text of a value: with its age when it is not fresh, with a sign when it is outside its limits, and `No data` without one. */
export function useValueText(): (value: number | null, unit: string, of: Valued) => string {
  const { t } = useLingui();
  const qualityText = useQualityText();
  return (value, unit, of) => {
    const { quality, level } = of;
    if (value === null || quality === "missing") return quality === "suspect" ? qualityText(of) : t`No data`;
    const text = quantity(value, unit);
    if (quality !== "good") return `${text} · ${qualityText(of)}`;
    if (level === "above") return `${text} ▲`;
    return level === "below" ? `${text} ▼` : text;
  };
}

/** A value for display when it is old. */
const aged = <V extends Valued>(value: V): V =>
  value.quality === "good" ? { ...value, quality: "stale", level: null } : value;

const agedMap = (map: HeatMap): HeatMap => ({
  ...map,
  zones: map.zones.map((zone) => ({ ...aged(zone), devices: zone.devices.map((device) => aged(device)) })),
});

/** The heat map of a floor; nothing without a type. When it is old, none of its values is fresh. */
export function useHeatMap(floorId: number, type: HeatMapType | undefined) {
  const heat = useRoute(getHeatMap, type && { id: floorId, type });
  return { ...heat, data: useAged(heat, agedMap) };
}

interface Asked {
  data: HeatMap | undefined;
  isError: boolean;
}

/** Zones of a plan with the values of a heat map; only those outside their limits or without a fresh value have a colour. */
export function useHeatZones(): (plan: FloorPlan, heat: Asked) => MapZone[] {
  const { t } = useLingui();
  const valueText = useValueText();
  return (plan, { data: map, isError }) =>
    plan.zones.map(({ id, name, outline }) => {
      const zone = map?.zones.find((one) => one.id === id);
      if (!map && isError) return { id, name, outline, color: NO_VALUE_COLOR, text: t`No data` };
      if (!map || !zone) return { id, name, outline };
      const value = zone.value === "no Data" ? null : zone.value;
      return {
        id,
        name,
        outline,
        color: colorOf(zone),
        text: valueText(value, map.unit, zone),
        isStale: value !== null && zone.quality !== "good",
      };
    });
}

/**
 * Sensors of a heat map as markers with their values, with a colour only outside its limits; the frame has the colour of an alarm or problem.
 *
 * @param of the query of the devices
 */
export function useSensorMarkers(of: Loaded): (map: HeatMap, sensors: readonly DeviceEntry[]) => MapMarker[] {
  const valueText = useValueText();
  const deviceMarkers = useDeviceMarkers(of);
  return (map, sensors) => {
    const markers = new Map(deviceMarkers(sensors).map((marker) => [marker.id, marker]));
    return map.zones.flatMap(({ devices }) =>
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
          color: colorOf(sensor) ?? NEUTRAL_LABEL,
          lines: [valueText(value, map.unit, sensor), ...(marker?.lines ?? [])],
        };
      }),
    );
  };
}
