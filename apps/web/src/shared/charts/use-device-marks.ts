import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { useOriginName } from "../commands/use-origin-name.ts";
import { useAlarmMessage } from "../texts/use-alarm-message.ts";
import { usePointText } from "../texts/use-point-text.ts";
import type { TrendMark } from "./trend-data.ts";
import { alarmsInRangeQuery, commandsInRangeQuery } from "./trend-queries.ts";
import type { TrendRange } from "./trend-window.ts";

/** An active alarm has no end yet. */
const OPEN_END_MS = 8.64e15;

/** Alarms of a device, and commands to it by people and schedules, in a range. Stable while nothing new comes. */
export function useDeviceMarks(
  ssid: string | undefined,
  range: TrendRange,
  stepMs: number,
): readonly TrendMark[] {
  const { t } = useLingui();
  const messageOf = useAlarmMessage();
  const originName = useOriginName();
  const { nameOf, valueText } = usePointText();
  const isEnabled = ssid !== undefined;
  const { data: alarms } = useQuery({ ...alarmsInRangeQuery(ssid ?? "", range, stepMs), enabled: isEnabled });
  const { data: commands } = useQuery({
    ...commandsInRangeQuery(ssid ?? "", range, stepMs),
    enabled: isEnabled,
  });
  return useMemo(() => {
    const ofAlarms = (alarms ?? []).map((alarm): TrendMark => ({
      kind: "alarm",
      fromMs: Date.parse(alarm.raisedAt),
      toMs: alarm.restoredAt === null ? OPEN_END_MS : Date.parse(alarm.restoredAt),
      label: messageOf(alarm),
    }));
    const ofCommands = (commands ?? []).map(
      ({ origin, by, value, unit, createdAt, deviceType, param_id: paramId }): TrendMark => {
        const what = `${nameOf(paramId, deviceType)}: ${value === null ? t`released` : valueText(paramId, value, unit, deviceType)}`;
        const who = by?.name ?? (origin.name && originName(origin.name));
        return {
          kind: origin.kind === "schedule" ? "schedule" : "command",
          fromMs: Date.parse(createdAt),
          toMs: null,
          label: who ? `${what} (${who})` : what,
        };
      },
    );
    return [...ofAlarms, ...ofCommands];
  }, [alarms, commands, messageOf, nameOf, originName, valueText, t]);
}
