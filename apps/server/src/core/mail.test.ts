import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, test, vi } from "vitest";

import { startSmtp } from "../testing/start-smtp.ts";
import { createMailer, MailRefused } from "./mail.ts";
import { readSettings } from "./settings.ts";

const mail = { to: "operator@test.example", subject: "Hello", text: "A link" };
const logOf = () => ({
  info: vi.fn<(data: object, text: string) => void>(),
  warn: vi.fn<(data: object, text: string) => void>(),
});
const settings = (more: Record<string, string>) => readSettings({ DATABASE_URL: "postgres://test", ...more });

test("without SMTP settings a mail is written to the data folder, and the log says where", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "verandah-mail-"));
  const log = logOf();
  await createMailer(settings({ DATA_DIR: folder }), log)(mail);
  const [file = ""] = await readdir(path.join(folder, "mail"));
  expect(await readFile(path.join(folder, "mail", file), "utf8")).toContain("A link");
  expect(log.info.mock.calls[0]?.[1]).toContain(file);
  await rm(folder, { recursive: true });
});

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const closed = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => closed.once("listening", done));
  const address = closed.address();
  await new Promise((done) => closed.close(done));
  return address && typeof address === "object" ? address.port : 0;
}

const smtpAt = (port: number) => settings({ SMTP_HOST: "127.0.0.1", SMTP_PORT: String(port) });

test("logs once that the mail server is unreachable, and once when it is back", async () => {
  const port = await closedPort();
  const log = logOf();
  const send = createMailer(smtpAt(port), log);
  await expect(send(mail)).rejects.toThrow(/ECONNREFUSED/);
  await expect(send(mail)).rejects.toThrow(/ECONNREFUSED/);
  expect(log.warn.mock.calls.map(([, text]) => text)).toEqual([
    "Mails cannot be sent; they stay in the queue",
  ]);
  await using smtp = await startSmtp({ port });
  await send(mail);
  await send(mail);
  expect(log.info.mock.calls.map(([, text]) => text)).toEqual(["Mails are sent again"]);
  expect(smtp.accepted.map(({ to }) => to)).toEqual(["operator@test.example", "operator@test.example"]);
  expect(smtp.accepted[0]?.text).toContain("Subject: Hello");
});

test("distinguishes a permanent rejection of a recipient from a temporary one", async () => {
  await using smtp = await startSmtp({
    answerTo: (to) => (to.startsWith("gone@") ? "550 5.1.1 No such user" : "451 4.3.0 Try later"),
  });
  const log = logOf();
  const send = createMailer(smtpAt(smtp.port), log);
  await expect(send({ ...mail, to: "gone@test.example" })).rejects.toBeInstanceOf(MailRefused);
  const busy = send({ ...mail, to: "busy@test.example" });
  await expect(busy).rejects.not.toBeInstanceOf(MailRefused);
  expect(log.warn.mock.calls.map(([, text]) => text)).toEqual([
    "The mail server rejected a mail",
    "Mails cannot be sent; they stay in the queue",
  ]);
});

test("sends no mail with `starttls` to a mail server that does not offer it", async () => {
  await using smtp = await startSmtp({});
  const send = createMailer({ ...smtpAt(smtp.port), SMTP_SECURE: "starttls" }, logOf());
  await expect(send(mail)).rejects.toThrow(/502 5.5.1 Not implemented/);
  expect(smtp.accepted).toEqual([]);
});

/** A mail server that accepts everything and records each command. */
async function startMailServer() {
  const received: string[] = [];
  const server = createServer((socket) => {
    let isLetter = false;
    socket.write("220 test\r\n");
    socket.on("data", (chunk: Buffer) => {
      for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
        received.push(line);
        if (isLetter && line !== ".") continue;
        if (line.startsWith("EHLO")) socket.write("250-test\r\n250 AUTH PLAIN\r\n");
        else if (line.startsWith("AUTH")) socket.write("235 welcome\r\n");
        else if (line === "QUIT") socket.end("221 bye\r\n");
        else socket.write(line === "DATA" ? "354 go on\r\n" : "250 ok\r\n");
        isLetter = line === "DATA";
      }
    });
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const address = server.address();
  const port = String(address && typeof address === "object" ? address.port : 0);
  return { received, port, [Symbol.dispose]: () => void server.close() };
}

test("sends by SMTP from the configured address and with the configured login", async () => {
  using server = await startMailServer();
  const log = logOf();
  const smtp = { SMTP_HOST: "127.0.0.1", SMTP_PORT: server.port, MAIL_FROM: "verandah@test.example" };
  await createMailer(settings({ ...smtp, SMTP_USER: "post", SMTP_PASSWORD: "secret" }), log)(mail);
  expect(server.received).toContain("MAIL FROM:<verandah@test.example>");
  expect(server.received).toContain("RCPT TO:<operator@test.example>");
  expect(server.received).toContain("Subject: Hello");
  expect(server.received).toContain("A link");
  expect(server.received).toContain(`AUTH PLAIN ${Buffer.from("\u0000post\u0000secret").toString("base64")}`);
  expect(log.warn).not.toHaveBeenCalled();
});

test("does not log in without an SMTP user", async () => {
  using server = await startMailServer();
  await createMailer(settings({ SMTP_HOST: "127.0.0.1", SMTP_PORT: server.port }), logOf())(mail);
  expect(server.received.filter((line) => line.startsWith("AUTH"))).toEqual([]);
});

test("a calendar entry is a part of the mail, with the sender as the organizer and the person as the attendee", async () => {
  await using smtp = await startSmtp({});
  const calendar =
    "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
  const send = createMailer(
    settings({
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(smtp.port),
      MAIL_FROM: "Verandah <booking@v.example>",
    }),
    logOf(),
  );
  await send({ ...mail, calendar });
  const text = smtp.accepted[0]?.text ?? "";
  expect(text).toMatch(/content-type: text\/calendar; charset=utf-8; method=REQUEST/i);
  const folder = await mkdtemp(path.join(tmpdir(), "verandah-mail-"));
  await createMailer(
    settings({ DATA_DIR: folder, MAIL_FROM: "Verandah <booking@v.example>" }),
    logOf(),
  )({ ...mail, calendar });
  const [file = ""] = await readdir(path.join(folder, "mail"));
  expect(await readFile(path.join(folder, "mail", file), "utf8")).toContain(
    "BEGIN:VEVENT\r\nORGANIZER:mailto:booking@v.example\r\nATTENDEE;RSVP=FALSE:mailto:operator@test.example\r\nUID:1",
  );
  await rm(folder, { recursive: true });
});

test.each([
  ["REQUEST", true],
  ["CANCEL", true],
  ["PUBLISH", false],
])("of a %s the person is the attendee: %s", async (method, isAttendee) => {
  const calendar = `METHOD:${method}\r\nBEGIN:VEVENT\r\nEND:VEVENT\r\n`;
  const folder = await mkdtemp(path.join(tmpdir(), "verandah-mail-"));
  await createMailer(settings({ DATA_DIR: folder }), logOf())({ ...mail, calendar });
  const [file = ""] = await readdir(path.join(folder, "mail"));
  const text = await readFile(path.join(folder, "mail", file), "utf8");
  expect([text.includes("ORGANIZER"), text.includes("ATTENDEE")]).toEqual([true, isAttendee]);
  await rm(folder, { recursive: true });
});
