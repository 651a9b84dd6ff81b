import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Group, Text } from "@mantine/core";
import { type ListedCommand, listCommands } from "@verandah/contract/commands/commands.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
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
        {(commands) => <CommandTable commands={commands} isDeviceShown={ssid === undefined} />}
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

interface Props {
  commands: readonly ListedCommand[];
  isDeviceShown: boolean;
}

function CommandTable({ commands, isDeviceShown }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { nameOf, valueText } = usePointText();
  const originName = useOriginName();
  const kinds = {
    person: t({ message: "in the browser", comment: "Where a command came from" }),
    api: t({ message: "via API", comment: "Where a command came from" }),
    schedule: t({ message: "schedule", comment: "Where a command came from" }),
    booking: t({ message: "booking", comment: "Where a command came from" }),
  };
  const source = ({ by, origin, reason }: ListedCommand) => {
    const name = by?.name ?? (origin.name && originName(origin.name));
    return `${[name, kinds[origin.kind]].filter(Boolean).join(" · ")}${reason ? ` – ${reason}` : ""}`;
  };
  return (
    <DataTable
      label={t`Newest commands`}
      rows={commands}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t({ message: "When", comment: "Column: time of a command" }),
          width: 140,
          render: ({ createdAt }) => fullText(createdAt, campus.timeZone),
        },
        isDeviceShown && { header: t`Device`, render: ({ deviceName }) => deviceName },
        {
          header: t({ message: "What", comment: "Column: what a command writes" }),
          width: 150,
          render: ({ param_id: paramId, value, unit, deviceType }) =>
            `${nameOf(paramId, deviceType)}: ${value === null ? t`released` : valueText(paramId, value, unit, deviceType)}`,
        },
        {
          header: t({ message: "From", comment: "Column: who or what gave a command" }),
          width: 150,
          render: source,
        },
        {
          header: t({ message: "State", comment: "Column: how far a command has come" }),
          width: 150,
          render: (command) => {
            const { tries } = command;
            return (
              <>
                <CommandProgress command={command} />
                {tries > 1 && (
                  <Text size="xs" c="dimmed">
                    {plural(tries, { one: "# attempt", other: "# attempts" })}
                  </Text>
                )}
              </>
            );
          },
        },
      ]}
    />
  );
}
