import { Trans, useLingui } from "@lingui/react/macro";
import { Box, Stack, Text } from "@mantine/core";
import { type AlarmClass, type AlertEntry, LOW_ALARM_FROM } from "@verandah/contract/alarms/alarms.ts";
import { getLocation } from "@verandah/contract/buildings.ts";
import { useEffect } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import type { GridAddress } from "#shared/ui/data-grid/grid-state.ts";
import { localPageOf } from "#shared/ui/data-grid/local-page.ts";
import { useGridState } from "#shared/ui/data-grid/use-grid-state.ts";
import type { GridColumn } from "#shared/ui/data-grid/use-grid-table.ts";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { toastFailure } from "#shared/ui/feedback/toast.ts";

import { AlarmSelection, useAlarmSelection } from "./actions/alarm-selection.tsx";
import { useAlarmActions } from "./actions/use-alarm-actions.ts";
import { AlarmPlace, messageIdOf, useCanAct } from "./alarm-cells.tsx";
import { useActionColumn } from "./use-alarm-columns.tsx";

import classes from "./alarm-grid.module.css";

const address: GridAddress = {
  prefix: "",
  columns: ["alarm_code", "message", "Device_name", "Measured_time"],
  sortedBy: { column: "Measured_time", order: "desc" },
};

interface Props {
  label: string;
  alarmClass: AlarmClass;
  alerts: readonly AlertEntry[] | undefined;
  total: number;
  error: string | undefined;
  onRetry: () => void;
}

/** One tab's alerts. Each has its code, message, zone and floor, and the actions of the alarms screen. Source: spec 1 §3 Alarm data. */
export function AlertList({ label, alarmClass, alerts, total, error, onRetry }: Props) {
  const { t } = useLingui();
  const messageOf = useAlarmMessage();
  const [state, setState] = useGridState(address);
  const canAct = useCanAct();
  const selection = useAlarmSelection();
  const { refresh } = selection.rows;
  useEffect(() => {
    if (alerts) refresh(alerts);
  }, [alerts, refresh]);
  const actions = useAlarmActions<AlertEntry>({ onError: toastFailure });
  const action = useActionColumn(alarmClass, canAct ? actions : undefined);
  const columns: GridColumn<AlertEntry>[] = [
    {
      id: "message",
      header: t`Message`,
      width: 260,
      card: "title",
      cell: (row) => message(row, messageOf(row)),
    },
    {
      id: "alarm_code",
      header: t`Code`,
      width: 80,
      card: "inline",
      isNumber: true,
      cell: (row) => row.alarm_code,
    },
    { id: "Device_name", header: t`Device`, width: 140, card: "inline", cell: (row) => row.Device_name },
    {
      id: "place",
      header: t`Floor and zone`,
      width: 150,
      card: "inline",
      isPlain: true,
      cell: place,
    },
    { id: "Measured_time", header: t`Since`, width: 150, card: "inline", cell: (row) => row.Measured_time },
    ...action,
  ];
  // Filters and order use the messages as shown.
  const cellOf = (row: AlertEntry, column: string) => {
    if (column === "alarm_code") return row.alarm_code;
    if (column === "message") return messageOf(row);
    return column === "Device_name" ? row.Device_name : row.Measured_time;
  };
  const missing = total - (alerts?.length ?? 0);
  return (
    <Stack gap="xs">
      <AlarmSelection selection={selection}>
        <DataGrid
          label={label}
          columns={columns}
          rowKey={(row) => String(row.Alarm_Id)}
          page={alerts && localPageOf(alerts, state, cellOf)}
          state={state}
          onState={setState}
          error={error}
          onRetry={onRetry}
          emptyText={t`No alerts`}
          selection={canAct ? selection.rows : undefined}
          narrow="cards"
        />
      </AlarmSelection>
      {alerts && missing > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>These are the newest; {numberText(missing)} older ones are on the alarms screen.</Trans>
        </Text>
      )}
    </Stack>
  );
}

function message(row: AlertEntry, text: string) {
  const state = row.alarm_code < LOW_ALARM_FROM ? "critical" : "low";
  return (
    <AlarmLink alarmId={row.Alarm_Id} className={classes["device"]} id={messageIdOf(row)}>
      <Box component="span" mr={6} style={{ verticalAlign: -2 }}>
        <StateIcon state={state} size={14} isColored />
      </Box>
      {text}
    </AlarmLink>
  );
}

function place(row: AlertEntry) {
  return <PlaceName floorId={row.floorId} zoneId={row.zoneId} />;
}

/** Floor and zone by name; without both, the whole building. It leads there. */
function PlaceName({ floorId, zoneId }: { floorId: number | null; zoneId: number | null }) {
  const { t } = useLingui();
  const { data: floor } = useRoute(getLocation, floorId === null ? undefined : { id: floorId });
  const { data: zone } = useRoute(getLocation, zoneId === null ? undefined : { id: zoneId });
  const { building } = useSession();
  const isWhole = floorId === null && zoneId === null;
  return (
    <AlarmPlace place={{ zoneId, floorId, buildingId: building.id }}>
      {isWhole ? t`Whole building` : [floor?.name, zone?.name].filter(Boolean).join(" › ")}
    </AlarmPlace>
  );
}
