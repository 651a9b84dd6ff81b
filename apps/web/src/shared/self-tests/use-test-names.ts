import type { SelfTestKind } from "@verandah/contract/self-tests.ts";
import { dali, EMERGENCY_TEST, LIGHT_TEST } from "@verandah/equipment/types/dali.ts";
import { ups, UPS_TEST, upsTest } from "@verandah/equipment/types/ups.ts";

import { usePointText } from "../texts/use-point-text.ts";

/** The name of each kind of test. */
export function useTestNames(): Record<SelfTestKind, string> {
  const { valueText } = usePointText();
  const lights = (test: number) => valueText(LIGHT_TEST, test, "none", dali.type);
  const supply = (test: number) => valueText(UPS_TEST, test, "none", ups.type);
  return {
    function: lights(EMERGENCY_TEST.function),
    duration: lights(EMERGENCY_TEST.duration),
    general: supply(upsTest.general),
    battery: supply(upsTest.battery),
  };
}
