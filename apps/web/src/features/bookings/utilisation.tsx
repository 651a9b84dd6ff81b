import { useLingui } from "@lingui/react/macro";
import { Group, Progress, Stack, Table, Text } from "@mantine/core";
import type { SpaceKind } from "@verandah/contract/bookings/bookings.ts";
import {
  AVAILABLE_HOURS,
  UTILISATION_DAYS_MAX,
  exportUtilisation,
  type Utilisation,
  getUtilisation,
} from "@verandah/contract/bookings/utilisation.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { ExportButtons } from "#shared/export/export-buttons.tsx";
import { useExport } from "#shared/export/use-export.ts";
import { numberText } from "#shared/format/number.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Section } from "#shared/ui/section.tsx";
import { TimeRangePicker } from "#shared/ui/time-range/time-range-picker.tsx";
import { useTimeRange } from "#shared/ui/time-range/use-time-range.ts";

/** How much the rooms, or the seats of each zone, of the building were booked and used; the days are in the address. */
export function UtilisationReport({ kind }: { kind: SpaceKind }) {
  const { t } = useLingui();
  const { building } = useSession();
  const language = useLanguage();
  const exporting = useExport();
  const range = useTimeRange({ first: "7d", maxDays: UTILISATION_DAYS_MAX, isByDay: true });
  const asked = { id: building.id, kind, ...range.days };
  const report = useRoute(getUtilisation, asked, { keepsLast: true, enabled: !range.isWrong });
  const hours = AVAILABLE_HOURS;
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="md">
        <TimeRangePicker range={range} />
        <ExportButtons
          isDisabled={!report.data || range.isWrong}
          exporting={exporting}
          route={exportUtilisation}
          inputOf={(format) => ({ ...asked, format, language })}
          name="utilisation"
        />
      </Group>
      <ErrorBanner text={exporting.failure} onClose={exporting.forgetFailure} />
      {!range.isWrong && <Section of={report}>{(rows) => <Rows kind={kind} rows={rows} />}</Section>}
      <Text size="sm" c="dimmed">
        {t`Parts are of ${hours} hours on each day from Monday to Friday, until now. Used means with a check-in.`}{" "}
        {kind === "room" &&
          t`Air set back: hours for which the unit was off after a release, until the end of the booking. Rooms of one unit share these hours. Energy saved is an estimate: these hours, times the fall of the power at the meter when the unit stops (median of its stops in the last 14 days, at least three). Units that stop together share the fall.`}
      </Text>
    </Stack>
  );
}

function Rows({ kind, rows }: { kind: SpaceKind; rows: readonly Utilisation[] }) {
  const { t } = useLingui();
  if (rows.length === 0) return <Text c="dimmed" role="status">{t`There is no data for this time.`}</Text>;
  return (
    <Table.ScrollContainer minWidth={520} tabIndex={0} scrollAreaProps={{ "aria-label": t`Utilisation` }}>
      <Table aria-label={t`Utilisation`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`Floor`}</Table.Th>
            <Table.Th>{t`Place`}</Table.Th>
            <Table.Th visibleFrom="sm">{t`Booked and used`}</Table.Th>
            <Table.Th ta="right">{t`Booked`}</Table.Th>
            <Table.Th ta="right">{t`Used`}</Table.Th>
            <Table.Th ta="right">{t`Released`}</Table.Th>
            <Table.Th ta="right">{t`Cancelled`}</Table.Th>
            {kind === "room" && <Table.Th ta="right">{t`Air set back`}</Table.Th>}
            {kind === "room" && <Table.Th ta="right">{t`Energy saved`}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={`${row.floor} ${row.name}`}>
              <Table.Td>{row.floor}</Table.Td>
              <Table.Td>{row.name}</Table.Td>
              <Table.Td w={160} visibleFrom="sm">
                {row.bookedPercent !== null && row.usedPercent !== null && (
                  <Progress.Root size="lg" aria-hidden>
                    <Progress.Section value={row.usedPercent} />
                    <Progress.Section value={row.bookedPercent - row.usedPercent} color="gray" />
                  </Progress.Root>
                )}
              </Table.Td>
              <Hours hours={row.bookedHours} percent={row.bookedPercent} />
              <Hours hours={row.usedHours} percent={row.usedPercent} />
              <Table.Td ta="right">{numberText(row.released)}</Table.Td>
              <Table.Td ta="right">{numberText(row.cancelled)}</Table.Td>
              {kind === "room" && (
                <Table.Td ta="right">
                  {row.savedHours === null ? t`Unknown` : `${numberText(row.savedHours, 1)} h`}
                </Table.Td>
              )}
              {kind === "room" && (
                <Table.Td ta="right">
                  {row.savedKilowattHours === null
                    ? t`Unknown`
                    : `${numberText(row.savedKilowattHours, 1)} kWh`}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Hours({ hours, percent }: { hours: number; percent: number | null }) {
  const shown = numberText(hours, 1);
  return (
    <Table.Td ta="right">
      {shown} h
      <Text size="xs" c="dimmed">
        {percent === null ? "–" : `${numberText(percent)} %`}
      </Text>
    </Table.Td>
  );
}
