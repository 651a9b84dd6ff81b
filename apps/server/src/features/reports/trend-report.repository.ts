import { sql } from "kysely";

import { pointNameOf, valueColumn } from "./point-words.repository.ts";
import { nameColumn, type ReportScope, type ReportSource, whenColumns } from "./report-rows.repository.ts";
import { symbolOf } from "./unit-symbols.repository.ts";

/** One value of a comparison. */
export interface ComparedValue {
  at: string;
  deviceName: string;
  paramId: string;
  value: number;
  unit: string;
}

/** Values of several points, which telemetry has worked out. */
export function comparedValues(scope: ReportScope, values: readonly ComparedValue[]): ReportSource {
  const json = JSON.stringify(
    values.map((value, tie) => ({ ...value, unit: symbolOf(value.unit), tie: values.length - tie })),
  );
  return {
    isComputed: true,
    arms: [
      sql`select * from jsonb_to_recordset(${json}::jsonb) as v
        (tie int, at timestamptz, "deviceName" text, "paramId" text, value float8, unit text)`,
    ],
    columns: {
      ...whenColumns(scope),
      DeviceName: nameColumn(sql`r."deviceName"`),
      Key: { shown: pointNameOf(scope, sql`r."paramId"`) },
      Value: valueColumn(scope, sql`r.value`, sql`r."paramId"`),
      Unit: { shown: sql`r.unit` },
    },
  };
}
