import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { type ReactNode, useMemo } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useAged, useIsOutdated } from "#shared/age.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { AutoGrid, Columns } from "#shared/ui/layout.tsx";

import { LightCard } from "./light-card.tsx";
import { cardsOf, linkOfCard, unknownLights } from "./light-members.ts";
import { Scenes } from "./scenes.tsx";
import { useLights } from "./use-lights.ts";

const SKELETONS = 4;

/** Draws a floor's map with its metrics; `people` by zone. */
export type RenderMap = (floorId: number, people: ReadonlyMap<number, number | null>) => ReactNode;

interface Props {
  /** Name of the place whose lights are shown. */
  name: string;
  floorId: number;
  /** Without a zone a card for each zone of the floor, without an area one for each area of the zone. */
  zoneId?: number | undefined;
  areaId?: number | undefined;
  renderMap?: RenderMap | undefined;
}

/** The lights of a place as cards, beside the map of its floor. */
export function LightBoard({ name, floorId, zoneId, areaId, renderMap }: Props) {
  const { t } = useLingui();
  const { role } = useSession();
  const lights = useLights(floorId);
  const { data, error } = lights;
  const isOutdated = useIsOutdated(lights);
  const mayCommand = admits(sendCommands.access, role.id);
  const canCommand = mayCommand && !isOutdated;
  const shown = useAged(lights, unknownLights);
  const people = new Map(shown?.occupancy.map((one) => [one.zoneId, one.people]));
  const cards = useMemo(() => shown && cardsOf(shown, name, zoneId, areaId), [shown, name, zoneId, areaId]);
  return (
    <>
      {!mayCommand && (
        <Text size="sm" c="dimmed">{t`Your role can see the lights; operators change them.`}</Text>
      )}
      <ErrorBanner error={!data && error} />
      {isOutdated && data && (
        <ErrorBanner text={t`The lights could not be loaded again. The values may be old.`} />
      )}
      {zoneId !== undefined && <Scenes key={zoneId} zoneId={zoneId} canCommand={canCommand} />}
      <Columns of={renderMap ? "var(--plan-width) minmax(0, 1fr)" : "minmax(0, 1fr)"} gap={16}>
        {renderMap?.(floorId, people)}
        <AutoGrid component="ul" min={250} aria-busy={!cards && !error}>
          {cards?.length === 0 && <Text component="li" c="dimmed">{t`No lights here.`}</Text>}
          {cards
            ? cards.map((card, index) => (
                <li key={card.key}>
                  <LightCard
                    card={card}
                    people={card.zoneId === null ? undefined : people.get(card.zoneId)}
                    canCommand={canCommand}
                    isFirst={index === 0}
                    link={linkOfCard(card)}
                  />
                </li>
              ))
            : !error &&
              Array.from({ length: SKELETONS }, (_, index) => (
                <li key={index}>
                  <Loading height={170} />
                </li>
              ))}
        </AutoGrid>
      </Columns>
    </>
  );
}
