import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { listMessageProblems, type MessageProblem } from "@verandah/contract/devices/message-problems.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { fullText } from "#shared/format/time.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

/** For administrators: messages of gateways and connected devices that cannot be used. Nothing without any. */
export function MessageProblems() {
  const { t } = useLingui();
  const session = useSession();
  const ageText = useAgeText();
  const isAllowed = admits(listMessageProblems.access, session.role.id);
  const listed = useRoute(listMessageProblems, {}, { enabled: isAllowed });
  if (!isAllowed || (!listed.error && !listed.data?.length)) return null;
  const reasons: Record<MessageProblem, string> = {
    "not-json": t`Not JSON: a bare NaN or a damaged text`,
    "wrong-shape": t`Wrong shape: a text in place of a number, or a missing field`,
    "wrong-time": t`Wrong time: times are in milliseconds since 1970`,
    rejected: t`Rejected: a foreign device, or a value that cannot be stored`,
    "foreign-topic": t`Topic of another client`,
    "name-in-use": t`Several clients use this name`,
  };
  return (
    <SectionCard title={t`Messages that cannot be used`}>
      <Text size="sm" c="dimmed">
        {t`These messages of the last 7 days are not stored, and their senders do not send them again. Correct the sender.`}
      </Text>
      <Section of={listed}>
        {(problems) => (
          <DataTable
            label={t`Messages that cannot be used`}
            rows={problems}
            rowKey={({ ssid, reason }) => `${ssid} ${reason}`}
            columns={[
              {
                header: t`Sender`,
                width: 120,
                render: ({ ssid, name }) => (name === ssid ? ssid : `${name} · ${ssid}`),
                sortKey: ({ name }) => name,
              },
              { header: t`Reason`, width: 140, render: ({ reason }) => reasons[reason] },
              {
                header: t`Messages`,
                render: ({ count }) => numberText(count),
                isNumber: true,
                sortKey: ({ count }) => count,
              },
              {
                header: t`Since`,
                render: ({ since }) => fullText(since, session.campus.timeZone),
                sortKey: ({ since }) => since,
              },
              {
                header: t`Last received`,
                render: ({ lastAt }) => ageText(lastAt),
                sortKey: ({ lastAt }) => lastAt,
              },
              {
                header: t`Last message`,
                width: 140,
                card: "line",
                render: ({ lastMessage }) => <code dir="ltr">{lastMessage}</code>,
              },
            ]}
          />
        )}
      </Section>
    </SectionCard>
  );
}
