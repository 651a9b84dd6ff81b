import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";

import { type MailParts, sendDigests } from "./digests.service.ts";

/** How often it is looked whether somebody wants to be told, ms. Short beside the time that mails are gathered. */
const DIGEST_MS = 10_000;

/** Sends digests, for ever. */
export function startNotificationJobs(
  ctx: Ctx,
  parts: MailParts,
  log: Parameters<typeof repeat>[3],
): AsyncDisposable {
  return repeat("notifications", DIGEST_MS, () => sendDigests(ctx, parts), log);
}
