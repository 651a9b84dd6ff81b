import { Trans, useLingui } from "@lingui/react/macro";
import { Card, Group, Select, Stack, Text, Title } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import type { getLocation } from "@verandah/contract/buildings.ts";
import {
  type BayState,
  getParkingStatus,
  getParkingTrend,
  type ParkingDeck,
} from "@verandah/contract/parking.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { ReactNode } from "react";

import { useLiveDevices } from "#data/live/live.ts";
import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { DayBars } from "#shared/charts/day-bars.tsx";
import { numberText, quantity } from "#shared/format/number.ts";
import { useDurationText, useMomentText } from "#shared/format/use-time-text.ts";
import { StateText } from "#shared/ui/feedback/state-text.tsx";
import { AutoGrid, Panel, Rows } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { BaySign, limitText, useBayText } from "./bay-sign.tsx";
import { DeckPlan } from "./deck-plan.tsx";

import columns from "#shared/maps/plan-columns.module.css";

interface Props {
  floor: ReplyOf<typeof getLocation>;
  /** The way to the places above. */
  above: ReactNode;
  /** The state of the deck in one sentence. */
  state: ReactNode;
}

/** One parking deck: its counts, its bays on the plan, the cars over the limit, and the other decks of the building. */
export function ParkingScreen({ floor, above, state }: Props) {
  const building = floor.path.find(({ zone_type: type }) => type === "GL_LOCATION_TYPE_BUILDING");
  const status = useRoute(getParkingStatus, { id: building?.id ?? floor.id });
  const deck = status.data?.decks.find(({ id }) => id === floor.id);
  useLiveDevices(deck?.bays.map(({ ssid }) => ssid) ?? []);
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <PageTitle>{floor.name}</PageTitle>
          {above}
        </div>
        {status.data && <DeckChoice status={status.data} deckId={floor.id} />}
      </Group>
      {state}
      <Section of={status} height={480}>
        {(data) => <Deck deck={deck} status={data} />}
      </Section>
    </Stack>
  );
}

interface DeckProps {
  /** Undefined when the building has no such deck in use. */
  deck: ParkingDeck | undefined;
  status: ReplyOf<typeof getParkingStatus>;
}

function Deck({ deck, status }: DeckProps) {
  const { t } = useLingui();
  const isOld = useIsOld();
  return (
    <>
      {isOld && <Text c="dimmed">{t`No fresh values: what you see is the last known state.`}</Text>}
      {deck && !deck.isActive && (
        <Text>
          <Trans>This place is deactivated.</Trans>
        </Text>
      )}
      {deck && (deck.total > 0 || deck.bays.length > 0) ? (
        <DeckBays deck={deck} status={status} />
      ) : (
        <Text c="dimmed">{t`This deck has no parking sensors.`}</Text>
      )}
    </>
  );
}

function DeckBays({ deck, status }: { deck: ParkingDeck; status: ReplyOf<typeof getParkingStatus> }) {
  const { t } = useLingui();
  const { role } = useSession();
  const isOld = useIsOld();
  const bays = isOld
    ? deck.bays.map((bay) => ({ ...bay, state: "unknown" as const, since: null }))
    : deck.bays;
  return (
    <>
      <Counts deck={deck} />
      {!isOld && <Suggestion status={status} deckId={deck.id} />}
      <div className={columns["columns"]}>
        {role.id !== roles.member && (
          <DeckPlan floorId={deck.id} bays={bays} overParkedMinutes={deck.overParked} />
        )}
        <div className={columns["side"]}>
          {role.id !== roles.member && <OverList bays={bays} overParkedMinutes={deck.overParked} />}
          <SectionCard title={t`Occupancy in the last 24 hours`}>
            <ParkingTrend floorId={deck.id} />
          </SectionCard>
        </div>
      </div>
    </>
  );
}

