import { useLingui, Trans } from "@lingui/react/macro";
import { Anchor, Badge, Group, Stack, Tabs, Box, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import {
  listAlerts,
  type AlertEntry,
  type AlertLists,
  LOW_ALARM_FROM,
} from "@verandah/contract/alarms/alarms.ts";
import { useEffect } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { useSearchState } from "#shared/search-state.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";
import type { GridColumn } from "#shared/ui/data-grid/columns.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import type { GridAddress } from "#shared/ui/data-grid/grid-state.ts";
import { localPageOf } from "#shared/ui/data-grid/local-page.ts";
import { useGridState } from "#shared/ui/data-grid/use-grid-state.ts";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { toastFailure } from "#shared/ui/feedback/toast.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { AlarmSelection, useAlarmSelection } from "./actions/alarm-selection.tsx";
import { useAlarmActions } from "./actions/use-alarm-actions.ts";
import { AlarmPlace, messageIdOf, useCanAct } from "./alarm-cells.tsx";
import { AlarmDevice } from "./alarm-device.tsx";
import { useActionColumn } from "./use-alarm-columns.tsx";

import classes from "./alarm-grid.module.css";

const tabs = ["system", "solution"] as const;

/** Source: spec 1 §2 Alerts: a path containing /alerts selects the first tab; the second is asked for in the search. */
export function AlertsScreen() {
  const { t } = useLingui();
  const session = useSession();
  const { pathname } = useLocation();
  const [search, change] = useSearchState();
  const alerts = useRoute(listAlerts, { id: session.building.id });
  const first = pathname.includes("/alerts") ? tabs[0] : tabs[1];
  const chosen = tabs.find((tab) => tab === search["tab"]) ?? first;
  const names = { system: t`System Alerts`, solution: t`Solution Alerts` };

  return (
    <Stack gap={14}>
      <Group justify="space-between" gap="xs">
        <PageTitle>{t`Alerts`}</PageTitle>
        <Anchor component={Link} to="/admin/eventsviewer" size="sm">{t`Returned and ignored alarms`}</Anchor>
      </Group>
      <Tabs
        value={chosen}
        onChange={(tab) => change({ tab: tab === tabs[0] ? undefined : (tab ?? undefined), page: undefined })}
        keepMounted={false}
      >
        <Tabs.List>
          {tabs.map((tab) => (
            <Tabs.Tab
              key={tab}
              value={tab}
              rightSection={
                <Badge size="sm" variant="light" color="gray" miw={36}>
                  {alerts.data ? numberText(alerts.data.total[tab]) : "–"}
                </Badge>
              }
            >
              {names[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab} pt="sm">
            <AlertList label={names[tab]} tab={tab} of={alerts} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}

const address: GridAddress = {
  prefix: "",
  columns: ["alarm_code", "message", "Device_name", "Measured_time"],
  sortedBy: { column: "Measured_time", order: "desc" },
};

interface Props {
  label: string;
  tab: "system" | "solution";
  of: UseQueryResult<AlertLists>;
}

/** One tab's alerts. Each has its code, message, zone and floor, and the actions of the alarms screen. Source: spec 1 §3 Alarm data. */
function AlertList({ label, tab, of }: Props) {
  const { t } = useLingui();
  const alerts = of.data?.[tab];
  const messageOf = useAlarmMessage();
  const [state, setState] = useGridState(address);
  const canAct = useCanAct();
  const selection = useAlarmSelection();
  const { refresh } = selection.rows;
  useEffect(() => {
    if (alerts) refresh(alerts);
  }, [alerts, refresh]);
  const actions = useAlarmActions<AlertEntry>({ onError: toastFailure });
  const action = useActionColumn(tab === "system" ? "critical" : "noncritical", canAct ? actions : undefined);
  const columns: GridColumn<AlertEntry>[] = [
    {
      id: "message",
      header: t`Message`,
      width: 260,
      text: messageOf,
      render: (row) => message(row, messageOf(row)),
    },
    {
      id: "alarm_code",
      header: t`Code`,
      width: 80,
      isNumber: true,
      text: (row) => row.alarm_code,
    },
    {
      id: "Device_name",
      header: t`Device`,
      width: 140,
      text: (row) => row.Device_name,
      render: device,
    },
    {
      id: "place",
      header: t`Floor and zone`,
      width: 150,
      isPlain: true,
      render: place,
    },
    { id: "Measured_time", header: t`Since`, width: 150, text: (row) => row.Measured_time },
    ...action,
  ];
  const missing = (of.data?.total[tab] ?? 0) - (alerts?.length ?? 0);
  return (
    <Stack gap="xs">
      <AlarmSelection selection={selection}>
        <DataGrid
          label={label}
          columns={columns}
          rowKey={(row) => String(row.Alarm_Id)}
          of={{ ...of, data: alerts && localPageOf(alerts, state, columns) }}
          state={state}
          onState={setState}
          emptyText={t`No alerts`}
          selection={canAct ? selection.rows : undefined}
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

const device = (row: AlertEntry) => (
  <div className={classes["source"]}>
    {row.Device_name}
    <AlarmDevice of={row} />
  </div>
);

/** Without floor and zone it is the whole building. It leads there. */
function Place({ row: { zoneId, floorId, location } }: { row: AlertEntry }) {
  const { t } = useLingui();
  const { building } = useSession();
  return (
    <AlarmPlace place={{ zoneId, floorId, buildingId: building.id }}>
      {floorId === null && zoneId === null ? t`Whole building` : location}
    </AlarmPlace>
  );
}

const place = (row: AlertEntry) => <Place row={row} />;
