import { useLingui } from "@lingui/react/macro";
import { Group, Progress, Stack, Text } from "@mantine/core";
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
import type { TableColumn } from "#shared/ui/data-grid/columns.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
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
        {t`100 % is ${hours} hours a day from Monday to Friday, until now. Used means checked in.`}{" "}
        {kind === "room" &&
          t`Air set back: hours for which the unit was off after a release, until the end of the booking. Rooms of one unit share these hours. Energy saved is an estimate: these hours, times the fall of the power at the meter when the unit stops (median of its stops in the last 14 days, at least three). Units that stop together share the fall.`}
      </Text>
    </Stack>
  );
}

const count = (header: string, sortKey: (row: Utilisation) => number): TableColumn<Utilisation> => ({
  header,
  isNumber: true,
  render: (row) => numberText(sortKey(row)),
  sortKey,
});

function Rows({ kind, rows }: { kind: SpaceKind; rows: readonly Utilisation[] }) {
  const { t } = useLingui();
  if (rows.length === 0) return <Text c="dimmed" role="status">{t`There is no data for this time.`}</Text>;
  const saved = (
    header: string,
    sortKey: (row: Utilisation) => number | null,
    unit: string,
  ): TableColumn<Utilisation> => ({
    header,
    isNumber: true,
    render: (row) => {
      const value = sortKey(row);
      return value === null ? t`Unknown` : `${numberText(value, 1)} ${unit}`;
    },
    sortKey,
  });
  return (
    <DataTable
      label={t`Utilisation`}
      rows={rows}
      rowKey={({ floor, name }) => `${floor} ${name}`}
      columns={[
        { header: t`Floor`, render: ({ floor }) => floor, card: "field" },
        { header: t`Place`, width: 120, text: ({ name }) => name, card: "title" },
        {
          header: t`Booked and used`,
          width: 160,
          card: "line",
          render: ({ bookedPercent, usedPercent }) =>
            bookedPercent !== null &&
            usedPercent !== null && (
              <Progress.Root size="lg" aria-hidden>
                <Progress.Section value={usedPercent} />
                <Progress.Section value={bookedPercent - usedPercent} color="gray" />
              </Progress.Root>
            ),
        },
        {
          header: t`Booked`,
          isNumber: true,
          render: (row) => <Hours hours={row.bookedHours} percent={row.bookedPercent} />,
          sortKey: ({ bookedHours }) => bookedHours,
        },
        {
          header: t`Used`,
          isNumber: true,
          render: (row) => <Hours hours={row.usedHours} percent={row.usedPercent} />,
          sortKey: ({ usedHours }) => usedHours,
        },
        count(t`Released`, ({ released }) => released),
        count(t`Cancelled`, ({ cancelled }) => cancelled),
        kind === "room" && saved(t`Air set back`, ({ savedHours }) => savedHours, "h"),
        kind === "room" && saved(t`Energy saved`, ({ savedKilowattHours: saving }) => saving, "kWh"),
      ]}
    />
  );
}

function Hours({ hours, percent }: { hours: number; percent: number | null }) {
  const shown = numberText(hours, 1);
  return (
    <>
      {shown} h
      <Text size="xs" c="dimmed">
        {percent === null ? "–" : `${numberText(percent)} %`}
      </Text>
    </>
  );
}
