import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Group, Table, Text } from "@mantine/core";
import { type SourcePeriod, TRANSFERS_MAX } from "@verandah/contract/ups.ts";
import { listUpsTransfers } from "@verandah/contract/ups.ts";
import { ups as upsType, UPS_STATUS } from "@verandah/equipment/types/ups.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText, quantity } from "#shared/format/number.ts";
import { durationText, fullText } from "#shared/format/time.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";
import { TimeRangePicker } from "#shared/ui/time-range/time-range-picker.tsx";
import { useTimeRange } from "#shared/ui/time-range/use-time-range.ts";
import { useNow } from "#shared/use-now.ts";

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
            {data.periods.length > 0 && (
              <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} aria-label={t`Transfers`}>
                <Table verticalSpacing={4} fz="sm">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{t({ message: "Start", comment: "Column: begin of a time" })}</Table.Th>
                      <Table.Th>{t({ message: "From", comment: "Column: source of power before" })}</Table.Th>
                      <Table.Th>{t({ message: "To", comment: "Column: source of power after" })}</Table.Th>
                      <Table.Th>{t`Duration`}</Table.Th>
                      <Table.Th>{t`Mean load`}</Table.Th>
                      <Table.Th>{t`Lowest charge`}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {data.periods.map((period) => (
                      <TransferRow key={period.start} period={period} />
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            )}
          </>
        );
      }}
    </Section>
  );
}

const percent = (value: number | null) => (value === null ? "–" : quantity(value, "percent", 0));

function TransferRow({ period }: { period: SourcePeriod }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const nowMs = useNow();
  const { valueText } = usePointText();
  const { start, end, before, source, loadPercent, chargePercent } = period;
  const word = (status: number | null) =>
    status === null
      ? t({ message: "Unknown", comment: "Source of power" })
      : valueText(UPS_STATUS, status, "none", upsType.type);
  const length = durationText((end === null ? nowMs : Date.parse(end)) - Date.parse(start));
  return (
    <Table.Tr {...(source === null && { c: "dimmed" })}>
      <Table.Td>{fullText(start, campus.timeZone)}</Table.Td>
      <Table.Td>{word(before)}</Table.Td>
      <Table.Td>{source === null ? t`Unknown: no readings` : word(source)}</Table.Td>
      <Table.Td>{end === null ? t`${length}, ongoing` : length}</Table.Td>
      <Table.Td>{percent(loadPercent)}</Table.Td>
      <Table.Td>{percent(chargePercent)}</Table.Td>
    </Table.Tr>
  );
}
