import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Group, ScrollArea, Table, Text } from "@mantine/core";
import { type ListedCommand, listCommands } from "@verandah/contract/commands/commands.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { fullText } from "../format/time.ts";
import { usePointText } from "../texts/use-point-text.ts";
import { CommandProgress } from "./command-progress.tsx";
import { useOriginName } from "./use-origin-name.ts";

/** Commands of one page. */
const COMMANDS_PAGE = 20;

/** The commands of the building, or of one device, by pages, newest first, with the state of each. */
export function NewestCommands({ ssid }: { ssid?: string }) {
  const { t } = useLingui();
  const { building } = useSession();
  // The last command of each page before the one that is shown.
  const [ends, setEnds] = useState<readonly string[]>([]);
  const of = ssid === undefined ? { building: building.id } : { ssid };
  const page = useRoute(
    listCommands,
    { ...of, limit: COMMANDS_PAGE, before: ends.at(-1) },
    { keepsLast: true },
  );
  const last = page.data?.length === COMMANDS_PAGE ? page.data.at(-1)?.id : undefined;
  return (
    <SectionCard title={t`Newest commands`}>
      <Section of={page} height={160} isPart empty={ends.length === 0 && t`No commands yet.`}>
        {(commands) => (
          <ScrollArea
            tabIndex={0}
            viewportProps={{ tabIndex: 0, role: "group", "aria-label": t`Newest commands` }}
          >
            <Table miw={760} verticalSpacing={4} fz="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t({ message: "When", comment: "Column: time of a command" })}</Table.Th>
                  {ssid === undefined && <Table.Th>{t`Device`}</Table.Th>}
                  <Table.Th>{t({ message: "What", comment: "Column: what a command writes" })}</Table.Th>
                  <Table.Th>{t({ message: "From", comment: "Column: who or what gave a command" })}</Table.Th>
                  <Table.Th>
                    {t({ message: "State", comment: "Column: how far a command has come" })}
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {commands.map((command) => (
                  <CommandRow key={command.id} command={command} isDeviceShown={ssid === undefined} />
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea>
        )}
      </Section>
      {(ends.length > 0 || last !== undefined) && (
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button
            size="compact-sm"
            variant="default"
            disabled={ends.length === 0}
            onClick={() => setEnds(ends.slice(0, -1))}
          >
            {t`Newer`}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={last === undefined}
            onClick={() => last !== undefined && setEnds([...ends, last])}
          >
            {t`Older`}
          </Button>
        </Group>
      )}
    </SectionCard>
  );
}

function CommandRow({ command, isDeviceShown }: { command: ListedCommand; isDeviceShown: boolean }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { nameOf, valueText } = usePointText();
  const { by, deviceType, origin, param_id: paramId, tries, unit, value } = command;
  const originName = useOriginName();
  const source = origin.name && originName(origin.name);
  const kinds = {
    person: t({ message: "in the browser", comment: "Where a command came from" }),
    api: t({ message: "via API", comment: "Where a command came from" }),
    schedule: t({ message: "schedule", comment: "Where a command came from" }),
    booking: t({ message: "booking", comment: "Where a command came from" }),
  };
  return (
    <Table.Tr>
      <Table.Td>{fullText(command.createdAt, campus.timeZone)}</Table.Td>
      {isDeviceShown && <Table.Td>{command.deviceName}</Table.Td>}
      <Table.Td>
        {nameOf(paramId, deviceType)}:{" "}
        {value === null ? t`released` : valueText(paramId, value, unit, deviceType)}
      </Table.Td>
      <Table.Td>
        {[by?.name ?? source, kinds[origin.kind]].filter(Boolean).join(" · ")}
        {command.reason && ` – ${command.reason}`}
      </Table.Td>
      <Table.Td>
        <CommandProgress command={command} />
        {tries > 1 && (
          <Text size="xs" c="dimmed">
            {plural(tries, { one: "# attempt", other: "# attempts" })}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
