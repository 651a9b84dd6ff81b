import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

import { loginForm, newPassword } from "@verandah/contract/auth.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";
import { siteDescription } from "@verandah/field/site.ts";
import { z } from "zod";

import { createLocalBus } from "#core/bus.ts";
import { systemCtx } from "#core/ctx.ts";
import { explainDbRefusal, migrate, openDb } from "#core/db.ts";
import { toError } from "#core/errors.ts";
import { readSettings } from "#core/settings.ts";
import { hashPassword } from "#features/auth/passwords.ts";
import { findFirstBuilding } from "#features/campuses/campuses.service.ts";
import { importSite, importSiteFile } from "#features/campuses/site-import.ts";
import { createUser } from "#features/users/users.service.ts";

/** Asks at the terminal, or reads the answers line by line from a pipe. What is typed for a secret is not shown. */
function openQuestions() {
  let isSecret = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isSecret) process.stderr.write(chunk);
      done();
    },
  });
  const { isTTY } = process.stdin;
  const lines = createInterface({ input: process.stdin, output, terminal: isTTY });
  const given = lines[Symbol.asyncIterator]();

  async function ask(question: string, secret = false): Promise<string> {
    process.stderr.write(`${question}: `);
    isSecret = secret;
    const { value, done } = await given.next();
    isSecret = false;
    if (secret || !isTTY) process.stderr.write("\n");
    if (done) throw new Error("The input has ended before everything was answered.");
    return value.trim();
  }
  return { ask, close: () => lines.close() };
}

/** Creates the first administrator of a real installation, and its first campus if there is none. */
async function main(): Promise<void> {
  const { DATABASE_URL: databaseUrl, SITE_FILES: siteFiles } = readSettings(process.env);
  const db = openDb(databaseUrl, { connectionsMax: 2 });
  const questions = openQuestions();
  try {
    await migrate(databaseUrl, (text) => process.stderr.write(`${text}\n`));
    const ctx = systemCtx({ db, bus: createLocalBus(), now: () => new Date() });
    // Else a campus entered by hand would stand beside the real one.
    for (const file of siteFiles) await importSiteFile(ctx, file);
    let place = await findFirstBuilding(ctx);
    if (!place) {
      process.stderr.write("There is no campus yet.\n");
      const name = await questions.ask("Name of the campus");
      const city = await questions.ask("City");
      const timeZone = await questions.ask("Time zone, such as Asia/Kolkata");
      const building = await questions.ask("Name of its first building");
      place = await importSite(ctx, aNewSite({ name, city, timeZone, building }), "entered by hand");
    }
    const username = await questions.ask("Username");
    const email = await questions.ask("E-mail address");
    const password = await questions.ask("Password", true);
    loginForm.shape.username.parse(username);
    newPassword.parse(password);
    const { campusId, buildingId } = place;
    const user = { username, email: email || null, roleId: roles.administrator, campusId, buildingId };
    await createUser(ctx, user, await hashPassword(password));
    process.stderr.write(`The administrator ${username} can log in now.\n`);
  } finally {
    questions.close();
    await db.destroy();
  }
}

function aNewSite(answers: { name: string; city: string; timeZone: string; building: string }) {
  const { timeZone } = answers;
  // Throws a RangeError that names the zone when there is none of that name.
  new Date().toLocaleString("en", { timeZone });
  return siteDescription.parse({
    campus: { key: "campus-1", name: answers.name, city: answers.city, timeZone, latitude: 0, longitude: 0 },
    buildings: [{ key: "building-1", name: answers.building, floors: [] }],
    edges: [],
    devices: [],
  });
}

/** One line for each thing that is wrong. */
function explain(error: unknown): string {
  if (error instanceof z.ZodError) return [...new Set(error.issues.map((issue) => issue.message))].join("\n");
  if (error instanceof AppError && error.fields) return Object.values(error.fields).join("\n");
  return explainDbRefusal(error) ?? toError(error).message;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
