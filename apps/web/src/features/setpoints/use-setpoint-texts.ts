import { useLingui } from "@lingui/react/macro";

import type { SetpointKind } from "#shared/equipment/air-values.ts";

/** Names of the setpoints, and their range errors. Source: spec 2 §5 (RAT, SAT). */
export function useSetpointTexts(): Record<SetpointKind, { name: string; outOfRange: string }> {
  const { t } = useLingui();
  return {
    rat: { name: t`Return air (RAT)`, outOfRange: t`RAT sp should be 15-35` },
    sat: { name: t`Supply air (SAT)`, outOfRange: t`SAT sp should be 15-35` },
    zone: { name: t`Zone temperature`, outOfRange: t`Temperature sp should be 15-35` },
  };
}
