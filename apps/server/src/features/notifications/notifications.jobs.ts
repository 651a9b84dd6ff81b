import type { Ctx } from "#core/ctx.ts";
import type { SendMail } from "#core/mail.ts";
import { repeat } from "#core/repeat.ts";

import { makeDigests } from "./digests.service.ts";
import { sendDueMails } from "./mail-outbox.service.ts";

/** How often it is looked whether somebody wants to be told, ms. Short beside the time that mails are gathered. */
const DIGEST_MS = 10_000;

/** Writes digests and sends what is due, for ever. */
export function startNotificationJobs(
  ctx: Ctx,
  parts: { sendMail: SendMail; publicUrl: () => string },
  log: Parameters<typeof repeat>[3],
): AsyncDisposable {
  return repeat(
    "notifications",
    DIGEST_MS,
    async () => {
      await makeDigests(ctx, parts.publicUrl());
      await sendDueMails(ctx, parts.sendMail);
    },
    log,
  );
}
