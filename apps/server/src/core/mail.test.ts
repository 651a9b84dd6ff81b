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
