import { useLingui } from "@lingui/react/macro";
import type { SelfTestKind } from "@verandah/contract/self-tests.ts";

/** The name of each kind of test. */
export function useTestNames(): Record<SelfTestKind, string> {
  const { t } = useLingui();
  return {
    function: t`Function test`,
    duration: t`Duration test`,
    general: t`General test`,
    battery: t`Battery test`,
  };
}
