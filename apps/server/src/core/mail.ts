import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Transporter } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";

import type { Settings } from "./settings.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** An iCalendar text with its METHOD, for the recipient's calendar. */
  calendar?: string;
}

/** Sends a mail. @throws MailRefused when the mail server rejects it permanently; after any other error a retry may succeed */
export type SendMail = (mail: Mail) => Promise<void>;

/** The mail server rejects this mail permanently. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

interface Log {
  info: (data: object, text: string) => void;
  warn: (data: object, text: string) => void;
}

/** Timeout for the mail server, ms. */
const SMTP_TIMEOUT_MS = 10_000;

/**
 * Sends by SMTP when it is configured. Otherwise writes each mail to `DATA_DIR/mail` and logs the file's name. Logs each outage once, and
 * its end.
 */
export function createMailer(settings: Settings, log: Log): SendMail {
  const send = createTransportOf(settings, (text) => log.info({}, text));
  let isDown = false;
  return async (mail) => {
    try {
      await send(mail);
    } catch (error) {
      if (isPermanent(error)) {
        log.warn({ err: error, to: mail.to }, "The mail server rejected a mail");
        throw new MailRefused("The mail server rejected this mail", { cause: error });
      }
      if (!isDown) log.warn({ err: error }, "Mails cannot be sent; they stay in the queue");
      isDown = true;
      throw error;
    }
    if (isDown) log.info({}, "Mails are sent again");
    isDown = false;
  };
}

/**
 * A permanent rejection of the recipient or the text has a 5xx code. A wrong password also has a 5xx code, but it is not a fault of the
 * mail.
 * Source: RFC 5321 §4.2.1.
 */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !("responseCode" in error)) return false;
  const { code, responseCode } = error;
  return (code === "EENVELOPE" || code === "EMESSAGE") && Number(responseCode) >= 500;
}

/** Loads the library with the first mail, because loading it takes a tenth of a second. */
async function openTransport(smtp: SMTPTransport.Options): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport(smtp);
}

function createTransportOf(settings: Settings, log: (text: string) => void): (mail: Mail) => Promise<void> {
  if (settings.SMTP_HOST) {
    const smtp = {
      host: settings.SMTP_HOST,
      port: settings.SMTP_PORT,
      secure: settings.SMTP_SECURE === "on",
      requireTLS: settings.SMTP_SECURE === "starttls",
      connectionTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
      ...(settings.SMTP_USER && { auth: { user: settings.SMTP_USER, pass: settings.SMTP_PASSWORD ?? "" } }),
    };
    let transport: Promise<Transporter> | undefined;
    return async ({ calendar, ...mail }) => {
      transport ??= openTransport(smtp);
      await (
        await transport
      ).sendMail({
        from: settings.MAIL_FROM,
        ...mail,
        ...(calendar && { icalEvent: eventOf(calendar, settings.MAIL_FROM, mail.to) }),
      });
    };
  }
  const folder = path.resolve(settings.DATA_DIR, "mail");
  return async (mail) => {
    const stamp = new Date().toISOString().replaceAll(":", "-");
    const file = path.join(folder, `${stamp}-${randomUUID().slice(0, 8)}.eml`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, toText(mail, settings.MAIL_FROM), { mode: 0o600 });
    log(`No SMTP settings: a mail for ${mail.to} is in ${file}`);
  };
}

const CALENDAR_FILE = "booking.ics";

/** Divides a line into parts of at most 75 bytes. Addresses are ASCII. Source: RFC 5545 §3.1. */
const folded = (line: string) => line.replaceAll(/.{74}(?=.)/g, "$&\r\n ");

/**
 * The calendar attachment of a mail. Adds the sender as the organizer. For every method except PUBLISH also adds the recipient as the
 * attendee, because calendar programs ignore an invitation without one. Source: RFC 5546 §3.2.1, §3.2.2.
 */
function eventOf(calendar: string, from: string, to: string) {
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from;
  const method = /^METHOD:(\w+)/m.exec(calendar)?.[1] ?? "PUBLISH";
  const attendee = method === "PUBLISH" ? "" : `${folded(`ATTENDEE;RSVP=FALSE:mailto:${to}`)}\r\n`;
  return {
    filename: CALENDAR_FILE,
    method,
    content: calendar.replaceAll(
      "BEGIN:VEVENT\r\n",
      `BEGIN:VEVENT\r\n${folded(`ORGANIZER:mailto:${address}`)}\r\n${attendee}`,
    ),
  };
}

/** A mail as readable text. Long lines are not wrapped, so that a link can be copied. Source: RFC 5322. */
function toText(mail: Mail, from: string): string {
  const header = {
    From: from,
    To: mail.to,
    Subject: mail.subject,
    Date: new Date().toUTCString(),
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
  };
  const lines = Object.entries(header).map(
    ([name, value]) => `${name}: ${value.replaceAll(/[\r\n]+/g, " ")}`,
  );
  const calendar = mail.calendar
    ? `\n\n${CALENDAR_FILE}:\n${eventOf(mail.calendar, from, mail.to).content}`
    : "";
  return `${lines.join("\n")}\n\n${mail.text}${calendar}`;
}
