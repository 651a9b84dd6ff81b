import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Card, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { listFailedLamps } from "@verandah/contract/lighting/lights.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { Section } from "#shared/ui/section.tsx";

/** The failed lamps of a floor, and how many lamps have no confirmed state. */
export function FailedLamps({ floorId }: { floorId: number }) {
  const lamps = useRoute(listFailedLamps, { id: floorId });
  return (
    <Section of={lamps} height={46} isPart>
      {(data) => data.total > 0 && <Lamps data={data} />}
    </Section>
  );
}

function Lamps({ data: { failed, total, ...confirmed } }: { data: ReplyOf<typeof listFailedLamps> }) {
  const { t } = useLingui();
  const momentText = useMomentText();
  const unknown = useIsOld() ? total : confirmed.unknown;
  const count = failed.length;
  return (
    <Card component="section" aria-label={t`Failed lamps`} padding="sm">
      <Group gap="xs">
        <StateIcon state={count > 0 ? "low" : unknown > 0 ? "unknown" : "fine"} isColored />
        <Title order={2} size="h5">{t`Failed lamps`}</Title>
        <Text size="sm">{count > 0 ? t`${count} of ${total}` : t`None reported`}</Text>
        {unknown > 0 && (
          <Text size="sm" c="dimmed">
            {plural(unknown, { one: "# lamp unknown", other: "# lamps unknown" })}
          </Text>
        )}
      </Group>
      {count > 0 && (
        <DataTable
          label={t`Failed lamps`}
          rows={failed}
          rowKey={({ ssid, channel }) => ssid + (channel ?? "")}
          columns={[
            {
              header: t`Lamp`,
              render: ({ ssid, name, channel }) => (
                <>
                  <Link to="/admin/device" search={{ device: ssid }}>
                    {name}
                  </Link>
                  {channel !== null && ` · ${t`Channel ${channel}`}`}
                </>
              ),
              sortKey: ({ name, channel }) => `${name} ${channel ?? ""}`,
            },
            { header: t`Zone`, text: ({ zone }) => zone },
            { header: t`Area`, text: ({ area }) => area },
            {
              header: t({ message: "Since", comment: "Heading of the start of a failure" }),
              render: ({ since }) => momentText(since),
              sortKey: ({ since }) => since,
            },
          ]}
        />
      )}
    </Card>
  );
}
