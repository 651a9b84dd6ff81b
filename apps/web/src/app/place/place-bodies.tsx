import { useLingui } from "@lingui/react/macro";
import { Stack, Text, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Space } from "@verandah/contract/bookings/bookings.ts";
import type { MetricName } from "@verandah/contract/buildings.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";
import type { ReactNode } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { type MapMarker, NEUTRAL_LABEL } from "#shared/maps/map-marker.tsx";
import { useMapMetric } from "#shared/maps/use-map-metric.ts";
import { AutoGrid } from "#shared/ui/layout.tsx";

import { PlaceAlarms } from "../../features/alarms/place-alarms.tsx";
import { RoomBookings } from "../../features/bookings/room-bookings.tsx";
import { MeasuredPlace, PlaceValue } from "../../features/buildings/measured-place.tsx";
import { PlaceCards } from "../../features/buildings/place-cards.tsx";
import { OwnReports, ReportButtons } from "../../features/comfort-reports/own-reports.tsx";
import { ZoneDiagnosis } from "../../features/comfort-reports/zone-diagnosis.tsx";
import { FloorHvac } from "../../features/comparison/floor-hvac.tsx";
import { ZoneHvac, ZoneSetpoint } from "../../features/comparison/zone-hvac.tsx";
import { FloorControls } from "../../features/floor-plans/controls/floor-controls.tsx";
import { FloorDevices } from "../../features/floor-plans/device-map/floor-devices.tsx";
import { ZoneDevices } from "../../features/floor-plans/device-map/zone-devices.tsx";
import { useDeviceMarkers } from "../../features/floor-plans/map-markers.ts";
import { lightingMetrics, MetricMap } from "../../features/floor-plans/metric-map.tsx";
import { FloorPeople, PeopleTrend } from "../../features/floor-plans/occupancy/floor-people.tsx";
import { FloorLights } from "../../features/lighting/floor-lights.tsx";
import { LightBoard } from "../../features/lighting/light-board.tsx";
import { useLights, usePeople } from "../../features/lighting/use-lights.ts";
import { comfortMetrics, useLayerNames, useOpenZone } from "./floor-comfort.tsx";
import { type Layer, layerAccess, layers } from "./layers.ts";

import columns from "#shared/maps/plan-columns.module.css";

/** The measurements of areas by the names of addresses. Source: spec 2 §2 Lighting control page (metric toggle). */
const measurements: Partial<Record<string, MetricName>> = {
  humidity: comfortPoints.humidity,
  luminousity: comfortPoints.lux,
};
/** What the layers of a floor begin with. */
export interface FloorStart {
  /** The devices are the lighting controllers. */
  areLights?: boolean;
  /** The areas are a table beside the plan. */
  isTable?: boolean;
  /** The map of the controllers has its stored subject. */
  hasStoredMap?: boolean;
}

export interface FloorProps extends FloorStart {
  floorId: number;
  name: string;
  layer: Exclude<Layer, "comfort">;
}

/** A floor: its plan with the chosen layer, and the parts of that layer. */
export function FloorBody({
  floorId,
  name,
  layer,
  areLights = false,
  isTable = false,
  hasStoredMap = false,
}: FloorProps) {
  const openZone = useOpenZone(layer);
  const [metric] = useMapMetric(lightingMetrics);
  if (layer === "people") return <FloorPeople floorId={floorId} />;
  if (layer === "devices") return <FloorDevices floorId={floorId} areLights={areLights} />;
  if (layer === "hvac")
    return (
      <>
        <FloorControls floorId={floorId} onZone={openZone} hasStoredMap={hasStoredMap} />
        <FloorHvac floorId={floorId} />
      </>
    );
  return (
    <FloorLights
      name={name}
      floorId={floorId}
      isTable={isTable}
      metric={metric}
      renderMap={(id, people) => <MetricMap floorId={id} people={people} onZone={openZone} />}
      renderValue={(measured, place) => (
        <PlaceValue name={measurements[measured] ?? comfortPoints.temperature} {...place} />
      )}
    />
  );
}

export interface ZoneProps {
  buildingId: number;
  floorId: number;
  zoneId: number;
  zoneName: string;
  /** The area or room in the zone that the page is about. */
  areaId: number | undefined;
  room: Space | undefined;
  /** Of the zone, the area or the room. */
  name: string;
  layer: Layer;
  /** Those that the user may see. */
  shownLayers: readonly Layer[];
}

/**
 * A zone, or an area or room in it: its place on the plan, and all that is known and can be done there, the chosen layer first. An area has
 * its own lights, devices and alarms, a room its bookings; the rest is that of the zone.
 */
