import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Box, Button, Group, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { getLocation } from "@verandah/contract/buildings.ts";
import type { ZoneType } from "@verandah/contract/campuses/campuses.ts";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { listLights } from "@verandah/contract/lighting/lights.ts";
import { Fragment, useEffect } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsSettled } from "#data/query/use-settled.ts";
import { useHasSystem } from "#shared/equipment/site-types.ts";
import { PointTestsCard } from "#shared/point-tests/point-tests-card.tsx";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { isAwaited, Section } from "#shared/ui/section.tsx";

import { CampusScreen } from "../../features/buildings/campus-screen.tsx";
import { NoDataFound } from "../../features/buildings/no-data-found.tsx";
import { PlaceState, usePlaceAnswers } from "../../features/buildings/place-state.tsx";
import { lazyScreen } from "../screen.ts";
import { FloorComfort, useLayerNames } from "./floor-comfort.tsx";
import { type Layer, layerAccess, layers, layerSystems } from "./layers.ts";
import type { FloorProps, FloorStart, ZoneProps } from "./place-bodies.tsx";
import { type FoundPlace, type PlaceLevel, usePlace, useRoom } from "./use-place.ts";

const bodies = () => import("./place-bodies.tsx");
const FloorBody = lazyScreen<"FloorBody", FloorProps>(bodies, "FloorBody");
const ZoneBody = lazyScreen<"ZoneBody", ZoneProps>(bodies, "ZoneBody");
const ParkingScreen = lazyScreen(() => import("../../features/parking/parking-screen.tsx"), "ParkingScreen");

/** Places of a path that have a page. */
const contexts: Partial<Record<ZoneType, string>> = {
  GL_LOCATION_TYPE_CAMPUS: "campus",
  GL_LOCATION_TYPE_BUILDING: "building",
  GL_LOCATION_TYPE_FLOOR: "floor",
  GL_LOCATION_TYPE_ZONE: "zone",
};

/** The bays of a parking deck, the buildings of a campus, and the page of any other place. */
export function PlaceDashboardScreen() {
  const { context = "", id } = useParams({ strict: false });
  const { data } = useRoute(getLocation, context === "floor" ? { id: Number(id) } : undefined);
  if (data?.floor_type === "parking")
    return (
      <ParkingScreen
        floor={data}
        above={<PlacesAbove path={data.path} layer="comfort" />}
        state={<PlaceState id={data.id} />}
      />
    );
  if (context === "campus") return <CampusScreen id={Number(id)} />;
  if (context === "room") return <RoomPage id={Number(id)} />;
  if (context !== "floor" && context !== "zone" && context !== "area") return <NoDataFound />;
  return <PlacePage level={context} title={msg`Floor Dashboard`} />;
}

export interface PlaceProps {
  level: PlaceLevel;
  /** Heading until the name of the place is known. */
  title: MessageDescriptor;
  /** Shown until another one is chosen. */
  layer?: Layer;
  start?: FloorStart;
}

/** A floor, zone or area. */
export function PlacePage(props: PlaceProps) {
  return <Place of={usePlace(props.level)} {...props} />;
}

/** A meeting room. It has no devices of its own. */
function RoomPage({ id }: { id: number }) {
  return <Place of={useRoom(id)} level="room" title={msg`Room`} />;
}

interface ShownProps extends Omit<PlaceProps, "level"> {
  level: PlaceLevel | "room";
  of: ReturnType<typeof usePlace> | ReturnType<typeof useRoom>;
}

/**
 * Requests the state of a place together with the place, and the other layers of a floor once its first data are shown. A part of its own,
 * because it follows each call.
 */
function Requests({ stateOf }: { stateOf: number | undefined }) {
  usePlaceAnswers(stateOf);
  const isSettled = useIsSettled();
  useEffect(() => void (isSettled && FloorBody.preload?.()), [isSettled]);
  return null;
}

