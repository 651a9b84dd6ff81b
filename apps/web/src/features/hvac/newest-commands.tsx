import { Trans, useLingui } from "@lingui/react/macro";
import { Card, ScrollArea, Skeleton, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Command } from "@verandah/contract/commands.ts";

import { CommandProgress } from "#shared/commands/command-progress.tsx";
import { fullText } from "#shared/format/time.ts";
import { useSession } from "#shared/session.ts";
import { usePointText } from "#shared/use-point-text.ts";

import { newestCommandsQuery } from "./overrides.queries.ts";

/** The building's newest commands, from whomever they come, with how far each has come. */
export function NewestCommands() {
  const { t } = useLingui();
  const { building } = useSession();
  const { data, isError } = useQuery(newestCommandsQuery(building.id));
  return (
    <Card component="section" aria-label={t`Newest commands`} padding="sm">
      <Title order={2} size="h5" mb="xs">
        <Trans>Newest commands</Trans>
      </Title>
      {!data && !isError && <Skeleton height={160} />}
      {isError && !data && (
        <Text size="sm" c="dimmed">
          <Trans>The commands could not be loaded.</Trans>
        </Text>
      )}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Nobody has ordered anything yet.</Trans>
        </Text>
      )}
      {data && data.length > 0 && (
        <ScrollArea
          tabIndex={0}
          viewportProps={{ tabIndex: 0, role: "group", "aria-label": t`Newest commands` }}
        >
          <Table miw={760} verticalSpacing={4} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t({ message: "When", comment: "Column: time of a command" })}</Table.Th>
                <Table.Th>{t`Device`}</Table.Th>
                <Table.Th>{t({ message: "What", comment: "Column: what a command writes" })}</Table.Th>
                <Table.Th>{t({ message: "From", comment: "Column: who or what gave a command" })}</Table.Th>
                <Table.Th>{t({ message: "State", comment: "Column: how far a command has come" })}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((command) => (
                <CommandRow key={command.id} command={command} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </Card>
  );
}

function CommandRow({ command }: { command: Command }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { nameOf, valueText } = usePointText();
  const { by, origin, param_id: paramId, unit, value } = command;
  const kinds = {
    person: t({ message: "in the browser", comment: "Where a command came from" }),
    api: t({ message: "by the interface", comment: "Where a command came from" }),
    schedule: t({ message: "schedule", comment: "Where a command came from" }),
    booking: t({ message: "booking", comment: "Where a command came from" }),
  };
  return (
    <Table.Tr>
      <Table.Td>{fullText(command.createdAt, campus.timeZone)}</Table.Td>
      <Table.Td>{command.deviceName}</Table.Td>
      <Table.Td>
        {nameOf(paramId)}: {value === null ? t`released` : valueText(paramId, value, unit)}
      </Table.Td>
      <Table.Td>
        {[by?.name ?? origin.name, kinds[origin.kind]].filter(Boolean).join(" · ")}
        {command.reason && ` – ${command.reason}`}
      </Table.Td>
      <Table.Td>
        <CommandProgress command={command} />
      </Table.Td>
    </Table.Tr>
  );
}
