import { createHash, randomInt } from "node:crypto";

import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type * as contract from "@verandah/contract/set-up.ts";
import { SET_UP_CODE_LIFETIME_MS } from "@verandah/contract/set-up.ts";

import { type Ctx, inTransaction, type Service } from "#core/ctx.ts";
import { refuseField } from "#core/refuse-field.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { countCall } from "#features/auth/call-limits.service.ts";
import { hashPassword } from "#features/auth/passwords.service.ts";
import { listBuildings } from "#features/campuses/campuses.service.ts";
import { createFirstCampus } from "#features/campuses/first-campus.service.ts";
import { chooseMailLanguage } from "#features/notifications/notifications.service.ts";
import { createUser, hasUsers, lockUsers } from "#features/users/users.service.ts";

import * as repository from "./set-up.repository.ts";

/** Ten of 32 signs are 50 bits. Source: Crockford's Base32, without signs that look alike. */
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 10;
/** Codes that one address may try in a minute. */
const TRIES = { max: 20, windowMs: 60_000 };

/** Whether the installation has users, and so needs no set-up. It never loses its last user: the answer yes stays. */
export function createSetUpCheck(ctx: Ctx): () => Promise<boolean> {
  let isDone = false;
  return async () => (isDone ||= await hasUsers(ctx));
}

function hashCode(typed: string): Buffer {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return createHash("sha256").update(code).digest();
}

/** Creates the code of a process that serves the set-up page, in place of the code of its earlier start. */
export async function createSetUpCode(ctx: Ctx, process: string): Promise<string> {
  const code = Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  const expiresAt = new Date(ctx.now().getTime() + SET_UP_CODE_LIFETIME_MS);
  await repository.upsertCode(ctx.db, { process, codeSha256: hashCode(code), expiresAt });
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** @throws AppError `set-up-done`, `set-up-code-wrong`, `set-up-code-expired` */
async function refuseCode(ctx: Ctx, code: string): Promise<void> {
  if (await hasUsers(ctx)) throw new AppError("set-up-done");
  const found = await repository.findCode(ctx.db, hashCode(code));
  if (!found) throw new AppError("set-up-code-wrong");
  if (found.expiresAt <= ctx.now()) throw new AppError("set-up-code-expired");
}

/** @throws AppError `too-many-requests` after many codes from one address, and those of `refuseCode` */
async function tryCode(ctx: Ctx, code: string): Promise<void> {
  if (await countCall(ctx, `set-up ${ctx.address}`, TRIES)) throw new AppError("too-many-requests");
  await refuseCode(ctx, code);
}

/** @throws AppError `not-found` when there are users */
export const getSetUp: Service<typeof contract.getSetUp> = async (ctx) => {
  if (await hasUsers(ctx)) throw new AppError("not-found");
  return {};
};

/** @throws AppError those of `tryCode` */
export const checkSetUpCode: Service<typeof contract.checkSetUpCode> = async (ctx, { code }) => {
  await tryCode(ctx, code);
  const buildings = await listBuildings(ctx);
  return {
    buildings: buildings.map(({ buildingId, name, campusName }) => ({
      id: buildingId,
      name,
      campus: campusName,
    })),
  };
};

/**
 * Creates the first administrator. Without a campus of a site file, it also creates the first campus and its building. Of several callers at
 * the same time, one succeeds.
 *
 * @throws AppError those of `tryCode`, and `input-invalid` without a campus, or for an unknown building
 */
export const setUp: Service<typeof contract.setUp> = async (ctx, input) => {
  await tryCode(ctx, input.code);
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx, async (inner) => {
    await lockUsers(inner);
    await refuseCode(inner, input.code);
    const { campusId, buildingId, campusKey, buildingKey } = await choosePlace(inner, input);
    const { username, email } = input;
    const user = { username, email: email || null, roleId: roles.administrator, campusId, buildingId };
    const userId = await createUser(inner, user, passwordHash);
    await chooseMailLanguage(inner, userId, input.language);
    await repository.deleteCodes(inner.db);
    await recordAudit(inner, {
      action: "set-up",
      target: `campus:${campusId}`,
      after: { campus: campusKey, building: buildingKey },
      by: { userId, campusId },
    });
    return { campus_key: campusKey, building_key: buildingKey };
  });
};

async function choosePlace(ctx: Ctx, { campus, building }: InputOf<typeof contract.setUp>) {
  const known = await listBuildings(ctx);
  if (known.length > 0) {
    const chosen = known.find(({ buildingId }) => buildingId === building);
    if (!chosen) throw refuseField("input-invalid", "building", { code: "value" });
    return chosen;
  }
  if (!campus) throw refuseField("input-invalid", "campus", { code: "required" });
  return createFirstCampus(ctx, campus);
}
