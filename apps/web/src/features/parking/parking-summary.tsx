import { useLingui } from "@lingui/react/macro";
import { Card, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { getParkingStatus } from "@verandah/contract/parking.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { Section } from "#shared/ui/section.tsx";

/** The free parking bays of the building, and the deck to drive to. */
export function ParkingSummary() {
  const { t } = useLingui();
  const { building } = useSession();
  const status = useRoute(getParkingStatus, { id: building.id });
  if (status.data?.total === 0) return null;
  return (
    <Card component="section" padding="md" aria-label={t`Parking`}>
      <Title order={2} size="h4" mb="xs">{t`Parking`}</Title>
      <Section of={status} height={56} isPart>
        {(data) => <FreeBays status={data} />}
      </Section>
    </Card>
  );
}

function FreeBays({ status }: { status: ReplyOf<typeof getParkingStatus> }) {
  const { t } = useLingui();
  const isOld = useIsOld();
  const { free, total, unknown, suggested, decks } = status;
  const deck = decks.find(({ id }) => id === suggested);
  return (
    <>
      <Text fw={650} size="lg">
        {isOld || unknown === total ? t`Currently unknown` : t`${free} of ${total} bays free`}
      </Text>
      {!isOld && unknown > 0 && unknown < total && (
        <Text size="sm" c="dimmed">{t`${unknown} do not report`}</Text>
      )}
      {deck && (
        <Link to="/admin/$context/$id/dashboard" params={{ context: "floor", id: String(deck.id) }}>
          {isOld ? deck.name : t`Most free bays: ${deck.name}`}
        </Link>
      )}
    </>
  );
}
