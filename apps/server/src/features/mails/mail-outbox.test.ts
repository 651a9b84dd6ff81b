import { expect, test, vi } from "vitest";

import { createMailer, type Mail, type SendMail } from "#core/mail.ts";
import { readSettings } from "#core/settings.ts";

import { startSmtp } from "../../testing/start-smtp.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { insertMail } from "./mail-outbox.repository.ts";
import { sendDueMails } from "./mail-outbox.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

async function put(app: App, to: string): Promise<void> {
  const { userId } = await app.db.selectFrom("users").select("id as userId").executeTakeFirstOrThrow();
  await insertMail(app.db, { userId, mail: { to, subject: "Hello", text: "Some alarms" }, at: app.now() });
}

const logOf = () => ({
  info: vi.fn<(data: object, text: string) => void>(),
  warn: vi.fn<(data: object, text: string) => void>(),
});

function mailerTo(port: number, log = logOf()) {
  const smtp = { SMTP_HOST: "127.0.0.1", SMTP_PORT: String(port) };
  return createMailer(readSettings({ DATABASE_URL: "postgres://test", ...smtp }), log);
}

const recipients = (mails: readonly { to: string }[]) => mails.map(({ to }) => to);

test("retries with growing delays while the mail server is down, and then sends each e-mail once", async () => {
  await using app = await startTestApp();
  const { port } = await (async () => {
    await using gone = await startSmtp({});
    return gone;
  })();
  const log = logOf();
  const send = vi.fn<SendMail>(mailerTo(port, log));
  for (const to of ["a@test.example", "b@test.example", "c@test.example"]) await put(app, to);
  await sendDueMails(app.ctx, send);
  // After the first failure the round ends.
  expect(send).toHaveBeenCalledOnce();
  await sendDueMails(app.ctx, send);
  await sendDueMails(app.ctx, send);
  expect(send).toHaveBeenCalledTimes(3);
  await sendDueMails(app.ctx, send);
  expect(send).toHaveBeenCalledTimes(3);
  app.advance(29_999);
  await sendDueMails(app.ctx, send);
  expect(send).toHaveBeenCalledTimes(3);
  app.advance(1);
  await sendDueMails(app.ctx, send);
  expect(send).toHaveBeenCalledTimes(4);
  app.advance(59_999);

  await using smtp = await startSmtp({ port });
  await sendDueMails(app.ctx, send);
  expect(recipients(smtp.accepted)).toEqual(["b@test.example", "c@test.example"]);
  app.advance(1);
  await sendDueMails(app.ctx, send);
  await sendDueMails(app.ctx, send);
  expect(recipients(smtp.accepted)).toEqual(["b@test.example", "c@test.example", "a@test.example"]);
  expect(log.warn).toHaveBeenCalledOnce();
  expect(log.info).toHaveBeenCalledOnce();
});

test("a recipient that the mail server rejects delays no other e-mail and is not retried", async () => {
  await using app = await startTestApp();
  await using smtp = await startSmtp({
    answerTo: (to) => (to.startsWith("gone@") ? "550 5.1.1 No such user here" : undefined),
  });
  const send = vi.fn<SendMail>(mailerTo(smtp.port));
  await put(app, "gone@test.example");
  await put(app, "here@test.example");
  await sendDueMails(app.ctx, send);
  expect(recipients(smtp.accepted)).toEqual(["here@test.example"]);
  app.advance(86_400_000);
  await sendDueMails(app.ctx, send);
  expect(send).toHaveBeenCalledTimes(2);
  const { rows } = await app.query(
    "select recipient, failure, given_up_at is not null as over from mail_outbox order by id",
  );
  expect(rows).toEqual([
    { recipient: "gone@test.example", failure: expect.stringContaining("No such user here"), over: true },
    { recipient: "here@test.example", failure: null, over: false },
  ]);
});

test("another server sends the e-mail of a crashed server two minutes later", async () => {
  await using app = await startTestApp();
  await put(app, "a@test.example");
  const dying = sendDueMails(app.ctx, () => new Promise(() => undefined));
  void dying;
  await vi.waitFor(async () => {
    const { rows } = await app.query("select attempts from mail_outbox");
    expect(rows).toEqual([{ attempts: 1 }]);
  });
  const sent: Mail[] = [];
  const send = async (mail: Mail) => void sent.push(mail);
  app.advance(119_999);
  await sendDueMails(app.ctx, send);
  expect(sent).toEqual([]);
  app.advance(1);
  await sendDueMails(app.ctx, send);
  expect(recipients(sent)).toEqual(["a@test.example"]);
});

test("drops an e-mail after four days, and deletes records after thirty", async () => {
  await using app = await startTestApp();
  const fail = vi.fn<SendMail>(() => Promise.reject(new Error("unavailable")));
  await put(app, "a@test.example");
  await sendDueMails(app.ctx, fail);
  app.advance(4 * 86_400_000 + 1);
  await sendDueMails(app.ctx, fail);
  app.advance(3_600_000);
  await sendDueMails(app.ctx, fail);
  expect(fail).toHaveBeenCalledTimes(2);
  const { rows } = await app.query("select failure from mail_outbox where given_up_at is not null");
  expect(rows).toEqual([{ failure: "unavailable" }]);
  app.advance(26 * 86_400_000);
  await sendDueMails(app.ctx, fail);
  expect((await app.query("select from mail_outbox")).rows).toEqual([]);
});

test("a mail whose link has expired is dropped, and the record of a mail that is over has no text", async () => {
  await using app = await startTestApp();
  const at = app.now();
  const expiresAt = new Date(at.getTime() + 3_600_000);
  const mail = { to: "a@test.example", subject: "Link", text: "https://verandah.test/?token=secret" };
  await insertMail(app.db, { userId: null, mail, at, expiresAt });
  const send = vi.fn<SendMail>();
  await sendDueMails(app.ctx, send);
  expect(send).toHaveBeenCalledWith(mail);
  await insertMail(app.db, { userId: null, mail, at, expiresAt });
  app.advance(3_600_000);
  await sendDueMails(app.ctx, send);
  expect(send).toHaveBeenCalledOnce();
  expect((await app.query("select body, failure from mail_outbox order by id")).rows).toEqual([
    { body: "", failure: null },
    { body: "", failure: "Its link has expired" },
  ]);
});
