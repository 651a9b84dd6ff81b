import { useLingui } from "@lingui/react/macro";
import { Anchor, Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { acknowledgeAlarm } from "@verandah/contract/alarms/alarm-actions.ts";
import { getAlarmSummary } from "@verandah/contract/alarms/alarms.ts";
import { useCallback, useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { useSearchState } from "#shared/search-state.ts";
import { useAlarmCountText } from "#shared/texts/use-alarm-count-text.ts";
import { FloatingError } from "#shared/ui/feedback/floating-error.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { AcknowledgeAll } from "./acknowledge-all.tsx";
import { AlarmGrid } from "./alarm-grid.tsx";

import classes from "./alarms-screen.module.css";

export function AlarmsScreen() {
  const { t } = useLingui();
  const countText = useAlarmCountText();
  const session = useSession();
  const [search, change] = useSearchState();
  const [failure, setFailure] = useState<string>();
  const closeFailure = useCallback(() => setFailure(undefined), []);
  const ignored = search["ignored"] === "only" ? "only" : "no";
  const { data: summary } = useRoute(getAlarmSummary, {});
  const shelved = summary ? numberText(summary.shelved) : "–";
  const [isAcknowledging, { open, close }] = useDisclosure(false);
  const canAct = admits(acknowledgeAlarm.access, session.role.id);

  return (
    <Stack gap={14}>
      <FloatingError text={failure} onClose={closeFailure} />
      <Group justify="space-between" gap="xs">
        <div>
          <PageTitle>{t`Alarms`}</PageTitle>
          {summary && <Text size="sm">{countText(summary)}</Text>}
          {!canAct && (
            <Text size="sm" c="dimmed">
              {t`Your role can see alarms; operators acknowledge and ignore them.`}
            </Text>
          )}
        </div>
        <Group gap="sm">
          <Anchor component={Link} to="/admin/alerts" size="sm">{t`System and solution alerts`}</Anchor>
          {canAct && <Button size="xs" variant="light" onClick={open}>{t`Acknowledge all…`}</Button>}
          <SegmentedControl
            size="xs"
            aria-label={t`Which alarms`}
            value={ignored}
            onChange={(value) => change({ ignored: value === "only" ? "only" : undefined })}
            data={[
              { value: "no", label: t`Active` },
              { value: "only", label: t`Shelved (${shelved})` },
            ]}
          />
        </Group>
      </Group>
      <div className={classes["grids"]}>
        <AlarmGrid alarmClass="critical" ignored={ignored} onError={setFailure} />
        <AlarmGrid alarmClass="noncritical" ignored={ignored} onError={setFailure} />
      </div>
      {isAcknowledging && <AcknowledgeAll onClose={close} />}
    </Stack>
  );
}
