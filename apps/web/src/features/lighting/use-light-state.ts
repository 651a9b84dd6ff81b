import { useLingui } from "@lingui/react/macro";
import type { LightGroup } from "@verandah/equipment/light-group.ts";

/** The shared status of some lights in words, or their mode where they differ. */
export function useLightState(): (group: LightGroup) => string {
  const { t } = useLingui();
  const modes = { Manual: t`Manual`, Auto: t`Auto`, "Mixed modes": t`Mixed modes` };
  const statuses = { On: t`On`, Off: t`Off`, Auto: t`Auto` };
  return ({ confirmed, mode, status }) => {
    if (confirmed === 0) return t`Unknown`;
    return status === "" ? modes[mode] : statuses[status];
  };
}
