import { msg } from "@verandah/texts/msg.ts";
import { translate } from "@verandah/texts/translate.ts";

import type { Ctx } from "#core/ctx.ts";
import { insertMail } from "#features/notifications/mail-outbox.service.ts";

import { placeOf, writeCalendar } from "./booking-calendar.ts";
import * as repository from "./invitations.repository.ts";

const subjects = {
  booked: msg`Booked`,
  waited: msg`Booked for you from the waitlist`,
  changed: msg`Booking changed`,
  cancelled: msg`Booking cancelled`,
  moved: msg`Your booking was moved, because its place has a fault`,
};
const texts = {
  reference: msg`Reference`,
  more: msg`and {rest} more times, in the attached calendar file`,
};

/** Times of a repeated booking that the text of a mail names. */
const TIMES_NAMED = 10;

/**
 * Puts a mail about bookings of one person, with entries for the person's calendar, into the outbox, in the caller's transaction. A person
 * without an e-mail address gets none.
 */
export async function postInvitation(
  ctx: Ctx,
  ids: readonly number[],
  change: keyof typeof subjects,
): Promise<void> {
  if (change !== "booked" && change !== "waited") await repository.updateSequence(ctx.db, ids);
  const bookings = await repository.listInvited(ctx.db, ids);
  const [first] = bookings;
  if (!first) return;
  const { userId, email: to, language, timeZone } = first;
  const what = translate(language, subjects[change]);
  const format = new Intl.DateTimeFormat(`${language}-IN`, {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const lineOf = (one: repository.InvitedRow) =>
    [
      [placeOf(one), one.title].filter(Boolean).join(" – "),
      format.formatRange(one.from, one.to),
      `${translate(language, texts.reference)}: ${one.reference}`,
    ].join("\n");
  const rest = bookings.length - TIMES_NAMED;
  const lines = [
    ...bookings.slice(0, TIMES_NAMED).map(lineOf),
    ...(rest > 0 ? [translate(language, texts.more, { rest })] : []),
  ];
  const method = change === "cancelled" ? "CANCEL" : "REQUEST";
  await insertMail(ctx.db, {
    userId,
    mail: {
      to,
      subject: `${what}: ${first.spaceName}, ${format.format(first.from)}`,
      text: [`${what}:`, ...lines].join("\n\n"),
      // A request is for one entry. Source: RFC 5546 §3.2.2.
      calendar: writeCalendar(bookings, ctx.now(), bookings.length === 1 ? method : "PUBLISH"),
    },
    at: ctx.now(),
  });
}

/** Sends the people who have booked in some zones the new place of their bookings, one mail each. */
export async function announceNewPlaces(ctx: Ctx, zoneIds: readonly number[]): Promise<void> {
  for (const ids of await repository.listByPerson(ctx.db, zoneIds, ctx.now()))
    await postInvitation(ctx, ids, "changed");
}
