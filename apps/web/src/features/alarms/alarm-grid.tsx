import { useLingui } from "@lingui/react/macro";
import { Title } from "@mantine/core";
import {
  type AlarmClass,
  alarmColumns,
  type AlarmGridRow,
  listAlarmGrid,
  sortedAlarmColumns,
} from "@verandah/contract/alarms/alarms.ts";
import { useEffect } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import { type GridAddress, gridFields } from "#shared/ui/data-grid/grid-state.ts";
import { useGridState } from "#shared/ui/data-grid/use-grid-state.ts";

import type { AlarmSelectionRows } from "./actions/alarm-selection.tsx";
import { useAlarmActions } from "./actions/use-alarm-actions.ts";
import { useAlarmColumns } from "./use-alarm-columns.tsx";
import { useHandledRows } from "./use-handled-rows.ts";

import classes from "./alarm-grid.module.css";

const shared = {
  columns: alarmColumns,
  sorted: sortedAlarmColumns,
  sortedBy: { column: "date", order: "desc" },
} as const;
const addresses: Record<AlarmClass, GridAddress> = {
  critical: { prefix: "critical.", ...shared },
  noncritical: { prefix: "noncritical.", ...shared },
};

/** The alarms on request, instead of all that need attention. */
export type ShownAlarms = "unacknowledged" | "returned" | "ignored";

interface Props {
  alarmClass: AlarmClass;
  only: ShownAlarms | undefined;
  /** Undefined for a role that may not act. */
  selection: AlarmSelectionRows | undefined;
  /** Receives failures. */
  onError: (text: string) => void;
}

/** One of the two grids of the alarms screen. Source: spec 2 §2 Alarms screen. */
export function AlarmGrid({ alarmClass, only, selection, onError }: Props) {
  const { t } = useLingui();
  const [state, setState] = useGridState(addresses[alarmClass]);
  const query = useRoute(
    listAlarmGrid,
    { class: alarmClass, ...(only && { only }), language: useLanguage(), ...gridFields(state) },
    { keepsLast: true },
  );
  const rows = query.data?.rows ?? [];
  const { shown, keptCount, keep } = useHandledRows(rows, JSON.stringify([only, state, selection?.batches]));
  const refresh = selection?.refresh;
  useEffect(() => refresh?.(shown), [refresh, shown]);
  const failure = query.error ? errorText(query.error) : undefined;
  useEffect(() => {
    if (failure) onError(failure);
  }, [failure, onError]);
  const actions = useAlarmActions<AlarmGridRow>({
    onChanged: (row, action) =>
      keep(
        row,
        shown.findIndex(({ Alarm_Id }) => Alarm_Id === row.Alarm_Id),
        action,
      ),
    onError: (error) => onError(errorText(error)),
  });
  const columns = useAlarmColumns({ alarmClass, actions: selection && actions });

  const isCritical = alarmClass === "critical";
  const emptyTexts = {
    unacknowledged: t`All alarms are acknowledged.`,
    returned: isCritical
      ? t`No returned alarm waits for an acknowledgement.`
      : t`A low alarm that has returned needs no acknowledgement. The reports list it.`,
    ignored: isCritical ? t`A critical alarm cannot be ignored.` : t`No ignored alarms`,
  };
  const label = alarmClass === "critical" ? t`Critical Alarms` : t`NonCritical Alarms`;
  return (
    <div className={classes["section"]}>
      <Title order={2} size="h5">
        {label}
      </Title>
      <DataGrid
        label={label}
        columns={columns}
        rowKey={(row) => String(row.Alarm_Id)}
        of={{
          ...query,
          data: query.data && { ...query.data, rows: shown, total: query.data.total + keptCount },
        }}
        state={state}
        onState={setState}
        emptyText={only ? emptyTexts[only] : t`No alarms`}
        selection={selection}
      />
    </div>
  );
}
