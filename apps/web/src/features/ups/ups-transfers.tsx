import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import { type SourcePeriod, TRANSFERS_MAX } from "@verandah/contract/ups.ts";
import { listUpsTransfers } from "@verandah/contract/ups.ts";
import { ups as upsType, UPS_STATUS } from "@verandah/equipment/types/ups.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText, quantity } from "#shared/format/number.ts";
import { fullText } from "#shared/format/time.ts";
import { useDurationText } from "#shared/format/use-time-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";
import { TimeRangePicker } from "#shared/ui/time-range/time-range-picker.tsx";
import { useTimeRange } from "#shared/ui/time-range/use-time-range.ts";

const DAYS_MAX = 366;

/** When the output source of a UPS changed in the time of the screen; in the last 30 days without one. */
export function UpsTransfers({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const range = useTimeRange({ first: "30d", maxDays: DAYS_MAX, isByDay: true });
  return (
    <SectionCard title={t`Transfers`}>
      <Group gap="sm" align="flex-start" mb="sm">
        <TimeRangePicker range={range} />
      </Group>
      {!range.isWrong && <TransferList ssid={ssid} {...range.days} />}
    </SectionCard>
  );
}

function TransferList({ ssid, from, to }: { ssid: string; from: string; to: string }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const clock = createWallClock(campus.timeZone);
  const range = {
    from: clock.instantOf(from, "00:00").toISOString(),
    to: clock.instantOf(addDays(to, 1), "00:00").toISOString(),
  };
  const listed = useRoute(listUpsTransfers, { ssid, ...range });
  return (
    <Section of={listed} height={120}>
      {(data) => {
        const coverage = numberText(data.coveragePercent, 1);
        return (
          <>
            <Text size="sm" role="status">
              {data.transfers === 0
                ? t`No transfers in this time.`
                : plural(data.transfers, { one: "# transfer", other: "# transfers" })}{" "}
              <Text span c="dimmed">{t`Readings cover ${coverage} % of this time.`}</Text>
            </Text>
            {data.periods.length === TRANSFERS_MAX && (
              <Text size="sm" c="dimmed">{t`Only the newest ${TRANSFERS_MAX} are shown.`}</Text>
            )}
            {data.periods.length > 0 && <PeriodTable periods={data.periods} />}
          </>
        );
      }}
    </Section>
  );
}

const percent = (value: number | null) => (value === null ? "–" : quantity(value, "percent", 0));

function PeriodTable({ periods }: { periods: readonly SourcePeriod[] }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const durationText = useDurationText();
  const { valueText } = usePointText();
  const word = (status: number | null) =>
    status === null
      ? t({ message: "Unknown", comment: "Source of power" })
      : valueText(UPS_STATUS, status, "none", upsType.type);
  const lengthOf = ({ start, end }: SourcePeriod) => {
    const length = durationText(start, end);
    return end === null ? t`${length}, ongoing` : length;
  };
  return (
    <DataTable
      label={t`Transfers`}
      rows={periods}
      rowKey={({ start }) => start}
      columns={[
        {
          header: t({ message: "Start", comment: "Column: begin of a time" }),
          width: 140,
          render: ({ start }) => fullText(start, campus.timeZone),
        },
        {
          header: t({ message: "From", comment: "Column: source of power before" }),
          render: ({ before }) => word(before),
        },
        {
          header: t({ message: "To", comment: "Column: source of power after" }),
          render: ({ source }) =>
            source === null ? (
              <Text span inherit c="dimmed">
                {t`Unknown: no readings`}
              </Text>
            ) : (
              word(source)
            ),
        },
        { header: t`Duration`, render: lengthOf },
        { header: t`Mean load`, render: ({ loadPercent }) => percent(loadPercent), isNumber: true },
        { header: t`Lowest charge`, render: ({ chargePercent }) => percent(chargePercent), isNumber: true },
      ]}
    />
  );
}
