import { symbolOf } from "@verandah/equipment/units.ts";
import { fieldQualities } from "@verandah/field/points.ts";
import { sql } from "kysely";

import {
  type Fragment,
  nameColumn,
  numberColumn,
  type ReportScope,
  type ReportSource,
  whenColumns,
} from "./report-rows.repository.ts";
import { choiceColumn, codeColumn } from "./texts/coded-columns.repository.ts";
import { pointCode, pointTexts, valueColumn } from "./texts/point-texts.repository.ts";
import { intervalTexts, qualityTexts } from "./texts/state-texts.ts";

/** One row of a comparison: the mean of an interval, or a state with its start. */
export interface ComparedValue {
  at: string;
  deviceName: string;
  deviceType: string;
  paramId: string;
  value: number;
  min: number | null;
  max: number | null;
  unit: string;
  /** A code of `intervalTexts`. */
  interval: string;
}

function columnsOf(scope: ReportScope) {
  const point = pointCode(scope, sql`r."deviceType"`, sql`r."paramId"`);
  return {
    ...whenColumns(scope),
    DeviceName: nameColumn(sql`r."deviceName"`),
    Key: codeColumn(scope, () => pointTexts(scope), point),
    Value: valueColumn(scope, sql`r.value`, point),
    Unit: { shown: sql`r.unit` },
  };
}

/** Values of several points, calculated by telemetry. */
export function comparedValues(scope: ReportScope, values: readonly ComparedValue[]): ReportSource {
  const json = JSON.stringify(
    values.map((value, tie) => ({ ...value, unit: symbolOf(value.unit), tie: values.length - tie })),
  );
  return {
    isComputed: true,
    arms: [
      sql`select * from jsonb_to_recordset(${json}::jsonb) as v
        (tie int, at timestamptz, "deviceName" text, "deviceType" text, "paramId" text, value float8, min float8, max float8, unit text, interval text)`,
    ],
    columns: {
      ...columnsOf(scope),
      Minimum: numberColumn(sql`r.min`),
      Maximum: numberColumn(sql`r.max`),
      Interval: choiceColumn(scope, intervalTexts, sql`r.interval`),
    },
  };
}

export interface StoredPoint {
  deviceName: string;
  deviceType: string;
  paramId: string;
  unit: string;
  /** Selects `at`, `value` and `quality`. */
  values: Fragment;
}

/** Every stored value of several points, with its quality. */
export function storedValues(scope: ReportScope, points: readonly StoredPoint[]): ReportSource {
  return {
    isComputed: true,
    arms: points.map(
      ({ deviceName, deviceType, paramId, unit, values }, index) => sql`
        select v.at, ${points.length - index}::int as tie, v.value, ${deviceName}::text as "deviceName",
          ${deviceType}::text as "deviceType", ${paramId}::text as "paramId",
          ${symbolOf(unit)}::text as unit, (${[...fieldQualities]}::text[])[v.quality + 1] as quality
        from (${values}) as v`,
    ),
    columns: {
      ...columnsOf(scope),
      Quality: codeColumn(scope, qualityTexts, sql`r.quality`),
    },
  };
}
