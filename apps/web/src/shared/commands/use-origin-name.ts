import { useLingui } from "@lingui/react/macro";
import { DEFAULT_SCHEDULE_NAME } from "@verandah/contract/schedules/schedule-days.ts";
import { EMERGENCY_TEST_NAME, UPS_TEST_NAME } from "@verandah/contract/self-tests.ts";
import { useCallback } from "react";

/** The name of a schedule that sent commands; those of the product are in the user's language. */
export function useOriginName(): (name: string) => string {
  const { t } = useLingui();
  return useCallback(
    (name) => {
      if (name === DEFAULT_SCHEDULE_NAME) return t`Default schedule`;
      if (name === UPS_TEST_NAME) return t`UPS self-test`;
      return name === EMERGENCY_TEST_NAME ? t`Emergency light test` : name;
    },
    [t],
  );
}
