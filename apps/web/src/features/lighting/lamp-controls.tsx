import { getDevice } from "@verandah/contract/devices/devices.ts";
import { listLights } from "@verandah/contract/lighting/lights.ts";
import { lightCommands } from "@verandah/equipment/light-group.ts";
import { useRef } from "react";

import { useMeasured } from "#data/live/readings.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { type ControlsProps, EquipmentControls } from "#shared/equipment/screen/equipment-controls.tsx";
import { useShownState } from "#shared/ui/feedback/state.tsx";
import { Section } from "#shared/ui/section.tsx";

import { LightControl } from "./light-card.tsx";

/** The controls of the screen of a lighting controller: those of its card, and its other points. */
export function LampControls({ controls, ...props }: ControlsProps) {
  const { ssid } = props;
  const { data: device } = useRoute(getDevice, { ssid });
  const floorId = device?.floorId;
  const lights = useRoute(listLights, floorId == null ? undefined : { id: floorId });
  const own = lights.data?.lights.filter((one) => one.ssid === ssid);
  const { measured, error } = useMeasured(own);
  const root = useRef<HTMLDivElement>(null);
  const canCommand = !useIsOld();
  const shown = useShownState();
  if (floorId === null) return <EquipmentControls {...props} controls={controls} />;
  return (
    <Section of={{ ...lights, data: measured?.[0], error: lights.error ?? error }} height={170} isPart>
      {(light) => (
        <EquipmentControls
          {...props}
          controls={controls.filter((id) => !lightCommands.includes(id))}
          renderFirst={(shared) => (
            <div ref={root} tabIndex={-1}>
              <LightControl
                {...shared}
                name={light.name}
                lights={[{ ...light, state: shown(light.state) }]}
                hasChannels={light.type === "WAC"}
                canCommand={canCommand}
                root={root}
              />
            </div>
          )}
        />
      )}
    </Section>
  );
}
