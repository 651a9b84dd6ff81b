import { useLingui } from "@lingui/react/macro";
import { UnstyledButton } from "@mantine/core";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";

import { StateIcon, useStateText } from "#shared/ui/feedback/state.tsx";

import { useDeviceState } from "../map-markers.ts";

import classes from "./vav-buttons.module.css";

interface Props {
  vavs: readonly DeviceEntry[];
  onChoose: (ssid: string) => void;
}

/** A button for each VAV box of the floor, with its state. */
export function VavButtons({ vavs, onChoose }: Props) {
  const { t } = useLingui();
  const stateText = useStateText();
  const deviceState = useDeviceState();
  return (
    <ul className={classes["list"]} aria-label={t`VAV`}>
      {vavs.map((vav) => {
        const state = deviceState(vav);
        return (
          <li key={vav.ssid}>
            <UnstyledButton
              className={classes["button"] ?? ""}
              aria-label={`${vav.name}: ${stateText(state)}`}
              onClick={() => onChoose(vav.ssid)}
            >
              <StateIcon state={state} size={14} isColored />
              {vav.name}
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
