import type { getReady, NotReadyReason } from "@verandah/contract/health.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { toError } from "./errors.ts";
import type { ServerRole } from "./settings.ts";

/** A check without a result in this time counts as failed, ms. A caller waits for no more than some seconds. */
const CHECK_MAX_MS = 1_500;

type Reason = ReplyOf<typeof getReady>["reasons"][number];

/** Returns the reasons that it finds. */
type Check = () => Reason[] | Promise<Reason[]>;

export interface Readiness {
  /** `code` is the reason when the check fails or is late. */
  add: (code: NotReadyReason, check: Check) => void;
  /** Runs all checks. */
  read: () => Promise<ReplyOf<typeof getReady>>;
}

async function runCheck(code: NotReadyReason, check: Check): Promise<Reason[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Reason[]>((resolve) => {
    const message = `The check takes longer than ${CHECK_MAX_MS} ms`;
    timer = setTimeout(() => resolve([{ code, message }]), CHECK_MAX_MS);
  });
  try {
    return await Promise.race([Promise.resolve().then(check), late]);
  } catch (error) {
    return [{ code, message: toError(error).message }];
  } finally {
    clearTimeout(timer);
  }
}

/** The checks of a process with some roles. */
export function createReadiness(roles: readonly ServerRole[]): Readiness {
  const checks: { code: NotReadyReason; check: Check }[] = [];
  return {
    add: (code, check) => void checks.push({ code, check }),
    async read() {
      const reasons = (await Promise.all(checks.map(({ code, check }) => runCheck(code, check)))).flat();
      return { status: reasons.length === 0 ? "ready" : "not-ready", roles: [...roles], reasons };
    },
  };
}
