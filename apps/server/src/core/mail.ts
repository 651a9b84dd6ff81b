import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { createTransport } from "nodemailer";

import type { Settings } from "./settings.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Takes a mail and sends it in its own time, so that nobody can tell from an answer's time or status that there was one. */
export type PostMail = (mail: Mail) => void;

/** Longest wait for the mail server, ms. */
const SMTP_TIMEOUT_MS = 10_000;

/** Sends by SMTP when it is set; otherwise writes each mail to `DATA_DIR/mail` and tells `log` where. What fails is logged. */
export function createMailer(
  settings: Settings,
  log: { info: (data: object, text: string) => void; error: (data: object, text: string) => void },
): PostMail {
  const send = createTransportOf(settings, (text) => log.info({}, text));
  return (mail) => {
    send(mail).catch((error: unknown) => log.error({ error }, "A mail could not be sent"));
  };
}

function createTransportOf(settings: Settings, log: (text: string) => void): (mail: Mail) => Promise<void> {
  if (settings.SMTP_HOST) {
    const transport = createTransport({
      host: settings.SMTP_HOST,
      port: settings.SMTP_PORT,
      secure: settings.SMTP_SECURE === "on",
      connectionTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
      ...(settings.SMTP_USER && { auth: { user: settings.SMTP_USER, pass: settings.SMTP_PASSWORD ?? "" } }),
    });
    return async (mail) => void (await transport.sendMail({ from: settings.MAIL_FROM, ...mail }));
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

/** A mail as a person reads it in an editor: nothing wrapped, so that a link can be copied. Source: RFC 5322. */
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
  return `${lines.join("\n")}\n\n${mail.text}`;
}
