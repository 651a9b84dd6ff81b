import { useLingui } from "@lingui/react/macro";
import { Title } from "@mantine/core";
import { acknowledgeAlarm } from "@verandah/contract/alarms/alarm-actions.ts";
import {
  type AlarmClass,
  alarmColumns,
  type AlarmGridRow,
  listAlarmGrid,
} from "@verandah/contract/alarms/alarms.ts";
import { useEffect } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import { type GridAddress, gridFields } from "#shared/ui/data-grid/grid-state.ts";
import { useGridState } from "#shared/ui/data-grid/use-grid-state.ts";

import { useAlarmActions } from "./use-alarm-actions.ts";
import { useAlarmColumns } from "./use-alarm-columns.tsx";
import { useHandledRows } from "./use-handled-rows.ts";

import classes from "./alarm-grid.module.css";

const sortedBy = { column: "date", order: "desc" } as const;
const addresses: Record<AlarmClass, GridAddress> = {
  critical: { prefix: "critical.", columns: alarmColumns, sortedBy },
  noncritical: { prefix: "noncritical.", columns: alarmColumns, sortedBy },
};

interface Props {
  alarmClass: AlarmClass;
  ignored: "no" | "only";
  /** Receives failures. */
  onError: (text: string) => void;
}

/** One of the two grids of the alarms screen. Source: spec 2 §2 Alarms screen. */
export function AlarmGrid({ alarmClass, ignored, onError }: Props) {
  const { t } = useLingui();
  const session = useSession();
  const [state, setState] = useGridState(addresses[alarmClass]);
  const query = useRoute(
    listAlarmGrid,
    { class: alarmClass, ignored, language: useLanguage(), ...gridFields(state) },
    { keepsLast: true },
  );
  const rows = query.data?.rows ?? [];
  const { shown, keptCount, keep } = useHandledRows(rows, JSON.stringify([ignored, state]));
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
  const columns = useAlarmColumns({
    alarmClass,
    canAct: admits(acknowledgeAlarm.access, session.role.id),
    sendingId: actions.sendingId,
    onAcknowledge: actions.acknowledge,
    onIgnore: actions.ignore,
    onUnshelve: actions.unshelve,
  });

  const noneShelved =
    alarmClass === "critical" ? t`A critical alarm cannot be ignored.` : t`No shelved alarms`;
  const emptyText = ignored === "only" ? noneShelved : t`No alarms`;
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
        page={query.data && { ...query.data, rows: shown, total: query.data.total + keptCount }}
        state={state}
        onState={setState}
        isLoadingOther={query.isPlaceholderData}
        error={failure}
        onRetry={() => void query.refetch()}
        emptyText={emptyText}
        narrow="cards"
      />
    </div>
  );
}
