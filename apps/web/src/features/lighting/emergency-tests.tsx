import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Skeleton, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { planEmergencyTest } from "@verandah/contract/emergency-tests.ts";
import { useState } from "react";

import { emergencyTestsQuery } from "#data/emergency-tests.queries.ts";
import { admits, useSession } from "#data/session.ts";
import { errorText } from "#shared/error-text.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";

import { EmergencyTestForm } from "./emergency-test-form.tsx";
import { EmergencyTestRow } from "./emergency-test-row.tsx";

import classes from "./lighting.module.css";

/** Planned and past tests of the emergency lights of a floor: the next one first, then the newest. */
export function EmergencyTests({ floorId }: { floorId: number }) {
  const { t } = useLingui();
  const { role } = useSession();
  const { data: tests, error } = useQuery(emergencyTestsQuery(floorId));
  const [isAdding, setAdding] = useState(false);
  const canPlan = admits(planEmergencyTest.access, role.id);
  const planned = tests?.filter(({ state }) => state === "planned").toReversed() ?? [];
  const others = tests?.filter(({ state }) => state !== "planned") ?? [];
  return (
    <Card component="section" padding="sm" aria-label={t`Emergency light tests`}>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h5">
          <Trans>Emergency light tests</Trans>
        </Title>
        {canPlan && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            <Trans>New test</Trans>
          </Button>
        )}
      </Group>
      {error && !tests && <ErrorBanner text={errorText(error)} />}
      {!error && !tests && <Skeleton height={40} />}
      {tests?.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No tests yet for this floor.</Trans>
        </Text>
      )}
      <ul className={classes["tests"]}>
        {[...planned, ...others].map((test) => (
          <EmergencyTestRow key={test.id} test={test} canDelete={canPlan} />
        ))}
      </ul>
      {isAdding && <EmergencyTestForm floorId={floorId} onClose={() => setAdding(false)} />}
    </Card>
  );
}
