import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, test, vi } from "vitest";

import { createMailer } from "./mail.ts";
import { readSettings } from "./settings.ts";

const mail = { to: "operator@test.example", subject: "Hello", text: "A link" };
const logOf = () => ({
  info: vi.fn<(data: object, text: string) => void>(),
  error: vi.fn<(data: object, text: string) => void>(),
});
const settings = (more: Record<string, string>) => readSettings({ DATABASE_URL: "postgres://test", ...more });

test("without SMTP settings a mail is written to the data folder, and the log says where", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "verandah-mail-"));
  const log = logOf();
  createMailer(settings({ DATA_DIR: folder }), log)(mail);
  await vi.waitFor(() => expect(log.info).toHaveBeenCalledOnce());
  const [file = ""] = await readdir(path.join(folder, "mail"));
  expect(await readFile(path.join(folder, "mail", file), "utf8")).toContain("A link");
  expect(log.info.mock.calls[0]?.[1]).toContain(file);
  await rm(folder, { recursive: true });
});

test("a mail server that is not there holds nobody up, and is logged", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => closed.once("listening", done));
  const address = closed.address();
  const port = address && typeof address === "object" ? address.port : 0;
  await new Promise((done) => closed.close(done));
  const log = logOf();
  createMailer(settings({ SMTP_HOST: "127.0.0.1", SMTP_PORT: String(port) }), log)(mail);
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledOnce());
});

/** A mail server that takes everything and writes down what it was told. */
async function startMailServer() {
  const heard: string[] = [];
  const server = createServer((socket) => {
    let isLetter = false;
    socket.write("220 test\r\n");
    socket.on("data", (chunk: Buffer) => {
      for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
        heard.push(line);
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
  return { heard, port, [Symbol.dispose]: () => void server.close() };
}

test("with SMTP settings a mail goes out, from the set address and with the set login", async () => {
  using server = await startMailServer();
  const log = logOf();
  const smtp = { SMTP_HOST: "127.0.0.1", SMTP_PORT: server.port, MAIL_FROM: "verandah@test.example" };
  createMailer(settings({ ...smtp, SMTP_USER: "post", SMTP_PASSWORD: "secret" }), log)(mail);
  await vi.waitFor(() => expect(server.heard).toContain("."));
  expect(server.heard).toContain("MAIL FROM:<verandah@test.example>");
  expect(server.heard).toContain("RCPT TO:<operator@test.example>");
  expect(server.heard).toContain("Subject: Hello");
  expect(server.heard).toContain("A link");
  expect(server.heard).toContain(`AUTH PLAIN ${Buffer.from("\u0000post\u0000secret").toString("base64")}`);
  expect(log.error).not.toHaveBeenCalled();
});

test("without an SMTP user nobody logs in", async () => {
  using server = await startMailServer();
  createMailer(settings({ SMTP_HOST: "127.0.0.1", SMTP_PORT: server.port }), logOf())(mail);
  await vi.waitFor(() => expect(server.heard).toContain("."));
  expect(server.heard.filter((line) => line.startsWith("AUTH"))).toEqual([]);
});
