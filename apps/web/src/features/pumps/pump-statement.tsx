import { useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Select, Text, Title } from "@mantine/core";
import {
  exportPumpStatement,
  type StatementValue,
  firstDayWithin,
  type PumpStatement as Statement,
  statementFormats,
} from "@verandah/contract/pumps/pump-statement.ts";
import { getPumpStatement } from "@verandah/contract/pumps/pump-statement.ts";
import { type StatementText, statementTexts } from "@verandah/contract/pumps/statement-texts.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useExport } from "#shared/export/use-export.ts";
import { numberText } from "#shared/format/number.ts";
import { dateText, fullText, monthText, shortDayText } from "#shared/format/time.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useToday } from "#shared/use-now.ts";

import classes from "./pumps.module.css";

const MONTHS_LISTED = 24;

const columns = [
  ["litres", 0],
  ["runHours", 2],
  ["kilowattHour", 2],
] as const;

/** The months up to one, the newest first: `2026-01`. */
function monthsUpTo(month: string): string[] {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return Array.from({ length: MONTHS_LISTED }, (_, back) =>
    new Date(Date.UTC(year, number - 1 - back)).toISOString().slice(0, 7),
  );
}

/** A month of a pump by day, with the mark of each value, and its signed files. */
export function PumpStatement({ ssid }: { ssid: string }) {
  const { campus } = useSession();
  const { t } = useLingui();
  const language = useLanguage();
  const [search, change] = useSearchState();
  const exporting = useExport();
  const thisMonth = useToday(campus.timeZone).slice(0, 7);
  const month = searchText(search["month"]) ?? thisMonth;
  const asked = useRoute(getPumpStatement, { ssid, month });
  const title = t(statementTexts.title);
  return (
    <Card component="section" padding="sm" aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <Group gap="xs" align="flex-end" mb="sm">
        <Select
          label={t(statementTexts.month)}
          data={monthsUpTo(thisMonth).map((value) => ({
            value,
            label: monthText(value),
          }))}
          value={month}
          allowDeselect={false}
          onChange={(value) => change({ month: value ?? undefined })}
          w={190}
        />
        {statementFormats.map((format) => (
          <Button
            key={format}
            variant="default"
            px="sm"
            disabled={!asked.data}
            loading={exporting.running?.format === format}
            onClick={() =>
              exporting.start({
                route: exportPumpStatement,
                input: { ssid, month, format, language },
                format,
                name: `${ssid}-${month}`,
              })
            }
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </Group>
      <ErrorBanner text={exporting.failure} onClose={exporting.forgetFailure} />
      <Section of={asked} height={120} errorText={refusedFieldText(asked.error, "month")}>
        {(statement) => <StatementTables statement={statement} />}
      </Section>
    </Card>
  );
}

function StatementTables({ statement }: { statement: Statement }) {
  const { campus } = useSession();
  const { i18n } = useLingui();
  const word = (name: StatementText, value = "") => i18n._({ ...statementTexts[name], values: { 0: value } });
  const { days, total, isOver, until } = statement;
  const first = firstDayWithin(statement);
  const from = first && word("total-from", dateText(first, "UTC"));
  const missingDays = (name: (typeof columns)[number][0]) =>
    days.filter((day) => day[name].mark === "missing").length;
  return (
    <>
      {!isOver && (
        <Text size="sm" mb="xs" role="status">
          {word("until-now", fullText(until, campus.timeZone))}
        </Text>
      )}
      {from && (
        <Text size="sm" mb="xs">
          {from}
        </Text>
      )}
      <dl className={classes["facts"]} aria-label={from ?? word(isOver ? "total" : "total-until-now")}>
        {columns.map(([name, digits]) => (
          <div key={name}>
            <dt>{word(name)}</dt>
            <dd>
              <StatementValueText quantity={total[name]} digits={digits} missingDays={missingDays(name)} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{word("completeness")}</dt>
          <dd>{numberText(total.completenessPercent, 1)}</dd>
        </div>
      </dl>
      <details className={classes["more"]}>
        <summary>{word("by-day")}</summary>
        <table className={classes["statement"]}>
          <thead>
            <tr>
              {(["date", "litres", "runHours", "kilowattHour", "completeness"] as const).map((name) => (
                <th key={name} scope="col">
                  {word(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{shortDayText(day.date)}</th>
                {columns.map(([name, digits]) => (
                  <td key={name}>
                    <StatementValueText quantity={day[name]} digits={digits} />
                  </td>
                ))}
                <td>{numberText(day.completenessPercent, 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <details className={classes["more"]}>
        <summary>{word("how-counted")}</summary>
        <Text size="sm">{word("rule")}</Text>
      </details>
    </>
  );
}

function StatementValueText({
  quantity,
  digits,
  missingDays,
}: {
  quantity: StatementValue;
  digits: number;
  missingDays?: number;
}) {
  const { i18n } = useLingui();
  const { value, mark } = quantity;
  return (
    <>
      {value === null ? "–" : numberText(value, digits)}
      <span className={classes["mark"]} data-mark={mark}>
        {missingDays && value !== null
          ? i18n._({ ...statementTexts["missing-days"], values: { 0: missingDays } })
          : i18n._(statementTexts[mark])}
      </span>
    </>
  );
}
