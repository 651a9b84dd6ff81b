import { useLingui } from "@lingui/react/macro";
import { SegmentedControl, Stack } from "@mantine/core";
import { type UseQueryResult } from "@tanstack/react-query";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";
import type { FloorPlan, HeatMapType } from "@verandah/contract/floor-plans/floor-plans.ts";

import { PlanPanel } from "#shared/maps/plan-panel.tsx";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { storeMap, stored } from "#shared/stored-context.ts";
import { FailureSnackbar } from "#shared/ui/feedback/floating-error.tsx";

import { useDeviceMarkers, useHeatMap, useHeatZones, useSensorMarkers } from "../map-markers.ts";
import { StateLegend } from "../state-legend.tsx";
import { LimitsLegend } from "./heat-legend.tsx";

interface Props {
  plan: UseQueryResult<FloorPlan>;
  floorId: number;
  /** All devices of the floor. */
  devices: UseQueryResult<DeviceEntry[]>;
  /** A controller was clicked. */
  onDevice: (ssid: string) => void;
  onZone: (id: number) => void;
  /** It begins with the stored subject. */
  hasStoredMap: boolean;
}

/** Subject of the map: the controllers, or one measurement. Source: spec 2 §4 Map subtype. */
const mapSubjects = ["AHU", "temperature", "humidity", "aqi"] as const;
type MapSubject = (typeof mapSubjects)[number];

const isSubject = (text: string | undefined): text is MapSubject => mapSubjects.some((one) => one === text);

/** The measurement of a subject; undefined for the controllers. */
function heatTypeOf(subject: MapSubject): HeatMapType | undefined {
  return subject === "AHU" ? undefined : subject;
}

/** The chosen subject: that of the address, otherwise the stored one where it counts, otherwise the controllers. */
function useMapSubject(hasStoredMap: boolean): [MapSubject, (subject: string) => void] {
  const [search, change] = useSearchState();
  const remembered = hasStoredMap ? stored("mapSubType") : undefined;
  const subject = [searchText(search["map"]), remembered].find(isSubject) ?? "AHU";
  function choose(next: string): void {
    storeMap(next);
    change({ map: next });
  }
  return [subject, choose];
}

/** The map with its side selector: controllers, or a heat map of one measurement with its sensors. */
export function MapCard({ plan, floorId, devices, onDevice, onZone, hasStoredMap }: Props) {
  const { t } = useLingui();
  const [subject, chooseSubject] = useMapSubject(hasStoredMap);
  const heatType = heatTypeOf(subject);
  const heat = useHeatMap(floorId, plan.data && heatType);
  const known = devices.data ?? [];
  const sensors = known.filter(({ type }) => type === "ENVIRONMENT");
  const deviceMarkers = useDeviceMarkers(devices);
  const sensorMarkers = useSensorMarkers(devices);
  const heatZones = useHeatZones();
  const map = heatType && heat.data;
  const names = {
    AHU: t`Controllers`,
    temperature: t`Temperature`,
    humidity: t`Humidity`,
    aqi: t`AirQuality`,
  };
  const controllers = known.filter(({ type }) => type === "AHU" || type === "VAV");

  return (
    <Stack gap={10} miw={0}>
      <FailureSnackbar queries={[heat]} />
      <SegmentedControl
        fullWidth
        styles={{ label: { paddingInline: 4, fontSize: 13 } }}
        aria-label={t`What the map shows`}
        value={subject}
        onChange={chooseSubject}
        data={Object.entries(names).map(([value, label]) => ({ value, label }))}
      />
      <PlanPanel
        plan={plan.data}
        isFailed={plan.isError}
        onRetry={() => void plan.refetch()}
        subject={names[subject]}
        zones={plan.data ? heatZones(plan.data, heat) : []}
        markers={heatType ? (map ? sensorMarkers(map, sensors) : []) : deviceMarkers(controllers)}
        onMarker={heatType ? undefined : onDevice}
        onZone={onZone}
      >
        {heatType ? <LimitsLegend /> : <StateLegend />}
      </PlanPanel>
    </Stack>
  );
}
