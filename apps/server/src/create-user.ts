import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

import { loginForm, newPassword } from "@verandah/contract/auth/auth-forms.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { type RoleId, roles } from "@verandah/contract/roles.ts";
import { newCampus } from "@verandah/contract/set-up.ts";
import { z } from "zod";

import { createLocalBus } from "#core/bus.ts";
import { type Ctx, systemCtx } from "#core/ctx.ts";
import { migrate } from "#core/database/migrate.ts";
import { explainDbRefusal, openDb } from "#core/db.ts";
import { toError } from "#core/errors.ts";
import { readSettings } from "#core/settings.ts";
import { hashPassword } from "#features/auth/passwords.service.ts";
import { listBuildings } from "#features/campuses/campuses.service.ts";
import { createFirstCampus } from "#features/campuses/first-campus.service.ts";
import { importSiteFile } from "#features/campuses/site-import.ts";
import { findUserByName, replaceUser } from "#features/users/user-administration.service.ts";
import { createUser } from "#features/users/users.service.ts";

/** Asks at the terminal, or reads one answer per line from a pipe. The terminal does not show secret input. */
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
    if (done) throw new Error("The input ended before all questions were answered.");
    return value.trim();
  }
  return { ask, close: () => lines.close() };
}

type Ask = ReturnType<typeof openQuestions>["ask"];

const roleNames = Object.keys(roles).join(", ");

const DEGREES = /^(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)$/;

/** @throws Error for a text that is not a place on the earth */
function degreesOf(text: string): [latitude: number, longitude: number] {
  const [, latitude = Number.NaN, longitude = Number.NaN] = (DEGREES.exec(text) ?? []).map(Number);
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return [latitude, longitude];
  throw new Error(
    "Enter a latitude from -90 to 90 and a longitude from -180 to 180 in degrees, such as 12.97, 77.59.",
  );
}

/** The building of the new user: the only one, or one chosen by its number. Without any building, asks for the first campus. */
async function choosePlace(ctx: Ctx, ask: Ask): Promise<{ campusId: number; buildingId: number }> {
  const buildings = await listBuildings(ctx);
  if (buildings.length === 0) {
    process.stderr.write(
      "There is no campus yet. Enter it here, or end this with Ctrl-C and choose another way:\n" +
        "start the server and open the address in its log, or name a site file in SITE_FILES.\n",
    );
    const name = await ask("Name of the campus");
    const city = await ask("City");
    const time_zone = await ask("Time zone, such as Asia/Kolkata");
    const [latitude, longitude] = degreesOf(await ask("Latitude and longitude, such as 12.97, 77.59"));
    const building_name = await ask("Name of its first building");
    const place = { name, city, time_zone, building_name, latitude, longitude };
    const created = await createFirstCampus(ctx, newCampus.parse(place));
    process.stderr.write(
      `In site files the campus has the key "${created.campusKey}", and the building "${created.buildingKey}".\n`,
    );
    return created;
  }
  let chosen = buildings[0];
  if (buildings.length > 1) {
    for (const [at, { name, campusName }] of buildings.entries())
      process.stderr.write(`${at + 1}  ${campusName}, ${name}\n`);
    chosen = buildings[Number(await ask("Number of the building")) - 1];
  }
  if (!chosen) throw new Error(`Choose a number from 1 to ${buildings.length}.`);
  return chosen;
}

async function chooseRole(ask: Ask): Promise<RoleId> {
  const answer = await ask(`Role (${roleNames})`);
  const role = Object.entries(roles).find(([name]) => name.toLowerCase() === answer.toLowerCase());
  if (!role) throw new Error(`Choose one of these roles: ${roleNames}.`);
  return role[1];
}

/** Creates a user of any role and campus, or changes the password, role and place of an existing user. */
async function main(): Promise<void> {
  const { DATABASE_URL: databaseUrl, SITE_FILES: siteFiles } = readSettings(process.env);
  const db = openDb(databaseUrl, { connectionsMax: 2 });
  const { ask, close } = openQuestions();
  try {
    await migrate(databaseUrl, (text) => process.stderr.write(`${text}\n`));
    const ctx = systemCtx({ db, bus: createLocalBus(), now: () => new Date() });
    // Imports first, so that the prompt does not create a second campus in addition to the campus of a site file.
    for (const file of siteFiles)
      await importSiteFile(ctx, file, (text) => process.stderr.write(`${text}\n`));
    const { campusId, buildingId } = await choosePlace(ctx, ask);
    const username = loginForm.shape.username.parse(await ask("Username"));
    const known = await findUserByName(ctx, username);
    if (known && (await ask("This user exists. Replace password, role and building? (yes/no)")) !== "yes")
      throw new Error("Nothing was changed.");
    const email = known ? "" : await ask("E-mail address");
    const roleId = await chooseRole(ask);
    const password = newPassword.parse(await ask("Password", true));
    const user = { username, email: email || null, roleId, campusId, buildingId };
    if (known) await replaceUser(ctx, known.id, user, await hashPassword(password));
    else await createUser(ctx, user, await hashPassword(password));
    process.stderr.write(`${username} can log in now.\n`);
  } finally {
    close();
    await db.destroy();
  }
}

/** One line for each error. */
function explain(error: unknown): string {
  if (error instanceof z.ZodError) return [...new Set(error.issues.map((issue) => issue.message))].join("\n");
  if (error instanceof AppError && error.fields) return Object.values(error.fields).join("\n");
  return explainDbRefusal(error) ?? toError(error).message;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
