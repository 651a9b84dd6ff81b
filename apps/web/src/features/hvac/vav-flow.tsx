import { useLingui } from "@lingui/react/macro";
import { Progress } from "@mantine/core";
import type { AirUnit } from "@verandah/contract/hvac.ts";

import { freshValue } from "./air-values.ts";

/** A box's flow as a share of what it is designed for; nothing when either is not known. */
export function VavFlow({ box }: { box: AirUnit }) {
  const { t } = useLingui();
  const flow = freshValue(box, "CFM");
  const design = freshValue(box, "Design CFM");
  if (flow === undefined || design === undefined || design <= 0) return null;
  const percent = Math.round((flow / design) * 100);
  return (
    <Progress
      value={Math.min(100, percent)}
      size="sm"
      color="brand"
      aria-label={t`${percent} % of the design flow`}
      title={t`${percent} % of the design flow`}
    />
  );
}
