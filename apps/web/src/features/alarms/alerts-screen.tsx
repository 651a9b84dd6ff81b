import { useLingui } from "@lingui/react/macro";
import { Anchor, Badge, Group, Stack, Tabs } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { useSearchState } from "#shared/search-state.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { AlertList } from "./alert-list.tsx";

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
