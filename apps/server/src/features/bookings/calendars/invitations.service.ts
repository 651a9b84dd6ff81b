import { msg } from "@verandah/texts/msg.ts";
import { translate } from "@verandah/texts/translate.ts";

import type { Ctx } from "#core/ctx.ts";
import { insertMail } from "#features/mails/mail-outbox.service.ts";

import type { EndedRow } from "../waitlist/waitlist.repository.ts";
import { placeOf, writeCalendar } from "./booking-calendar.ts";
import * as repository from "./invitations.repository.ts";
import { createSeriesWriter } from "./series-calendar.ts";

const subjects = {
  booked: msg`Booked`,
  waited: msg`Booked for you from the waitlist`,
  changed: msg`Booking changed`,
  cancelled: msg`Booking cancelled`,
  released: msg`Booking released without a check-in`,
  moved: msg`Your booking was moved, because its place has a fault`,
};
const texts = {
  reference: msg`Reference`,
  more: msg`and {rest} more times, in the attached calendar file`,
};

const waitEnd = {
  subject: msg`Your wait ended without a booking`,
  text: msg`The place did not become free in time. Choose another place or time.`,
};

/** Maximum times of a repeated booking that the text of a mail lists. */
const TIMES_LISTED_MAX = 10;

const formatOf = ({ language, timeZone }: Pick<repository.InvitedRow, "language" | "timeZone">) =>
  new Intl.DateTimeFormat(`${language}-IN`, {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

/**
 * Puts mails about bookings of one person into the outbox, in the caller's transaction: one for each single booking and each repetition,
 * because a message to a calendar has one id. A person without an e-mail address gets no mail. Source: RFC 5546 §3.2.2.
 */
export async function postInvitation(
  ctx: Ctx,
  ids: readonly number[],
  change: keyof typeof subjects,
): Promise<void> {
  if (change !== "booked" && change !== "waited") await repository.updateSequence(ctx.db, ids);
  const bookings = await repository.listInvited(ctx.db, ids);
  const groups = Map.groupBy(bookings, ({ seriesId, id }) =>
    seriesId === null ? `booking ${id}` : seriesId,
  );
  for (const group of groups.values()) await postMail(ctx, group, change);
}

/** The message to the person's calendar about a single booking, or about bookings of one repetition. */
async function writeMessage(
  ctx: Ctx,
  bookings: readonly repository.InvitedRow[],
  first: repository.InvitedRow,
) {
  const { seriesId, timeZone } = first;
  if (seriesId === null) return writeCalendar(bookings, ctx.now(), first.isCancelled ? "CANCEL" : "REQUEST");
  const series = createSeriesWriter(await repository.listSeries(ctx.db, seriesId), timeZone, ctx.now());
  return bookings.length === 1 && first.sequence > 0 && series.hasActive
    ? series.writeOne(first.id)
    : series.writeAll();
}

/** Puts one mail about bookings of one person into the outbox. */
async function postMail(
  ctx: Ctx,
  bookings: readonly repository.InvitedRow[],
  change: keyof typeof subjects,
): Promise<void> {
  const [first] = bookings;
  if (!first) return;
  const { userId, email: to, language } = first;
  const what = translate(language, subjects[change]);
  const format = formatOf(first);
  const lineOf = (one: repository.InvitedRow) =>
    [
      [placeOf(one), one.title].filter(Boolean).join(" – "),
      format.formatRange(one.from, one.to),
      `${translate(language, texts.reference)}: ${one.reference}`,
    ].join("\n");
  const rest = bookings.length - TIMES_LISTED_MAX;
  const lines = [
    ...bookings.slice(0, TIMES_LISTED_MAX).map(lineOf),
    ...(rest > 0 ? [translate(language, texts.more, { rest })] : []),
  ];
  await insertMail(ctx.db, {
    userId,
    mail: {
      to,
      subject: `${what}: ${first.spaceName}, ${format.format(first.from)}`,
      text: [`${what}:`, ...lines].join("\n\n"),
      calendar: await writeMessage(ctx, bookings, first),
    },
    at: ctx.now(),
  });
}

/** Puts a mail about a waitlist entry that ended without a booking into the outbox, for a person with an e-mail address. */
export async function postWaitEnd(ctx: Ctx, entry: EndedRow): Promise<void> {
  const { userId, email: to, language, spaceName, from } = entry;
  if (!to) return;
  const format = formatOf(entry);
  const place = [spaceName, entry.zoneName, entry.floorName].join(", ");
  await insertMail(ctx.db, {
    userId,
    mail: {
      to,
      subject: `${translate(language, waitEnd.subject)}: ${spaceName}, ${format.format(from)}`,
      text: [place, format.formatRange(from, entry.to), translate(language, waitEnd.text)].join("\n\n"),
    },
    at: ctx.now(),
  });
}

/** Mails the new place of their bookings to people with bookings in moved zones or spaces. */
export async function mailNewPlaces(
  ctx: Ctx,
  moved: { zoneIds?: readonly number[]; spaceIds?: readonly number[] },
): Promise<void> {
  for (const ids of await repository.listByPerson(ctx.db, moved, ctx.now()))
    await postInvitation(ctx, ids, "changed");
}
