import { useLingui } from "@lingui/react/macro";
import { Stack } from "@mantine/core";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import type { KnownType } from "@verandah/equipment/catalogue.ts";
import { type ReactNode, useState } from "react";

import { noDetails, OverrideFields, type OverrideDetails } from "../../commands/override-fields.tsx";
import { useDraft } from "../../drafts.ts";
import { SectionCard } from "../../ui/section-card.tsx";
import { type ControlTexts, PointControl } from "./point-control.tsx";

export interface ControlsProps {
  ssid: string;
  type: KnownType;
  /** Ids of the points, in this order. */
  controls: readonly string[];
  latest: readonly ParameterReading[];
}

interface Props extends ControlsProps {
  /** Name of the section. */
  title?: string;
  aside?: ReactNode;
  /** Texts of a specified screen, by point. */
  texts?: Readonly<Record<string, ControlTexts>>;
}

/** The points that an operator may command, with the reason and the end of the next command. */
export function EquipmentControls({ ssid, type, controls, latest, title, aside, texts = {} }: Props) {
  const { t } = useLingui();
  const [override, setOverride] = useDraft<OverrideDetails>(`override:${ssid}`, noDetails);
  const [isEndRefused, setEndRefused] = useState(false);
  return (
    <SectionCard title={title ?? t`Controls`} aside={aside}>
      <Stack gap="sm">
        {controls.map((paramId) => {
          const point = type.points[paramId];
          return (
            point &&
            point.kind !== "reading" && (
              <PointControl
                key={paramId}
                ssid={ssid}
                type={type}
                paramId={paramId}
                point={point}
                reading={latest.find(({ param_id: id }) => id === paramId)}
                override={override}
                onUnreadEnd={() => setEndRefused(true)}
                texts={texts[paramId]}
              />
            )
          );
        })}
        <OverrideFields
          value={override}
          isRefused={isEndRefused}
          onChange={(next) => {
            setEndRefused(false);
            setOverride(next);
          }}
        />
      </Stack>
    </SectionCard>
  );
}
