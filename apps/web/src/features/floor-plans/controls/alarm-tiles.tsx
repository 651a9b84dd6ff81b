import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { AlertLists } from "@verandah/contract/alarms/alarms.ts";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";

import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { useDeviceState } from "#shared/equipment/device-state.ts";
import { numberText } from "#shared/format/number.ts";
import { storeDevice } from "#shared/stored-context.ts";
import {
  shownState,
  type State,
  StateIcon,
  stateOf,
  useShownState,
  useStateText,
} from "#shared/ui/feedback/state.tsx";
import { AutoGrid, Panel } from "#shared/ui/layout.tsx";

import classes from "./alarm-tiles.module.css";

interface Props {
  /** Of the floor; undefined while it is not known. */
  total: AlertLists["total"] | undefined;
  units: readonly DeviceEntry[];
}

/** Total, critical and low alarms of the floor, and those of each unit. Source: spec 2 §2 Alarms and floor-map page. */
export function AlarmTiles({ total, units }: Props) {
  const { t } = useLingui();
  const stateText = useStateText();
  const shown = useShownState();
  const deviceState = useDeviceState();
  const sums: [string, number | undefined, State][] = [
    [
      t`Total Alarm`,
      total && total.system + total.solution,
      stateOf({ noOfCritical: total?.system ?? 0, noOfLow: total?.solution ?? 0 }),
    ],
    [t`Critical`, total?.system, total?.system ? "critical" : "fine"],
    [
      t({ message: "Low", comment: "An alarm class: less than critical" }),
      total?.solution,
      total?.solution ? "low" : "fine",
    ],
  ];
  return (
    <AutoGrid component="ul" min={104} gap={10} isFit aria-label={t`Alarms of the floor`}>
      {sums.map(([name, count, known]) => {
        const state = count === undefined ? shownState(known, true) : shown(known);
        return (
          <Panel component="li" key={name} px={12} py={8} className={classes["tile"]} data-state={state}>
            <Text span fz={13} fw={600}>
              {name}
            </Text>
            <Group gap={6} fz={20} fw={650}>
              <StateIcon state={state} size={18} />
              {count === undefined ? "–" : numberText(count)}
            </Group>
          </Panel>
        );
      })}
      {units.map((unit) => {
        const state = deviceState(unit);
        const { ssid, name } = unit;
        return (
          <Panel component="li" key={ssid} px={12} py={8} className={classes["tile"]} data-state={state}>
            <Text span fz={13} fw={600}>
              <Link
                to="/admin/glAhu"
                search={{ device: ssid }}
                state={{ ssid, deviceName: name }}
                onClick={() => storeDevice(unit)}
              >
                {name}
              </Link>
            </Text>
            <Group gap={6} fz={20} fw={650} title={stateText(state)}>
              <StateIcon state={state} size={18} />
              {numberText(unit.alerts_cri + unit.alerts_solu)}
            </Group>
            <OverrideMark ssid={ssid} />
          </Panel>
        );
      })}
    </AutoGrid>
  );
}
