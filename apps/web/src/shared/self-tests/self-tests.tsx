import { useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type SentOf } from "@verandah/contract/route.ts";
import { planSelfTest, listSelfTests } from "@verandah/contract/self-tests.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { Rows } from "#shared/ui/layout.tsx";
import { Section } from "#shared/ui/section.tsx";

import { SelfTestForm } from "./self-test-form.tsx";
import { SelfTestRow } from "./self-test-row.tsx";

/** Planned and past tests of the emergency lights of a floor, or of a UPS: the next one first, then the newest. */
export function SelfTests({ of }: { of: SentOf<typeof listSelfTests> }) {
  const { t } = useLingui();
  const { role } = useSession();
  const title = "ssid" in of ? t`Self-tests` : t`Emergency light tests`;
  const listed = useRoute(listSelfTests, of);
  const [isAdding, setAdding] = useState(false);
  const canPlan = admits(planSelfTest.access, role.id);
  const planned = listed.data?.filter(({ state }) => state === "planned").toReversed() ?? [];
  const others = listed.data?.filter(({ state }) => state !== "planned") ?? [];
  return (
    <Card component="section" padding="sm" aria-label={title}>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        {canPlan && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t`New test`}
          </Button>
        )}
      </Group>
      <Section of={listed} height={40} isPart empty={t`No tests yet.`}>
        {() => (
          <Rows>
            {[...planned, ...others].map((test) => (
              <SelfTestRow key={test.id} test={test} canDelete={canPlan} />
            ))}
          </Rows>
        )}
      </Section>
      {isAdding && <SelfTestForm of={of} onClose={() => setAdding(false)} />}
    </Card>
  );
}