export function ZoneBody(props: ZoneProps) {
  const { buildingId, floorId, zoneId, zoneName, areaId, room, name, layer, shownLayers } = props;
  const { t } = useLingui();
  // As `useIsPhone`, whose file is loaded with other screens.
  const isPhone = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const isStaff = admits(layerAccess.hvac, useSession().role.id);
  const isZone = areaId === undefined && !room;
  const parts: Record<Layer, ReactNode> = {
    hvac: (
      <section aria-label={t`HVAC`}>
        <Title order={2} size="h5">{t`HVAC`}</Title>
        <ZoneHvac buildingId={buildingId} zoneId={zoneId} />
      </section>
    ),
    lights: (
      <Stack component="section" gap="xs" aria-label={t`LMS`}>
        <Title order={2} size="h5">{t`LMS`}</Title>
        <LightBoard name={room ? zoneName : name} floorId={floorId} zoneId={zoneId} areaId={areaId} />
      </Stack>
    ),
    comfort: isZone ? (
      <PlaceCards id={zoneId} floorId={floorId} />
    ) : (
      <AutoGrid component="ul" min={270} isFit>
        <MeasuredPlace floorId={floorId} zoneId={zoneId} areaId={areaId} />
      </AutoGrid>
    ),
    people: (
      <PeopleTrend placeId={zoneId}>
        {!isZone && (
          <Text size="sm" c="dimmed">
            {zoneName}
          </Text>
        )}
      </PeopleTrend>
    ),
    devices: <ZoneDevices zoneId={areaId ?? zoneId} floorId={floorId} />,
  };
  const names = useLayerNames();
  const inOrder = [layer, ...layers.filter((one) => one !== layer)].filter((one) =>
    shownLayers.includes(one),
  );
  const why = inOrder.find((one) => one === "hvac" || one === "comfort");
  const alarms = isStaff && <PlaceAlarms id={areaId ?? zoneId} />;
  const diagnosis = isStaff && (
    <ZoneDiagnosis
      zoneId={zoneId}
      name={zoneName}
      setpoint={
        <>
          <ZoneSetpoint {...{ buildingId, zoneId }} />
          {!isZone && <Link to={`/admin/zone/${zoneId}/dashboard`}>{t`Open ${zoneName}`}</Link>}
        </>
      }
    />
  );
  const bookings = room && (
    <RoomBookings
      roomId={room.id}
      floorId={floorId}
      renderMore={({ space }) => <ReportButtons space={space} />}
    >
      <OwnReports />
    </RoomBookings>
  );
  // There, the plan would push it off the screen.
  const isWhyFirst = isPhone && layer === why;
  return (
    <div className={columns["columns"]}>
      {(isWhyFirst || (isPhone && room)) && (
        <div className={columns["side"]}>
          {bookings}
          {isWhyFirst && diagnosis}
          {isWhyFirst && alarms}
        </div>
      )}
      <ZonePlan {...props} />
      <div className={columns["side"]}>
        {!isPhone && bookings}
        {!isWhyFirst && alarms}
        {inOrder.map((one) => (
          <Stack key={one} gap={14}>
            {!isWhyFirst && one === why && diagnosis}
            {isPhone && one !== layer ? (
              <details>
                <summary className={columns["fold"]}>{names[one]}</summary>
                {parts[one]}
              </details>
            ) : (
              parts[one]
            )}
          </Stack>
        ))}
      </div>
    </div>
  );
}

/** The plan with the zone marked, and the devices of the area, or the room, in it. */
function ZonePlan({ floorId, zoneId, areaId, room, layer, shownLayers }: ZoneProps) {
  const navigate = useNavigate();
  const openZone = useOpenZone(layer);
  const lights = useLights(layer === "lights" ? floorId : undefined);
  const people = usePeople(lights);
  const hasDevices = areaId !== undefined && shownLayers.includes("devices");
  const devices = useRoute(listDevices, hasDevices ? { id: areaId } : undefined);
  const markersOf = useDeviceMarkers(devices);
  const ofArea = hasDevices ? markersOf(devices.data ?? []) : undefined;
  return (
    <MetricMap
      floorId={floorId}
      {...(layer === "lights" ? { people } : { shown: comfortMetrics })}
      marked={zoneId}
      onZone={openZone}
      markers={room ? [roomMarker(room)] : ofArea}
      onMarker={
        ofArea &&
        ((ssid) => {
          const device = devices.data?.find((one) => one.ssid === ssid);
          if (device) void navigate({ to: deviceScreen(device.type), search: { device: ssid } });
        })
      }
    />
  );
}

/** A room as a label without a state. */
const roomMarker = ({ name, coordinates }: Space): MapMarker => ({
  id: "room",
  name,
  position: coordinates,
  state: "fine",
  glyph: /\S{1,5}$/.exec(name)?.[0] ?? "",
  color: NEUTRAL_LABEL,
  lines: [],
});
