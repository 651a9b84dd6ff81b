import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Group, Select, Stack, Card, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { listFailedLamps } from "@verandah/contract/lighting/lights.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { ComponentProps } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { SelfTests } from "#shared/self-tests/self-tests.tsx";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { Columns } from "#shared/ui/layout.tsx";
import { Section } from "#shared/ui/section.tsx";

import { AreasTable } from "./areas-table.tsx";
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

/** The failed lamps of a floor, and how many lamps have no confirmed state. */
function FailedLamps({ floorId }: { floorId: number }) {
  const lamps = useRoute(listFailedLamps, { id: floorId });
  return (
    <Section of={lamps} height={46} isPart>
      {(data) => data.total > 0 && <Lamps data={data} />}
    </Section>
  );
}

function Lamps({ data: { failed, total, ...confirmed } }: { data: ReplyOf<typeof listFailedLamps> }) {
  const { t } = useLingui();
  const momentText = useMomentText();
  const unknown = useIsOld() ? total : confirmed.unknown;
  const count = failed.length;
  return (
    <Card component="section" aria-label={t`Failed lamps`} padding="sm">
      <Group gap="xs">
        <StateIcon state={count > 0 ? "low" : unknown > 0 ? "unknown" : "fine"} isColored />
        <Title order={2} size="h5">{t`Failed lamps`}</Title>
        <Text size="sm">{count > 0 ? t`${count} of ${total}` : t`None reported`}</Text>
        {unknown > 0 && (
          <Text size="sm" c="dimmed">
            {plural(unknown, { one: "# lamp unknown", other: "# lamps unknown" })}
          </Text>
        )}
      </Group>
      {count > 0 && (
        <DataTable
          label={t`Failed lamps`}
          rows={failed}
          rowKey={({ ssid, channel }) => ssid + (channel ?? "")}
          columns={[
            {
              header: t`Lamp`,
              render: ({ ssid, name, channel }) => (
                <>
                  <Link to="/admin/device" search={{ device: ssid }}>
                    {name}
                  </Link>
                  {channel !== null && ` · ${t`Channel ${channel}`}`}
                </>
              ),
              sortKey: ({ name, channel }) => `${name} ${channel ?? ""}`,
            },
            { header: t`Zone`, text: ({ zone }) => zone },
            { header: t`Area`, text: ({ area }) => area },
            {
              header: t({ message: "Since", comment: "Heading of the start of a failure" }),
              render: ({ since }) => momentText(since),
              sortKey: ({ since }) => since,
            },
          ]}
        />
      )}
    </Card>
  );
}
