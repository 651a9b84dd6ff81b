import { useLingui } from "@lingui/react/macro";
import { Progress } from "@mantine/core";
import { IconAlertTriangleFilled } from "@tabler/icons-react";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { AIR_FLOW, DESIGN_AIR_FLOW } from "@verandah/equipment/types/vav.ts";

import { useReading } from "#data/live/readings.ts";

import { StateText } from "../ui/feedback/state-text.tsx";

/** A flow in percent of the design flow; undefined when either is not known. */
export function designShare(
  flow: number | null | undefined,
  design: ParameterReading | undefined,
): number | undefined {
  const most = design?.quality === "good" ? (design.param_value ?? 0) : 0;
  return flow == null || most <= 0 ? undefined : Math.round((flow / most) * 100);
}

/** Marks a flow above what the box is designed for. */
export function OverDesign({ percent }: { percent: number }) {
  const { t } = useLingui();
  return (
    <StateText fz={12} ml={6} c="var(--text-low)">
      <IconAlertTriangleFilled size={13} aria-hidden />
      {t`${percent} % of design`}
    </StateText>
  );
}

/** A box's flow as a share of its design flow; nothing when either is not known. */
export function VavFlow({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const { data: flow } = useReading(ssid, AIR_FLOW);
  const { data: design } = useReading(ssid, DESIGN_AIR_FLOW);
  const percent = designShare(flow?.quality === "good" ? flow.param_value : undefined, design ?? undefined);
  if (percent === undefined) return null;
  const isOver = percent > 100;
  return (
    <>
      {isOver && <OverDesign percent={percent} />}
      {/* The full bar is the larger of design and flow: above design its end shows how far. */}
      <Progress.Root size="sm" title={t`${percent} % of the design flow`}>
        <Progress.Section
          value={isOver ? (100 * 100) / percent : percent}
          color="brand"
          aria-label={t`${percent} % of the design flow`}
        />
        {isOver && (
          <Progress.Section value={100 - (100 * 100) / percent} color="var(--state-low)" withAria={false} />
        )}
      </Progress.Root>
    </>
  );
}
