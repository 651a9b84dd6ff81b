import { useLingui } from "@lingui/react/macro";
import { Card, ScrollArea, Table, Text, Title } from "@mantine/core";
import { listForeignOverrides } from "@verandah/contract/commands/overrides.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { fullText } from "#shared/format/time.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { Section } from "#shared/ui/section.tsx";

/** Points that another system overrides; nothing without any. */
export function ForeignOverridesCard() {
  const { t } = useLingui();
  const { building, campus } = useSession();
  const { nameOf, valueText } = usePointText();
  const listed = useRoute(listForeignOverrides, { building: building.id });
  if (!listed.error && !listed.data?.length) return null;
  return (
    <Card component="section" aria-label={t`Foreign overrides`} padding="sm">
      <Title order={2} size="h5">{t`Foreign overrides`}</Title>
      <Section of={listed} isPart>
        {(overrides) => (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {t`Another system holds these points. Commands take effect when it releases them.`}
            </Text>
            <ScrollArea
              tabIndex={0}
              viewportProps={{ tabIndex: 0, role: "group", "aria-label": t`Foreign overrides` }}
            >
              <Table miw={620} verticalSpacing={4} fz="sm">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t`Device`}</Table.Th>
                    <Table.Th>{t`Point`}</Table.Th>
                    <Table.Th>{t`Value`}</Table.Th>
                    <Table.Th>{t`Priority`}</Table.Th>
                    <Table.Th>{t({ message: "Since", comment: "When an override began" })}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {overrides.map(
                    ({ ssid, deviceName, floorName, param_id: paramId, value, unit, priority, since }) => (
                      <Table.Tr key={`${ssid} ${paramId}`}>
                        <Table.Td>
                          {deviceName} {floorName}
                        </Table.Td>
                        <Table.Td>{nameOf(paramId)}</Table.Td>
                        <Table.Td>{valueText(paramId, value, unit)}</Table.Td>
                        <Table.Td>{priority}</Table.Td>
                        <Table.Td>{fullText(since, campus.timeZone)}</Table.Td>
                      </Table.Tr>
                    ),
                  )}
                </Table.Tbody>
              </Table>
            </ScrollArea>
          </>
        )}
      </Section>
    </Card>
  );
}
