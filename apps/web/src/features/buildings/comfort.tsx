import { useLingui } from "@lingui/react/macro";
import { Badge, Box, Card, Flex, Group, Stack, Text, Title } from "@mantine/core";
import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import { type LocationMetric, type MetricName, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { environment } from "@verandah/equipment/types/environment.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsFresh } from "#shared/age.ts";
import { quantity } from "#shared/format/number.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { type State, StateIcon } from "#shared/ui/feedback/state.tsx";
import { Section, type Shown } from "#shared/ui/section.tsx";

import { NoDataFound } from "./no-data-found.tsx";
import { issuesOf, metricNames, parameterOf } from "./overview/summaries.ts";

interface Props {
  /** Where the member is. */
  of: Shown<readonly Booking["space"][]>;
  /** Whether that is today. */
  isToday: boolean;
}

/** The comfort of the zones of a member's own places, and of no other zone. */
export function Comfort({ of, isToday }: Props) {
  const { t } = useLingui();
  return (
    <Stack gap="xs" component="section" aria-label={t`Comfort`}>
      <Title order={2} size="h4">{t`Comfort`}</Title>
      <Section
        of={of}
        height={280}
        isPart
        empty={
          <Card padding="md">
            <Text c="dimmed">{t`Book a seat to see the comfort of its zone here.`}</Text>
          </Card>
        }
      >
        {(places) =>
          [...new Map(places.map((place) => [place.zoneId, place])).values()].map((place) => (
            <OwnZone key={place.zoneId} place={place} isToday={isToday} />
          ))
        }
      </Section>
    </Stack>
  );
}

function OwnZone({ place, isToday }: { place: Booking["space"]; isToday: boolean }) {
  const { t } = useLingui();
  const { building } = useSession();
  const { nameOf } = usePointText();
  const metrics = useRoute(listLocationMetrics, { id: place.floorId });
  const zone = metrics.data?.find(({ id }) => id === place.zoneId);
  const elsewhere = place.buildingId !== building.id && place.building;
  return (
    <Card component="article" padding="md" aria-label={place.zone}>
      <Group justify="space-between">
        <Title order={3} mb={6} fz="1.15rem">
          {[place.zone, place.floor, elsewhere].filter(Boolean).join(", ")}
        </Title>
        <Badge variant="light" tt="none">
          {isToday ? t`Your place today` : t`Your next place`}
        </Badge>
      </Group>
      <Section of={metrics} height={200}>
        {() =>
          zone ? (
            <Box component="dl" m={0}>
              {metricNames.map((name) => (
                <ComfortValue key={name} zone={zone} name={name} title={nameOf(name, environment.type)} />
              ))}
            </Box>
          ) : (
            <NoDataFound />
          )
        }
      </Section>
    </Card>
  );
}

/**
 * The least light of a zone that is called well lit, lx: EN 12464-1 asks for 500 at a desk and 300 around it, and the sensors of a zone
 * measure both. The campus's own limits may allow less light, which is then not rated. Source: EN 12464-1:2011 Table 1, 5.26.2.
 */
const WELL_LIT_MIN_LUX = 300;

/** A measurement with a rating; an old value has its age instead, and light between the limits and `WELL_LIT_MIN_LUX` neither. */
function ComfortValue({ zone, name, title }: { zone: LocationMetric; name: MetricName; title: string }) {
  const { t } = useLingui();
  const ageText = useAgeText();
  const words: Record<MetricName, { below: string; within: string; above: string }> = {
    TEMPERATURE: { below: t`Too cool`, within: t`Comfortable`, above: t`Too warm` },
    CO2: { below: t`Fresh air`, within: t`Fresh air`, above: t`Stuffy` },
    HUMIDITY: { below: t`Too dry`, within: t`Comfortable`, above: t`Too humid` },
    LUMINOUSITY: { below: t`Too dark`, within: t`Well lit`, above: t`Too bright` },
  };
  const parameter = parameterOf(zone, name);
  const isFresh = useIsFresh()(parameter);
  const [issue] = issuesOf(zone, name);
  const level = !issue ? "within" : issue.value > issue.limit ? "above" : "below";
  const isUnrated = name === "LUMINOUSITY" && !issue && Number(parameter?.value) < WELL_LIT_MIN_LUX;
  const state: State = !isFresh ? "unknown" : issue ? "low" : "fine";
  const age = parameter?.measured_time ? ageText(parameter.measured_time) : t`not fresh`;
  return (
    <Flex
      justify="space-between"
      align="baseline"
      gap={12}
      py={8}
      style={{ borderTop: "1px solid var(--app-line)" }}
    >
      <dt>{title}</dt>
      <Flex
        component="dd"
        direction="column"
        align="flex-end"
        m={0}
        fz="1.1rem"
        c={isFresh ? "inherit" : "dimmed"}
        data-state={state}
      >
        <b>{parameter ? quantity(Number(parameter.value), parameter.unit) : t`No data`}</b>
        {parameter && !(isFresh && isUnrated) && (
          <Group gap={5} fz="0.95rem">
            <StateIcon state={state} isColored />
            {isFresh ? words[name][level] : age}
          </Group>
        )}
      </Flex>
    </Flex>
  );
}
