import { AppError } from "@verandah/contract/problems.ts";

/** Concurrent calls of one user. Fewer than the connections of the pool, so that other users get one. */
const RUNNING_MAX = 6;
/** Queued calls of one user. A browser sends about 20 calls when it loads a screen. */
const WAITING_MAX = 60;

/** Runs a call of a user, after queueing it if necessary. @throws AppError `too-many-requests` when the queue is full */
export type Share = <T>(userId: number, work: () => Promise<T>) => Promise<T>;

export function createShare(runningMax = RUNNING_MAX, waitingMax = WAITING_MAX): Share {
  const users = new Map<number, { running: number; waiting: (() => void)[] }>();
  return async (userId, work) => {
    const user = users.get(userId) ?? { running: 0, waiting: [] };
    users.set(userId, user);
    if (user.running < runningMax) user.running += 1;
    else if (user.waiting.length >= waitingMax) throw new AppError("too-many-requests");
    else await new Promise<void>((resolve) => void user.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = user.waiting.shift();
      if (next) next();
      else user.running -= 1;
      if (user.running === 0) users.delete(userId);
    }
  };
}
