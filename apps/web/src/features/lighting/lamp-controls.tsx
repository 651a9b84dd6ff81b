import { getDevice } from "@verandah/contract/devices/devices.ts";
import { lightCommands } from "@verandah/equipment/light-group.ts";
import { useRef } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { type ControlsProps, EquipmentControls } from "#shared/equipment/screen/equipment-controls.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";

import { LightControl } from "./light-card.tsx";
import { useLights } from "./use-lights.ts";

/** The controls of the screen of a lighting controller: those of its card, and its other points. */
export function LampControls({ controls, ...props }: ControlsProps) {
  const { ssid } = props;
  const { data: device } = useRoute(getDevice, { ssid });
  const lights = useLights(device?.floorId ?? undefined);
  const light = lights.data?.lights.find((one) => one.ssid === ssid);
  const root = useRef<HTMLDivElement>(null);
  const isOld = useIsOld();
  if (device?.floorId === null) return <EquipmentControls {...props} controls={controls} />;
  if (!light) return <Loading height={170} />;
  return (
    <EquipmentControls
      {...props}
      controls={controls.filter((id) => !lightCommands.includes(id))}
      renderFirst={(shared) => (
        <div ref={root} tabIndex={-1}>
          <LightControl
            {...shared}
            name={light.name}
            lights={[isOld ? { ...light, state: "unknown" } : light]}
            hasChannels={light.type === "WAC"}
            canCommand={!isOld}
            root={root}
          />
        </div>
      )}
    />
  );
}