/** The numbers of a deck, with the signs that its plan has. */
function Counts({ deck }: { deck: ParkingDeck }) {
  const { t } = useLingui();
  const isOld = useIsOld();
  const textOf = useBayText();
  const counts: [BayState, number][] = [
    ["free", deck.free],
    ["occupied", deck.occupied],
    ["over", deck.over],
    ["unknown", deck.unknown],
  ];
  const total = numberText(deck.total);
  const coverage = quantity(deck.coverage, "percent");
  return (
    <div>
      <AutoGrid component="ul" min={150} gap={10} isFit aria-label={t`Bays of the deck`}>
        {counts.map(([state, count]) => (
          <Panel component="li" key={state}>
            <StateText fz={14} style={{ gap: 8, minHeight: 24 }}>
              {/* Its colour is that of an alarm. */}
              {(state !== "over" || count > 0) && <BaySign state={state} />}
              {textOf(state)}
            </StateText>
            <Text mt={4} fz={34} fw={650} lh={1.1}>
              {isOld ? "–" : numberText(count)}
            </Text>
          </Panel>
        ))}
      </AutoGrid>
      <Text size="sm" c="dimmed" mt={6}>
        {t`${total} bays, ${coverage} reporting`}
      </Text>
    </div>
  );
}

interface StatusProps {
  status: ReplyOf<typeof getParkingStatus>;
  deckId: number;
}

function DeckChoice({ status, deckId }: StatusProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const deactivated = t`Deactivated`;
  return (
    <Select
      label={t`Deck`}
      w={{ base: "100%", xs: 240 }}
      allowDeselect={false}
      data={status.decks.map(({ id, name, free, isActive }) => ({
        value: String(id),
        label: isActive ? t`${name}: ${free} free` : `${name}: ${deactivated}`,
      }))}
      value={String(deckId)}
      onChange={(id) =>
        id && void navigate({ to: "/admin/$context/$id/dashboard", params: { context: "floor", id } })
      }
    />
  );
}

/** Where to park, and the deck that is nearly full. */
function Suggestion({ status: { decks, suggested, fullest }, deckId }: StatusProps) {
  const { t } = useLingui();
  const best = decks.find(({ id }) => id === suggested);
  const full = decks.find(({ id }) => id === fullest);
  if (!best)
    return (
      <Text>
        <Trans>No bay of the building is known to be free.</Trans>
      </Text>
    );
  if (decks.length === 1) return null;
  const { name: bestName, free } = best;
  return (
    <Text>
      {best.id === deckId ? (
        t`Suggested deck: this one, with the most free bays (${free}).`
      ) : (
        <Trans>
          Suggested deck:{" "}
          <Link to="/admin/$context/$id/dashboard" params={{ context: "floor", id: String(best.id) }}>
            {bestName}
          </Link>
          , with the most free bays ({free}).
        </Trans>
      )}{" "}
      {full && <FullestDeck deck={full} />}
    </Text>
  );
}

function FullestDeck({ deck: { name, occupied, total } }: { deck: ParkingDeck }) {
  return (
    <Trans>
      Fullest deck: {name}, with {occupied} of {total} bays occupied.
    </Trans>
  );
}

/** Cars on a deck in the last 24 hours. */
function ParkingTrend({ floorId }: { floorId: number }) {
  const { t } = useLingui();
  const trend = useRoute(getParkingTrend, { id: floorId });
  const data = trend.data?.buckets.map(({ occupied, ...bucket }) => ({ ...bucket, value: occupied }));
  return <DayBars label={t`Occupied bays`} of={{ ...trend, data }} />;
}

interface OverListProps {
  bays: ParkingDeck["bays"];
  /** 0: no limit. */
  overParkedMinutes: number;
}

/** The cars of a deck that have been there for longer than the limit, the longest first. */
function OverList({ bays, overParkedMinutes }: OverListProps) {
  const { t } = useLingui();
  const durationText = useDurationText();
  const momentText = useMomentText();
  const over = bays
    .flatMap(({ ssid, name, state, since }) => (state === "over" && since ? [{ ssid, name, since }] : []))
    .toSorted((a, b) => a.since.localeCompare(b.since));
  const limit = limitText(overParkedMinutes);
  return (
    <Card component="section" padding="sm" aria-label={t`Cars over the limit`}>
      <Title order={2} size="h5">{t`Cars over the limit`}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {overParkedMinutes === 0 ? t`No limit is set.` : t`Limit: ${limit}`}
      </Text>
      {over.length === 0 && overParkedMinutes > 0 && <Text size="sm">{t`No car is over the limit.`}</Text>}
      <Rows hasTop py={6}>
        {over.map(({ ssid, name, since }) => {
          const moment = momentText(since);
          const length = durationText(since);
          return (
            <Group component="li" key={ssid} justify="space-between" gap="4px 12px">
              <Link to="/admin/device" search={{ device: ssid }}>
                {name}
              </Link>
              <span>{t`since ${moment} · ${length}`}</span>
            </Group>
          );
        })}
      </Rows>
    </Card>
  );
}
