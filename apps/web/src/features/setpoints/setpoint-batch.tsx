import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import type { Command, CommandBatch } from "@verandah/contract/commands/commands.ts";
import { listAirUnits } from "@verandah/contract/hvac/hvac.ts";

import { batchQuery, isEnded } from "#data/commands/command-queries.ts";
import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { isRefusal } from "#shared/call.ts";
import { CommandProgress } from "#shared/commands/command-progress.tsx";
import { useCommand } from "#shared/commands/use-command.ts";
import { quantity } from "#shared/format/number.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useSearchState } from "#shared/search-state.ts";
import { refusalText } from "#shared/texts/field-text.ts";
import { problemText } from "#shared/texts/problem-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

interface Props {
  /** The batch and its retries, oldest first. */
  batchIds: readonly string[];
  /** The refused setpoint, °C. */
  value: number;
}

/** Progress of a change on each unit. It continues without the page; its address shows it again. */
export function SetpointBatch({ batchIds, value }: Props) {
  const { t } = useLingui();
  const { building } = useSession();
  const [, change] = useSearchState();
  const momentText = useMomentText();
  const { send, isSending } = useCommand();
  const { batches, error, isLoading } = useQueries({
    queries: batchIds.map((id) => batchQuery(id)),
    combine: (results) => ({
      batches: results.flatMap(({ data }): CommandBatch[] => (data ? [data] : [])),
      error: results.find((result) => result.error)?.error,
      isLoading: results.some((result) => result.isPending),
    }),
  });
  const { data: air } = useRoute(listAirUnits, { id: building.id });
  const names = new Map(air?.units.map(({ ssid, name }) => [ssid, name]));
  const rows = progressOf(batches, names);
  const done = rows.filter(isDone).length;
  const failed = rows.filter(hasFailed);
  const underWay = rows.filter(isUnderWay).length;
  const [first] = batches;
  const isMissing = isRefusal(error, "not-found", "input-invalid");

  async function retry(): Promise<void> {
    try {
      const { batchId } = await send({
        writes: failed.map(({ ssid, paramId, command }) => ({
          ssid,
          param_id: paramId,
          value: command ? command.value : value,
        })),
        ...(first?.reason && { reason: first.reason }),
        ...(first?.until && { until: first.until }),
      });
      change({ batch: [...batchIds, batchId].join(",") });
    } catch (failure) {
      showToast({ kind: "error", text: refusalText(failure, "until") });
    }
  }

  if (isLoading) return <Loading height={300} />;
  const by = first?.by?.name ?? "";
  const at = first ? momentText(first.createdAt) : "";
  return (
    <Stack gap={14}>
      <ErrorBanner text={isMissing && t`Change not found.`} error={error} />
      {first && (
        <>
          <Text size="sm" c="dimmed">
            {first.reason ? t`Changed by ${by} at ${at}: ${first.reason}` : t`Changed by ${by} at ${at}`}
          </Text>
          <div role="status">
            <Group gap="md">
              <Text size="sm" fw={600}>{t`${done} of ${rows.length} confirmed`}</Text>
              {underWay > 0 && <Text size="sm" c="dimmed">{t`${underWay} under way`}</Text>}
              {failed.length > 0 && (
                <Text size="sm" fw={600} c="var(--text-critical)">
                  {plural(failed.length, { one: "# failed", other: "# failed" })}
                </Text>
              )}
            </Group>
          </div>
          <Progress.Root size="md" aria-hidden>
            <Progress.Section value={(100 * done) / rows.length} color="var(--state-fine)" />
            <Progress.Section value={(100 * failed.length) / rows.length} color="var(--state-critical)" />
          </Progress.Root>
          <Group gap="sm">
            {failed.length > 0 && (
              <Button onClick={() => void retry()} loading={isSending} disabled={underWay > 0}>
                {t`Retry failed`}
              </Button>
            )}
            <Button variant="default" onClick={() => change({ batch: undefined })}>{t`New change`}</Button>
          </Group>
          <DataTable
            label={t`Progress by unit`}
            rows={rows}
            rowKey={({ ssid }) => ssid}
            columns={[
              { header: t`Unit`, render: ({ name }) => name, isRowHeader: true },
              {
                header: t({ message: "From", comment: "The value before a change" }),
                render: ({ command }) => shown(command?.before),
              },
              {
                header: t({ message: "To", comment: "The value after a change" }),
                render: ({ command }) => shown(command ? command.value : value),
              },
              {
                header: t`Progress`,
                render: ({ command, refusal }) =>
                  refusal ? (
                    <Text size="xs" c="var(--text-critical)">
                      {refusal.code === "device-unreachable"
                        ? t`Offline, not changed`
                        : problemText(refusal.code)}
                    </Text>
                  ) : (
                    <CommandProgress command={command} />
                  ),
              },
            ]}
          />
        </>
      )}
    </Stack>
  );
}

const shown = (celsius: number | null | undefined) =>
  celsius === null || celsius === undefined ? "–" : quantity(celsius, "degC");

/** Progress of a change on one unit, by its newest command. */
interface UnitProgress {
  ssid: string;
  paramId: string;
  name: string;
  /** Undefined when it was refused. */
  command: Command | undefined;
  refusal: CommandBatch["refused"][number] | undefined;
}

/**
 * One row per unit, from a batch and its retries, oldest first.
 *
 * @param names names of the units by ssid; a refused write has none
 */
function progressOf(batches: readonly CommandBatch[], names: ReadonlyMap<string, string>): UnitProgress[] {
  const rows = new Map<string, UnitProgress>();
  for (const batch of batches) {
    for (const command of batch.commands)
      rows.set(command.ssid, {
        ssid: command.ssid,
        paramId: command.param_id,
        name: command.deviceName,
        command,
        refusal: undefined,
      });
    for (const refusal of batch.refused)
      rows.set(refusal.ssid, {
        ssid: refusal.ssid,
        paramId: refusal.param_id,
        name: names.get(refusal.ssid) ?? refusal.ssid,
        command: undefined,
        refusal,
      });
  }
  return [...rows.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

/** Ended without success. A superseded command has not failed. */
function hasFailed({ command, refusal }: UnitProgress): boolean {
  return refusal !== undefined || command?.state === "failed" || command?.state === "expired";
}

const isDone = ({ command }: UnitProgress): boolean => command?.state === "verified";

const isUnderWay = ({ command }: UnitProgress): boolean => command !== undefined && !isEnded(command);
