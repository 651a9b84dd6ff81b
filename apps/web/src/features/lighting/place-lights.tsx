import { useLingui } from "@lingui/react/macro";
import { Group, Select, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { getLocation } from "@verandah/contract/buildings.ts";
import type { ZoneType } from "@verandah/contract/campuses/campuses.ts";
import { Fragment, type ReactNode, useEffect } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { isRefusal } from "#shared/call.ts";
import { storeMapFloor, storeZone } from "#shared/stored-context.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

import { LightBoard, type RenderMap } from "./light-board.tsx";
import { placeLink } from "./light-members.ts";
import { type PlaceLevel, usePlaceOfAddress } from "./use-place-of-address.ts";

const types = {
  floor: "GL_LOCATION_TYPE_FLOOR",
  zone: "GL_LOCATION_TYPE_ZONE",
  area: "GL_LOCATION_TYPE_AREA",
} as const satisfies Record<PlaceLevel, ZoneType>;

/** Ids of a place on a floor. */
export interface LitPlace {
  floorId: number;
  zoneId: number | undefined;
  areaId: number | undefined;
}

interface Props {
  level: PlaceLevel;
  /** Heading until the name of the place is known. */
  title: string;
  renderMap: RenderMap;
  /** A list item before the lights. */
  renderFirst?: ((place: LitPlace) => ReactNode) | undefined;
}

/** The lights of the floor, zone or area of the address, with links to the places above and below it. */
export function PlaceLights({ level, title, renderMap, renderFirst }: Props) {
  const { t } = useLingui();
  const { id, options, choose, ...asked } = usePlaceOfAddress(level);
  const location = useRoute(getLocation, id === undefined ? undefined : { id });
  const found = location.data?.zone_type === types[level] ? location.data : undefined;
  const steps = found ? [...found.path, found] : [];
  const stepOf = (type: ZoneType) => steps.find((step) => step.zone_type === type);
  const floor = stepOf(types.floor);
  const [floorId, zoneId, areaId] = [floor?.id, stepOf(types.zone)?.id, stepOf(types.area)?.id];
  const error = asked.error ?? location.error;
  const isMissing =
    asked.isMissing || (location.data && !found) || isRefusal(error, "not-found", "input-invalid");
  useEffect(() => {
    if (floor) storeMapFloor(floor);
    if (zoneId !== undefined) storeZone(zoneId);
  }, [floor, zoneId]);

  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <PageTitle>{found?.name ?? title}</PageTitle>
          <Text size="sm" c="dimmed" component="nav" aria-label={t`Places above`}>
            {found?.path.map((step, index) => {
              const link = placeLink(step.zone_type, step.id);
              return (
                <Fragment key={step.id}>
                  {index > 0 && " › "}
                  {link ? <Link to={link.to}>{step.name}</Link> : step.name}
                </Fragment>
              );
            })}
          </Text>
        </div>
        {found && (
          <Select
            label={{ floor: t`Floor`, zone: t`Zone`, area: t`Area` }[level]}
            w={{ base: "100%", xs: 200 }}
            allowDeselect={false}
            data={options.map((one) => ({ value: String(one.id), label: one.name }))}
            value={String(found.id)}
            onChange={(next) => choose(Number(next))}
          />
        )}
      </Group>
      <Section of={{ ...location, data: found, error }} errorText={isMissing && t`Place not found.`}>
        {({ name }) =>
          floorId !== undefined && (
            <LightBoard
              name={name}
              floorId={floorId}
              zoneId={zoneId}
              areaId={areaId}
              renderMap={renderMap}
              first={renderFirst?.({ floorId, zoneId, areaId })}
            />
          )
        }
      </Section>
    </Stack>
  );
}