/** A place: its plan with the chosen layer, and beside it the values and controls. */
function Place({ of, level, title, layer: firstLayer = "comfort", start }: ShownProps) {
  const { t, i18n } = useLingui();
  const { role } = useSession();
  const has = useHasSystem();
  const [search, change] = useSearchState();
  const { id, data: place, ids, options, choose, isMissing, ...asked } = of;
  const shownLayers = layers.filter(
    (one) =>
      admits(layerAccess[one], role.id) && has(layerSystems[one]) && !(level === "room" && one === "devices"),
  );
  const wanted = [searchText(search["layer"]), firstLayer];
  const layer = wanted.flatMap((name) => shownLayers.find((one) => one === name) ?? [])[0] ?? "comfort";
  const names = useLayerNames();
  const maySwitchOff = level === "floor" && layer !== "lights" && admits(sendCommands.access, role.id);
  const lights = useRoute(listLights, maySwitchOff && id !== undefined ? { id } : undefined);
  const canSwitchOff = lights.data !== undefined && lights.data.lights.length > 0;

  return (
    <Stack gap={14}>
      <Requests stateOf={level === "area" || isMissing ? undefined : id} />
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <PageTitle>{place?.name ?? i18n._(title)}</PageTitle>
          {place ? <PlacesAbove path={place.path} layer={layer} /> : <Text size="sm">&nbsp;</Text>}
        </div>
        <Group align="flex-end" gap="sm">
          {maySwitchOff && !isMissing && (canSwitchOff || isAwaited(lights)) && (
            <Button
              variant="default"
              style={{ visibility: canSwitchOff ? "visible" : "hidden" }}
              onClick={() => change({ layer: "lights", lights: "off" })}
            >
              {t`Lights off`}
            </Button>
          )}
          <Box maw="100%" style={{ overflowX: "auto" }}>
            <SegmentedControl
              aria-label={t`What the place shows`}
              value={layer}
              onChange={(next) => change({ layer: next === firstLayer ? undefined : next })}
              data={shownLayers.map((value) => ({ value, label: names[value] }))}
            />
          </Box>
          <Select
            label={{ floor: t`Floor`, zone: t`Zone`, area: t`Area`, room: t`Room` }[level]}
            w={{ base: "100%", xs: 200 }}
            searchable
            allowDeselect={false}
            data={options.map((one) => ({ value: String(one.id), label: one.name }))}
            value={place ? String(place.id) : null}
            onChange={(next) => choose(Number(next))}
          />
        </Group>
      </Group>
      {isMissing ? (
        <NoDataFound />
      ) : (
        <Section of={{ ...asked, data: ids }}>
          {({ buildingId = 0, floorId = 0, zoneId, areaId, room, name }) =>
            zoneId === undefined ? (
              <PlaceState id={floorId}>
                {layer === "comfort" ? (
                  <FloorComfort key={floorId} floorId={floorId} />
                ) : (
                  <FloorBody key={floorId} floorId={floorId} name={name} layer={layer} {...start} />
                )}
              </PlaceState>
            ) : (
              <PlaceState
                id={areaId ?? zoneId}
                parentId={areaId === undefined ? floorId : zoneId}
                zone={areaId === undefined ? undefined : { id: zoneId, floorId }}
              >
                <ZoneBody
                  key={room?.id ?? areaId ?? zoneId}
                  {...{ buildingId, floorId, zoneId, areaId, room, name, layer, shownLayers }}
                  zoneName={(level === "zone" ? name : place?.path.at(-1)?.name) ?? ""}
                />
              </PlaceState>
            )
          }
        </Section>
      )}
      {place && layer === "devices" && <PointTestsCard of={{ place: place.id }} />}
    </Stack>
  );
}

interface PlacesAboveProps {
  path: FoundPlace["path"];
  layer: Layer;
}

/** The addresses of the specification that open the floor or zone of the search with a layer. */
const addresses: Record<string, Partial<Record<Layer, string>>> = {
  floor: { lights: "zoneMain", people: "flooroccupancy", devices: "devicemap" },
  zone: { hvac: "zone/hvac", lights: "zone" },
};

/** The way down to a place; a floor or zone keeps the layer. */
function PlacesAbove({ path, layer }: PlacesAboveProps) {
  const { t } = useLingui();
  return (
    <Text size="sm" c="dimmed" component="nav" aria-label={t`Places above`}>
      {path.map(({ id, name, zone_type: type }, index) => {
        const context = contexts[type];
        const own = addresses[context ?? ""];
        const address = own?.[layer];
        return (
          <Fragment key={id}>
            {index > 0 && " › "}
            {context ? (
              <Link
                to={`/admin/${address ?? `${context}/${id}/dashboard`}`}
                search={address ? { [context]: id } : own ? { layer } : {}}
              >
                {name}
              </Link>
            ) : (
              name
            )}
          </Fragment>
        );
      })}
    </Text>
  );
}
