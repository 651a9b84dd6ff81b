import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Select, Text, Title } from "@mantine/core";
import type { BookableSpace, SpaceKind } from "@verandah/contract/bookings/bookings.ts";
import { joinWaitlist, leaveWaitlist, listWaitlist } from "@verandah/contract/bookings/waitlist.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { spanText } from "#shared/format/time.ts";
import { showToast, toastFailure } from "#shared/ui/feedback/toast.ts";

interface WaitProps {
  spaces: readonly BookableSpace[];
  range: { from: string; to: string };
  title: string;
  people: number;
}

/** Waits for a place that is taken at the chosen time; nothing while all are free. */
export function WaitForSpace({ spaces, range, title, people }: WaitProps) {
  const { t } = useLingui();
  const join = useChange(joinWaitlist);
  const [chosen, setChosen] = useState<string | null>(null);
  const taken = spaces.filter(({ isFree, isOwn, seats }) => !isFree && !isOwn && seats >= people);
  const space = taken.find(({ id }) => String(id) === chosen);
  if (taken.length === 0) return null;
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={t`Waitlist for a taken place`}
        placeholder={t`Choose a place`}
        searchable
        data={taken.map(({ id, name, zone }) => ({ value: String(id), label: `${name}, ${zone.name}` }))}
        value={space ? chosen : null}
        onChange={setChosen}
      />
      <Button
        variant="default"
        disabled={!space}
        loading={join.isPending}
        onClick={() => {
          if (!space) return;
          const { name } = space;
          join.mutate(
            { space: space.id, ...range, title, attendees: people },
            {
              onSuccess: () => {
                setChosen(null);
                showToast({
                  kind: "success",
                  text: t`You are on the waitlist for ${name}. You get an e-mail and a notice here when it is yours.`,
                });
              },
              onError: toastFailure,
            },
          );
        }}
      >
        <Trans>Wait for it</Trans>
      </Button>
    </Group>
  );
}

/** The caller's waitlist entries; nothing without any. */
export function WaitingList({ kind }: { kind: SpaceKind }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { data = [] } = useRoute(listWaitlist, {});
  const leave = useChange(leaveWaitlist);
  const own = data.filter((one) => one.kind === kind);
  if (own.length === 0) return null;
  return (
    <Card component="section" padding="sm" mb="md" aria-label={t`Waitlist`}>
      <Title order={2} size="h5">
        <Trans>Waitlist</Trans>
      </Title>
      {own.map(({ id, space, from, to, before }) => {
        const { name } = space;
        return (
          <Group key={id} justify="space-between" py={4}>
            <Text size="sm">
              {[name, space.zone, space.floor].join(", ")}: {spanText(from, to, campus.timeZone)}
              <Text component="span" size="xs" c="dimmed" display="block">
                {before === 0
                  ? t`You are the first.`
                  : plural(before, { one: "# person is before you.", other: "# people are before you." })}
              </Text>
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t`Leave the waitlist of ${name}`}
              loading={leave.isPending && leave.variables.id === id}
              onClick={() => leave.mutate({ id }, { onError: toastFailure })}
            >
              <Trans>Leave</Trans>
            </Button>
          </Group>
        );
      })}
    </Card>
  );
}
