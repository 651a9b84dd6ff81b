import { useLingui } from "@lingui/react/macro";
import { Button, Group, Select, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";

import { searchText, useSearchState } from "#shared/search-state.ts";
import { SelfTests } from "#shared/self-tests/self-tests.tsx";
import { Columns } from "#shared/ui/layout.tsx";

import { AreasTable } from "./areas-table.tsx";
import { FailedLamps } from "./failed-lamps.tsx";
import { LightBoard, type RenderMap } from "./light-board.tsx";
import { useLights, usePeople } from "./use-lights.ts";

const ALL = "";

interface Props extends Omit<ComponentProps<typeof AreasTable>, "zoneId" | "areaId"> {
  name: string;
  /** The areas are a table. */
  isTable: boolean;
  renderMap: RenderMap;
}

/** Lights of a floor by zone, area and controller, or its areas in a table, with the map. Source: spec 2 §2 Lighting control page. */
export function FloorLights({ floorId, name, isTable, metric, renderMap, renderValue }: Props) {
  const { t } = useLingui();
  const [search, change] = useSearchState();
  const lights = useLights(floorId);
  const people = usePeople(lights);
  const zones = lights.data?.zones ?? [];
  const zone = zones.find(({ id }) => String(id) === searchText(search["zone"]));
  const area = zone?.areas.find(({ id }) => String(id) === searchText(search["area"]));
  const chosen = { zone: zone?.id, area: area?.id };
  const options = (places: readonly { id: number; name: string }[], all: string) => [
    { value: ALL, label: all },
    ...places.map(({ id, name: label }) => ({ value: String(id), label })),
  ];

  return (
    <Stack gap={14}>
      <Group align="flex-end" gap="sm">
        <Select
          label={t`Zone`}
          w={150}
          allowDeselect={false}
          data={options(zones, t`All zones`)}
          value={zone ? String(zone.id) : ALL}
          onChange={(id) => change({ zone: Number(id) || undefined, area: undefined })}
        />
        <Select
          label={t`Area`}
          w={150}
          allowDeselect={false}
          disabled={!zone}
          data={options(zone?.areas ?? [], t`All areas`)}
          value={area ? String(area.id) : ALL}
          onChange={(id) => change({ area: Number(id) || undefined })}
        />
        {isTable ? (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to={`/admin/floor/${floorId}/${metric}/zones`} search={chosen} {...props} />
            )}
          >{t`Zones of a floor`}</Button>
        ) : (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to={`/admin/areas/${metric}`} search={{ floor: floorId, ...chosen }} {...props} />
            )}
          >{t`Areas by measurement`}</Button>
        )}
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/admin/glLms" search={{ floor: floorId }} {...props} />}
        >{t`Lighting map`}</Button>
      </Group>
      <FailedLamps floorId={floorId} />
      {isTable ? (
        <Columns of="var(--plan-width) minmax(0, 1fr)" gap={16} style={{ alignItems: "start" }}>
          {renderMap(floorId, people)}
          <AreasTable
            floorId={floorId}
            metric={metric}
            renderValue={renderValue}
            zoneId={zone?.id}
            areaId={area?.id}
          />
        </Columns>
      ) : (
        <LightBoard
          name={(area ?? zone)?.name ?? name}
          floorId={floorId}
          zoneId={zone?.id}
          areaId={area?.id}
          renderMap={renderMap}
        />
      )}
      <SelfTests key={floorId} of={{ floor: floorId }} />
    </Stack>
  );
}
