import { Trans, useLingui } from "@lingui/react/macro";
import { Group, Select, Stack, Text } from "@mantine/core";
import { sendCommands } from "@verandah/contract/commands.ts";
import { LIGHTS_POLL_MS } from "@verandah/contract/lights.ts";
import type { ReactNode } from "react";

import { useLights } from "#data/lights.queries.ts";
import { admits, useSession } from "#data/session.ts";
import { errorText } from "#shared/error-text.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { FloorSelect } from "#shared/ui/floor-select.tsx";
import { Loading } from "#shared/ui/loading.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";
import { useIsOutdated } from "#shared/use-is-outdated.ts";

import { LightCard } from "./light-card.tsx";
import { cardsOf } from "./light-members.ts";

import classes from "./lighting.module.css";

const SKELETONS = 4;
const ALL = "";

interface Props {
  /** The floor map with its metrics; `people` by zone. */
  renderMap: (floorId: number, people: ReadonlyMap<number, number | null>) => ReactNode;
}

/** Lights by zone, area and controller, with the floor map. Source: spec 2 §2 Lighting control page. */
export function LightingScreen({ renderMap }: Props) {
  const { t } = useLingui();
  const { role } = useSession();
  const [search, change] = useSearchState();
  const { floors, floor, choose, error, isMissing } = useChosenFloor();
  const query = useLights(floor?.id);
  const isOutdated = useIsOutdated(query.dataUpdatedAt, LIGHTS_POLL_MS);
  const canCommand = admits(sendCommands.access, role.id);
  const zones = query.data?.zones ?? [];
  const zone = zones.find(({ id }) => String(id) === searchText(search["zone"]));
  const area = zone?.areas.find(({ id }) => String(id) === searchText(search["area"]));
  const cards = query.data && cardsOf(query.data, zone?.id, area?.id);
  const people = new Map(query.data?.occupancy.map((one) => [one.zoneId, one.people]));
  const failure = error ?? query.error;
  const options = (places: readonly { id: number; name: string }[], all: string) => [
    { value: ALL, label: all },
    ...places.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const openZone = (id: string) => change({ zone: Number(id) || undefined, area: undefined });
  const openArea = (id: string) => change({ area: Number(id) || undefined });

  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <PageTitle>{t`LMS Controls`}</PageTitle>
          {!canCommand && (
            <Text size="sm" c="dimmed">
              <Trans>Your role can see the lights; operators change them.</Trans>
            </Text>
          )}
        </div>
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
            onChange={(id) => openZone(id ?? ALL)}
          />
          <Select
            label={t`Area`}
            w={150}
            allowDeselect={false}
            disabled={!zone}
            data={options(zone?.areas ?? [], t`All areas`)}
            value={area ? String(area.id) : ALL}
            onChange={(id) => openArea(id ?? ALL)}
          />
        </Group>
      </Group>
      <ErrorBanner
        text={isMissing ? t`Place not found.` : failure && !query.data ? errorText(failure) : undefined}
      />
      {isOutdated && query.data && (
        <ErrorBanner text={t`The lights could not be loaded again. The values may be old.`} />
      )}
      {floor && (
        <div className={classes["columns"]}>
          {renderMap(floor.id, people)}
          {cards?.length === 0 ? (
            <Text c="dimmed">
              <Trans>No lights here.</Trans>
            </Text>
          ) : (
            <ul className={classes["cards"]} aria-busy={!cards}>
              {cards
                ? cards.map((card) => (
                    <li key={card.key}>
                      <LightCard
                        card={card}
                        people={card.zoneId === null ? undefined : people.get(card.zoneId)}
                        canCommand={canCommand && !isOutdated}
                        onOpen={area ? undefined : () => (zone ? openArea(card.key) : openZone(card.key))}
                      />
                    </li>
                  ))
                : !failure &&
                  Array.from({ length: SKELETONS }, (_, index) => (
                    <li key={index}>
                      <Loading height={170} />
                    </li>
                  ))}
            </ul>
          )}
        </div>
      )}
    </Stack>
  );
}
