import { useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { SentOf } from "@verandah/contract/route.ts";
import {
  planSelfTest,
  listSelfTests,
  type SelfTestKind,
  selfTestKinds,
} from "@verandah/contract/self-tests.ts";
import { dali, EMERGENCY_TEST, LIGHT_TEST } from "@verandah/equipment/types/dali.ts";
import { ups, UPS_TEST, upsTest } from "@verandah/equipment/types/ups.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { instantOfWallTime } from "#shared/format/wall-time.ts";
import { FormDialog } from "#shared/ui/form/form.tsx";
import { Rows } from "#shared/ui/layout.tsx";
import { Section } from "#shared/ui/section.tsx";

import { usePointText } from "../texts/use-point-text.ts";
import { SelfTestRow } from "./self-test-row.tsx";

/** Planned and past tests of the emergency lights of a floor, or of a UPS: the next one first, then the newest. */
export function SelfTests({ of }: { of: SentOf<typeof listSelfTests> }) {
  const { t } = useLingui();
  const { role } = useSession();
  const title = "ssid" in of ? t`Self-tests` : t`Emergency light tests`;
  const listed = useRoute(listSelfTests, of);
  const names = useTestNames();
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
              <SelfTestRow key={test.id} test={test} name={names[test.kind]} canDelete={canPlan} />
            ))}
          </Rows>
        )}
      </Section>
      {isAdding && <SelfTestForm of={of} names={names} onClose={() => setAdding(false)} />}
    </Card>
  );
}

/** The name of each kind of test. */
function useTestNames(): Record<SelfTestKind, string> {
  const { valueText } = usePointText();
  const lights = (test: number) => valueText(LIGHT_TEST, test, "none", dali.type);
  const supply = (test: number) => valueText(UPS_TEST, test, "none", ups.type);
  return {
    function: lights(EMERGENCY_TEST.function),
    duration: lights(EMERGENCY_TEST.duration),
    general: supply(upsTest.general),
    battery: supply(upsTest.battery),
  };
}

interface FormProps {
  of: SentOf<typeof listSelfTests>;
  names: Record<SelfTestKind, string>;
  onClose: () => void;
}

/** Plans a test of the emergency lights of a floor, or of a UPS; or starts it now. */
function SelfTestForm({ of, names, onClose }: FormProps) {
  const { t } = useLingui();
  const { campus } = useSession();
  const plan = useChange(planSelfTest);
  const hints: Partial<Record<SelfTestKind, string>> =
    "ssid" in of
      ? {
          battery: t`Seconds: can the battery carry the load? It starts only on mains with a charged battery.`,
          general: t`The UPS tests itself as its maker has set it up.`,
        }
      : {
          function: t`Seconds: does each light come on?`,
          duration: t`Up to three hours: does each battery last? Plan it for a time without people.`,
        };
  const kinds = selfTestKinds.filter((one) => hints[one] !== undefined);
  const kind: SelfTestKind = "ssid" in of ? "battery" : "function";
  return (
    <FormDialog
      title={"ssid" in of ? t`New self-test` : t`New emergency light test`}
      onClose={onClose}
      initial={{ kind, isNow: false, plannedAt: "", isMonthly: true }}
      action={({ isNow }) => (isNow ? t`Start the test` : t`Plan the test`)}
      submit={({ isNow, plannedAt, isMonthly, ...values }) =>
        plan.mutateAsync({
          ...of,
          ...values,
          isMonthly: isMonthly && !isNow,
          // The server refuses a text that is no time.
          ...(!isNow && { plannedAt: instantOfWallTime(plannedAt, campus.timeZone) ?? plannedAt }),
        })
      }
      done={({ isNow }) => (isNow ? t`The test starts` : t`The test is planned`)}
    >
      {({ values: { isNow } }) => [
        {
          name: "kind",
          label: t`Kind`,
          kind: "radio",
          options: kinds.map((value) => ({ value, label: names[value], description: hints[value] })),
        },
        {
          name: "isNow",
          label: t({ message: "When", comment: "Of a test" }),
          kind: "radio",
          options: [
            { value: false, label: t`At a planned time` },
            { value: true, label: t({ message: "Now", comment: "Start of a test" }) },
          ],
        },
        !isNow && {
          name: "plannedAt",
          label: t({ message: "Time", comment: "Of a test" }),
          kind: "moment",
          isRequired: true,
        },
        !isNow && { name: "isMonthly", label: t`Repeat each month`, kind: "checkbox" },
      ]}
    </FormDialog>
  );
}
