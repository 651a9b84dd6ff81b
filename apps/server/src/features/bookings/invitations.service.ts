import type { Language } from "@verandah/contract/language.ts";

import type { Ctx } from "#core/ctx.ts";
import { insertMail } from "#features/notifications/mail-outbox.service.ts";

import { placeOf, writeCalendar } from "./booking-calendar.ts";
import * as repository from "./invitations.repository.ts";

type Change = "booked" | "waited" | "changed" | "cancelled" | "moved";

interface Words {
  subjects: Record<Change, string>;
  reference: string;
  more: (count: number) => string;
  locale: string;
}

const words: Record<Language, Words> = {
  en: {
    subjects: {
      booked: "Booked",
      waited: "Booked for you from the waitlist",
      changed: "Booking changed",
      cancelled: "Booking cancelled",
      moved: "Your booking was moved, because its place has a fault",
    },
    reference: "Reference",
    more: (count) => `and ${count} more times, in the attached calendar file`,
    locale: "en-IN",
  },
  hi: {
    subjects: {
      booked: "बुक किया गया",
      waited: "प्रतीक्षा सूची से आपके लिए बुक किया गया",
      changed: "बुकिंग बदली गई",
      cancelled: "बुकिंग रद्द हुई",
      moved: "आपकी बुकिंग दूसरी जगह की गई, क्योंकि उस जगह में ख़राबी है",
    },
    reference: "संदर्भ",
    more: (count) => `और ${count} बार, संलग्न कैलेंडर फ़ाइल में`,
    locale: "hi-IN",
  },
  kn: {
    subjects: {
      booked: "ಕಾಯ್ದಿರಿಸಲಾಗಿದೆ",
      waited: "ಕಾಯುವ ಪಟ್ಟಿಯಿಂದ ನಿಮಗಾಗಿ ಕಾಯ್ದಿರಿಸಲಾಗಿದೆ",
      changed: "ಕಾಯ್ದಿರಿಸುವಿಕೆ ಬದಲಾಗಿದೆ",
      cancelled: "ಕಾಯ್ದಿರಿಸುವಿಕೆ ರದ್ದಾಗಿದೆ",
      moved: "ಸ್ಥಳದಲ್ಲಿ ದೋಷವಿರುವುದರಿಂದ ನಿಮ್ಮ ಕಾಯ್ದಿರಿಸುವಿಕೆಯನ್ನು ಬೇರೆಡೆಗೆ ಸರಿಸಲಾಗಿದೆ",
    },
    reference: "ಉಲ್ಲೇಖ",
    more: (count) => `ಮತ್ತು ಇನ್ನೂ ${count} ಬಾರಿ, ಲಗತ್ತಿಸಿದ ಕ್ಯಾಲೆಂಡರ್ ಕಡತದಲ್ಲಿ`,
    locale: "kn-IN",
  },
};

/** Times of a repeated booking that the text of a mail names. */
const TIMES_NAMED = 10;

/**
 * Puts a mail about bookings of one person, with entries for the person's calendar, into the outbox, in the caller's transaction. A person
 * without an e-mail address gets none.
 */
export async function postInvitation(ctx: Ctx, ids: readonly number[], change: Change): Promise<void> {
  if (change !== "booked" && change !== "waited") await repository.updateSequence(ctx.db, ids);
  const bookings = await repository.listInvited(ctx.db, ids);
  const [first] = bookings;
  if (!first) return;
  const { userId, email: to, language, timeZone } = first;
  const { subjects, reference, more, locale } = words[language];
  const format = new Intl.DateTimeFormat(locale, {
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
      `${reference}: ${one.reference}`,
    ].join("\n");
  const rest = bookings.length - TIMES_NAMED;
  const lines = [...bookings.slice(0, TIMES_NAMED).map(lineOf), ...(rest > 0 ? [more(rest)] : [])];
  const method = change === "cancelled" ? "CANCEL" : "REQUEST";
  await insertMail(ctx.db, {
    userId,
    mail: {
      to,
      subject: `${subjects[change]}: ${first.spaceName}, ${format.format(first.from)}`,
      text: [`${subjects[change]}:`, ...lines].join("\n\n"),
      // A request is for one entry. Source: RFC 5546 §3.2.2.
      calendar: writeCalendar(bookings, ctx.now(), bookings.length === 1 ? method : "PUBLISH"),
    },
    at: ctx.now(),
  });
}
