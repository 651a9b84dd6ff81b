import {
  EMERGENCY_TEST_NAME,
  type SelfTestKind,
  type SelfTestResult,
  UPS_TEST_NAME,
  type WhyNotTested,
} from "@verandah/contract/self-tests.ts";
import {
  EMERGENCY_RESULT,
  EMERGENCY_TEST,
  LIGHT_TEST,
  LIGHT_TEST_RESULT,
} from "@verandah/equipment/types/dali.ts";
import {
  UPS_BATTERY_STATUS,
  UPS_STATUS,
  UPS_TEST,
  UPS_TEST_RESULT,
  upsSource,
  upsTest,
  upsTestResult,
} from "@verandah/equipment/types/ups.ts";

type Outcome = Pick<SelfTestResult, "result" | "why">;

/** How a kind of test is started, and how its result is read. */
interface TestRule {
  /** The origin of the commands. */
  name: string;
  /** Point and value that start the test. */
  command: { paramId: string; value: number };
  /** The gateway releases the command after this time, ms. The device continues the test. Undefined for a command without an override. */
  holdMs?: number;
  /** The point with the result. `outcomes` has each value that ends the test. */
  resultPoint: string;
  outcomes: ReadonlyMap<number, Outcome>;
  /** A device without a result after this time counts as not tested, ms. */
  resultMaxMs: number;
  /** Points that must have a good, current value when the test starts, and the allowed values. */
  needs: Readonly<Record<string, readonly number[]>>;
}

const MINUTE_MS = 60_000;
const outcome = (result: SelfTestResult["result"], why: WhyNotTested | null = null): Outcome => ({
  result,
  why,
});

const lights = {
  name: EMERGENCY_TEST_NAME,
  holdMs: 2 * MINUTE_MS,
  resultPoint: LIGHT_TEST_RESULT,
  outcomes: new Map([
    [EMERGENCY_RESULT.passed, outcome("passed")],
    [EMERGENCY_RESULT.failed, outcome("failed")],
  ]),
  needs: {},
};

const ups = {
  name: UPS_TEST_NAME,
  resultPoint: UPS_TEST_RESULT,
  outcomes: new Map([
    [upsTestResult.passed, outcome("passed")],
    [upsTestResult.warning, outcome("passed")],
    [upsTestResult.failed, outcome("failed")],
    [upsTestResult.aborted, outcome("not-tested", "aborted")],
  ]),
  resultMaxMs: 30 * MINUTE_MS,
  // 2 is "normal" of upsBatteryStatus. Source: RFC 1628 §4.
  needs: { [UPS_STATUS]: [upsSource.normal], [UPS_BATTERY_STATUS]: [2] },
};

export const testRules: Readonly<Record<SelfTestKind, TestRule>> = {
  function: {
    ...lights,
    command: { paramId: LIGHT_TEST, value: EMERGENCY_TEST.function },
    resultMaxMs: 10 * MINUTE_MS,
  },
  // A duration test takes up to three hours. Source: IEC 62386-202.
  duration: {
    ...lights,
    command: { paramId: LIGHT_TEST, value: EMERGENCY_TEST.duration },
    resultMaxMs: 300 * MINUTE_MS,
  },
  general: { ...ups, command: { paramId: UPS_TEST, value: upsTest.general } },
  battery: { ...ups, command: { paramId: UPS_TEST, value: upsTest.battery } },
};
