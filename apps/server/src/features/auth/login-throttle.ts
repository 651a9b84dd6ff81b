import { ACCOUNT_LOCK_MS, WRONG_PASSWORDS_MAX } from "@verandah/contract/auth/auth.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { type Ctx, inTransaction } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as repository from "./login-failures.repository.ts";

const DAY_MS = 24 * 3_600_000;
const NAME_WINDOW_MS = 3_600_000;
/** Wrong passwords per hour for one name from all addresses. Each further wrong password doubles the delay, up to the maximum. */
const NAME_FAILURES_MAX = 50;
const NAME_DELAY_MS = 1_000;
const NAME_DELAY_MAX_MS = 15 * 60_000;
/** A user with a login from an address within this time does not wait there because of attempts from other addresses. */
const KNOWN_ADDRESS_MS = 30 * DAY_MS;

/** A name as entered, and its user, if any. */
export interface EnteredName {
  username: string;
  user: { id: number; campusId: number } | undefined;
}

const key = ({ username }: EnteredName, address: string) => ({ username: username.toLowerCase(), address });

/**
 * Rejects a login before its password is checked. A name that does not exist is rejected in the same way.
 *
 * @throws AppError `account-locked` after five wrong passwords in a row from this address
 * @throws AppError `too-many-requests` after many wrong passwords for this name from all addresses
 */
export async function refuseThrottled(ctx: Ctx, name: EnteredName): Promise<void> {
  const rows = await repository.listFailures(ctx.db, key(name, "").username, ctx.address);
  const locked = rows.filter(({ lockedUntil }) => lockedUntil !== null && lockedUntil > ctx.now());
  if (locked.some(({ address }) => address !== "")) throw new AppError("account-locked");
  if (locked.length === 0) return;
  const since = new Date(ctx.now().getTime() - KNOWN_ADDRESS_MS);
  const { user } = name;
  if (user && (await repository.hasLoggedInFrom(ctx.db, user.id, ctx.address, since))) return;
  throw new AppError("too-many-requests");
}

/** Counts one more wrong password. The fifth in a row from one address locks the name for this address. @returns the error code */
export function countWrongPassword(
  ctx: Ctx,
  name: EnteredName,
): Promise<"account-locked" | "credentials-invalid"> {
  return inTransaction(ctx, async (inner) => {
    const at = inner.now();
    await repository.deleteFailuresBefore(inner.db, new Date(at.getTime() - DAY_MS));
    // Always locks the name's row first, so that two addresses do not wait for each other.
    const since = new Date(at.getTime() - NAME_WINDOW_MS);
    const { failures: all } = await repository.insertOrCountFailure(inner.db, key(name, ""), { at, since });
    if (all >= NAME_FAILURES_MAX) {
      const delayMs = Math.min(NAME_DELAY_MS * 2 ** (all - NAME_FAILURES_MAX), NAME_DELAY_MAX_MS);
      await repository.updateLock(inner.db, key(name, ""), {
        failures: all,
        lockedUntil: new Date(at.getTime() + delayMs),
      });
    }
    const own = key(name, inner.address);
    const { failures, lockedUntil } = await repository.insertOrCountFailure(inner.db, own, {
      at,
      since: new Date(0),
    });
    if (lockedUntil && lockedUntil > at) return "account-locked";
    const isLocked = failures >= WRONG_PASSWORDS_MAX;
    if (isLocked)
      await repository.updateLock(inner.db, own, {
        failures: 0,
        lockedUntil: new Date(at.getTime() + ACCOUNT_LOCK_MS),
      });
    const { user } = name;
    if (user)
      await recordAudit(inner, {
        action: isLocked ? "lock-account" : "login-refused",
        target: `user:${user.id}`,
        by: { userId: user.id, campusId: user.campusId },
      });
    return isLocked ? "account-locked" : "credentials-invalid";
  });
}
