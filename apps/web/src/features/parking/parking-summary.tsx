import { useLingui } from "@lingui/react/macro";
import { Card, Skeleton, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { getParkingStatus } from "@verandah/contract/parking.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsOutdated } from "#shared/age.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";

/** The free parking bays of the building, and the deck to drive to. */
export function ParkingSummary() {
  const { t } = useLingui();
  const { building } = useSession();
  const status = useRoute(getParkingStatus, { id: building.id });
  const { data, error } = status;
  const isOutdated = useIsOutdated(status);
  if (data?.total === 0) return null;
  const { free = 0, total = 0, unknown = 0, suggested = null } = data ?? {};
  const deck = data?.decks.find(({ id }) => id === suggested);
  return (
    <Card component="section" padding="md" aria-label={t`Parking`}>
      <Title order={2} size="h4" mb="xs">{t`Parking`}</Title>
      <ErrorBanner error={!data && error} />
      {!data && !error && <Skeleton height={56} />}
      {data && (
        <>
          <Text fw={650} size="lg">
            {isOutdated || unknown === total ? t`Currently unknown` : t`${free} of ${total} bays free`}
          </Text>
          {!isOutdated && unknown > 0 && unknown < total && (
            <Text size="sm" c="dimmed">{t`${unknown} do not report`}</Text>
          )}
        </>
      )}
      {deck && (
        <Link to="/admin/$context/$id/dashboard" params={{ context: "floor", id: String(deck.id) }}>
          {isOutdated ? deck.name : t`Most free bays: ${deck.name}`}
        </Link>
      )}
    </Card>
  );
}
