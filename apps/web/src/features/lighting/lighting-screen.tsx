import { useLingui } from "@lingui/react/macro";
import { Group, Select, Stack } from "@mantine/core";

import { searchText, useSearchState } from "#shared/search-state.ts";
import { SelfTests } from "#shared/self-tests/self-tests.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import { FailedLamps } from "./failed-lamps.tsx";
import { LightBoard, type RenderMap } from "./light-board.tsx";
import { linkOfCard } from "./light-members.ts";
import { useLights } from "./use-lights.ts";

const ALL = "";

/** Lights by zone, area and controller, with the floor map. Source: spec 2 §2 Lighting control page. */
export function LightingScreen({ renderMap }: { renderMap: RenderMap }) {
  const { t } = useLingui();
  const [search, change] = useSearchState();
  const { floors, floor, choose, error, isMissing } = useChosenFloor();
  const zones = useLights(floor?.id).data?.zones ?? [];
  const zone = zones.find(({ id }) => String(id) === searchText(search["zone"]));
  const area = zone?.areas.find(({ id }) => String(id) === searchText(search["area"]));
  const options = (places: readonly { id: number; name: string }[], all: string) => [
    { value: ALL, label: all },
    ...places.map(({ id, name }) => ({ value: String(id), label: name })),
  ];

  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <PageTitle>{t`LMS Controls`}</PageTitle>
        <Group align="flex-end" gap="sm">
          <FloorSelect
            floors={floors}
            floor={floor}
            onChoose={(id) => {
              choose(id);
              change({ floor: id, zone: undefined, area: undefined });
            }}
          />
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
        </Group>
      </Group>
      <ErrorBanner text={isMissing && t`Place not found.`} error={error} />
      {floor && <FailedLamps floorId={floor.id} />}
      {floor && (
        <LightBoard
          name={(area ?? zone ?? floor).name}
          floorId={floor.id}
          zoneId={zone?.id}
          areaId={area?.id}
          renderMap={renderMap}
          linkOf={(card) =>
            card.level === "lamp" || card.level === "all"
              ? linkOfCard(card)
              : { to: "/admin/floors", search: { ...search, [card.level]: Number(card.key) } }
          }
        />
      )}
      {floor && <SelfTests key={floor.id} of={{ floor: floor.id }} />}
    </Stack>
  );
}
