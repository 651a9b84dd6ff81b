import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { SegmentedControl } from "@mantine/core";
import type { MetricName } from "@verandah/contract/buildings.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";

import { searchText, useSearchState } from "#shared/search-state.ts";
import { FloorPage } from "#shared/ui/floor-page.tsx";

import { PlaceValue, MeasuredPlace } from "../features/buildings/measured-place.tsx";
import { DeviceMap } from "../features/floor-plans/device-map/device-map.tsx";
import { MetricMap } from "../features/floor-plans/metric-map.tsx";
import { AreasScreen } from "../features/lighting/areas-screen.tsx";
import { LightBoard, type RenderMap } from "../features/lighting/light-board.tsx";
import { LightingScreen } from "../features/lighting/lighting-screen.tsx";
import { PlaceLights } from "../features/lighting/place-lights.tsx";
import type { PlaceLevel } from "../features/lighting/use-place-of-address.ts";

const HVAC = "HVAC";
const LMS = "LMS";

const renderMap: RenderMap = (floorId, people) => (
  <MetricMap key={floorId} floorId={floorId} people={people} />
);

/** Lighting control with the floor map. Source: spec 2 §2 Lighting control page. */
export function LmsControlsScreen() {
  return <LightingScreen renderMap={renderMap} />;
}

/** A screen of the lights of a floor, zone or area, with its measurements where it is `measured`. */
function placeScreen(level: PlaceLevel, title: MessageDescriptor, measured = false) {
  return function PlaceScreen() {
    const { i18n } = useLingui();
    return (
      <PlaceLights
        level={level}
        title={i18n._(title)}
        renderMap={renderMap}
        renderFirst={({ zoneId, ...of }) =>
          measured && zoneId !== undefined && <MeasuredPlace zoneId={zoneId} {...of} />
        }
      />
    );
  };
}

export const FloorZonesScreen = placeScreen("floor", msg`Zones of a floor`);
export const ZoneMainScreen = placeScreen("floor", msg`Zone overview`);
export const ZoneAreasScreen = placeScreen("zone", msg`Areas of a zone`);
export const AreaListScreen = placeScreen("zone", msg`Area list`);
export const ZoneScreen = placeScreen("zone", msg`Zone`, true);
export const AreaDetailScreen = placeScreen("area", msg`Area detail`, true);

/** Parameters of addresses. Source: spec 2 §2 Lighting control page (metric toggle). */
const measurements: Partial<Record<string, MetricName>> = {
  humidity: comfortPoints.humidity,
  luminousity: comfortPoints.lux,
};

/** All areas of a floor with one measurement. */
export function AreasByMeasurementScreen() {
  return (
    <AreasScreen
      renderMap={renderMap}
      renderValue={(param, area) => (
        <PlaceValue name={measurements[param] ?? comfortPoints.temperature} {...area} />
      )}
    />
  );
}

/** The floor map with its lighting controllers. */
export function LightingMapScreen() {
  const { t } = useLingui();
  return (
    <FloorPage title={t`Lighting map`}>
      {({ id }) => <DeviceMap floorId={id} types={["DALI", "WAC"]} title={t`Lighting controllers`} />}
    </FloorPage>
  );
}

/** A floor with its air handling or its lights. Source: spec 2 §2 Lighting selector. */
export function SelectorScreen() {
  const { t } = useLingui();
  const [search, change] = useSearchState();
  const view = searchText(search["view"]) === LMS ? LMS : HVAC;
  const toggle = (
    <SegmentedControl
      aria-label={t`What the floor shows`}
      value={view}
      onChange={(next) => change({ view: next === LMS ? next : undefined })}
      data={[
        { value: HVAC, label: t`HVAC` },
        { value: LMS, label: t`LMS` },
      ]}
    />
  );
  return (
    <FloorPage title={t`Selector`} renderChoices={() => toggle}>
      {({ id, name }) =>
        view === LMS ? (
          <LightBoard name={name} floorId={id} renderMap={renderMap} />
        ) : (
          <DeviceMap floorId={id} types={["AHU", "VAV"]} title={t`HVAC`} />
        )
      }
    </FloorPage>
  );
}
