import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/jobs/repeat.ts";
import type { SendMail } from "#core/mail.ts";
import { sendDueMails } from "#features/mails/mail-outbox.service.ts";

import { makeDigests } from "./digests.service.ts";

/** How often digests are written, ms. Much shorter than the time for which alarms are collected. */
const DIGEST_MS = 10_000;

/** Writes digests and sends due e-mails, until disposed. */
export function startNotificationJobs(
  ctx: Ctx,
  parts: { sendMail: SendMail; publicUrl: () => string; subscribe: Bus["subscribe"] },
  log: Parameters<typeof repeat>[3],
): AsyncDisposable {
  const job = repeat(
    "notifications",
    DIGEST_MS,
    async () => {
      await makeDigests(ctx, parts.publicUrl());
      await sendDueMails(ctx, parts.sendMail);
    },
    log,
  );
  const unsubscribe = parts.subscribe("mail-waiting", () => job.now());
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      await job[Symbol.asyncDispose]();
    },
  };
}
