import { useLingui } from "@lingui/react/macro";
import type { SubsystemStatus } from "@verandah/contract/buildings.ts";

/** The names of a building's systems in the user's language, in the order of the screens. Source: spec 2 §2 Building overview. */
export function useSystemNames(): Readonly<Record<SubsystemStatus["id"], string>> {
  const { t } = useLingui();
  return { hvac: t`HVAC`, chiller: t`Chiller`, lighting: t`Lighting`, ups: t`UPS`, energy: t`Energy` };
}
