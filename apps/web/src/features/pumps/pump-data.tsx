import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack } from "@mantine/core";
import {
  exportPumpData,
  type PumpDataRow,
  pumpDigits,
  type PumpNumberColumn,
} from "@verandah/contract/pumps/pumps.ts";
import { listPumpData } from "@verandah/contract/pumps/pumps.ts";
import { levelOf } from "@verandah/equipment/states.ts";
import { FAULT, MOTOR, solarPump, WARNING } from "@verandah/equipment/types/solar-pump.ts";
import { type ReactNode, useState } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { useExport } from "#shared/export/use-export.ts";
import { numberText } from "#shared/format/number.ts";
import { fieldText } from "#shared/texts/field-text.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import type { GridColumn } from "#shared/ui/data-grid/columns.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { QualityMark } from "#shared/ui/quality-mark.tsx";
import { CommonRanges, RangeFields } from "#shared/ui/time-range/time-range-picker.tsx";
import type { Instants } from "#shared/ui/time-range/time-ranges.ts";

import { usePumpDataView } from "./pump-data-view.ts";

import classes from "./pumps.module.css";

/** Source: spec 2 §9 (error banner). */
const BANNER_MS = 6_000;
const ONE_LINE = { whiteSpace: "nowrap" } as const;

type PumpDataView = ReturnType<typeof usePumpDataView>;

/** The readings of a pump as a grid, with their range and their file. Source: spec 2 §2 Solar pump dashboard. */
export function PumpData({ ssid, name }: { ssid: string; name: string }) {
  const { t } = useLingui();
  const language = useLanguage();
  const view = usePumpDataView(ssid);
  const exporting = useExport();
  const asked = useRoute(listPumpData, view.fields, {
    enabled: !view.range.isWrong,
    keepsLast: ({ ssid: last }) => last === view.fields.ssid,
  });
  const columns = useColumns();
  return (
    <Stack component="section" aria-label={t`Pump data`} gap={10} className={classes["data"] ?? ""}>
      <Group align="end" gap={10}>
        <Range key={view.range.name ?? JSON.stringify(view.range.typed)} range={view.range} />
        <Button
          variant="default"
          disabled={view.range.isWrong}
          loading={exporting.running !== undefined}
          onClick={() =>
            exporting.start({
              route: exportPumpData,
              input: { ...view.fields, language },
              format: "csv",
              name: ssid,
            })
          }
        >
          {t`Export to CSV`}
        </Button>
        <CommonRanges range={view.range} />
      </Group>
      <ErrorBanner text={exporting.failure} onClose={exporting.forgetFailure} hideAfterMs={BANNER_MS} />
      {!view.range.isWrong && (
        <DataGrid
          label={t`Readings of ${name}`}
          columns={columns}
          rowKey={(row) => row.at}
          of={asked}
          state={view.grid}
          onState={view.setGrid}
          emptyText={t`No records in this period.`}
        />
      )}
    </Stack>
  );
}

/** From and To, which apply with 'submit', and the last hour. */
function Range({ range }: Pick<PumpDataView, "range">) {
  const { t } = useLingui();
  const [changed, setChanged] = useState<Partial<Instants>>({});
  const [isSubmitted, setSubmitted] = useState(false);
  const typed: Instants = { ...range.typed, ...changed };

  function submit() {
    setSubmitted(true);
    if (typed.from === "" || typed.to === "") return;
    if (typed.to > typed.from) range.type(typed);
    else
      showToast({
        id: "pump-range",
        kind: "error",
        text: t`End date should be greater than start date`,
        stays: true,
      });
  }

  return (
    <>
      <Button variant="default" onClick={() => range.choose("1h")}>{t`last 1hr data`}</Button>
      <RangeFields
        {...typed}
        hasTime
        problem={(end) =>
          isSubmitted && typed[end] === "" ? fieldText("Choose a date and a time") : range.problem(end)
        }
        onChange={(end) => {
          setSubmitted(false);
          setChanged({ ...changed, ...end });
        }}
      />
      <Button onClick={submit}>{t`submit`}</Button>
    </>
  );
}

/** Columns as specified. Source: spec 2 §2 Solar pump dashboard. */
function useColumns(): GridColumn<PumpDataRow>[] {
  const { t } = useLingui();
  const { valueText, pointOf } = usePointText();
  const state = (paramId: string, value: number | null): ReactNode => {
    if (value === null) return t`No data`;
    const level = levelOf(pointOf(paramId, solarPump.type), value);
    const word = valueText(paramId, value, "none", solarPump.type);
    return (
      <span className={level ? classes["condition"] : undefined} data-level={level}>
        {word}
      </span>
    );
  };
  const number = (
    id: PumpNumberColumn,
    header: string,
    value: (row: PumpDataRow) => number | null,
    unit: string,
  ) => ({
    id,
    header,
    width: 56,
    isNumber: true,
    render: (row: PumpDataRow) => {
      const known = value(row);
      if (known === null) return t`No data`;
      return (
        <>
          {numberText(known, pumpDigits[id])}
          <span className={classes["unit"]}> {unit}</span>
        </>
      );
    },
  });
  return [
    {
      id: "date",
      header: t`date`,
      width: 80,
      render: (row) => <span style={ONE_LINE}>{row.date}</span>,
    },
    {
      id: "time",
      header: t`time`,
      width: 60,
      render: (row) => (
        <span style={ONE_LINE}>
          {row.time}{" "}
          {row.quality !== "good" && <QualityMark of={{ quality: row.quality, measured_time: row.at }} />}
        </span>
      ),
    },
    {
      id: "MotorStatus",
      header: t`MotorStatus`,
      width: 60,
      render: (row) => state(MOTOR, row.motor),
    },
    number("WaterflowRate(lpm)", t`WaterflowRate(lpm)`, (row) => row.flowLitrePerMinute, "lpm"),
    number("WF_per_Day(L)", t`WF_per_Day(L)`, (row) => row.dayLitre, "L"),
    number("voltage(v)", t`voltage(v)`, (row) => row.volt, "V"),
    number("Current(A)", t`Current(A)`, (row) => row.ampere, "A"),
    number("Power(W)", t`Power(W)`, (row) => row.watt, "W"),
    {
      id: "FaultCondition",
      header: t`FaultCondition`,
      width: 90,
      render: (row) => state(FAULT, row.fault),
    },
    {
      id: "WarningCondition",
      header: t`WarningCondition`,
      width: 100,
      render: (row) => state(WARNING, row.warning),
    },
  ];
}
