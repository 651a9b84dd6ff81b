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
  /** Before the points: a control of several points, with the details of the next command. */
  renderFirst?: (shared: { override: OverrideDetails; onUnreadEnd: () => void }) => ReactNode;
}

/** The points that an operator may command, with the reason and the end of the next command. */
export function EquipmentControls({
  ssid,
  type,
  controls,
  latest,
  title,
  aside,
  texts = {},
  renderFirst,
}: Props) {
  const { t } = useLingui();
  const [override, setOverride] = useDraft<OverrideDetails>(`override:${ssid}`, noDetails);
  const [isEndRefused, setEndRefused] = useState(false);
  const shared = { override, onUnreadEnd: () => setEndRefused(true) };
  return (
    <SectionCard title={title ?? t`Controls`} aside={aside}>
      <Stack gap="sm">
        {renderFirst?.(shared)}
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
                {...shared}
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
