import { createHash, randomBytes } from "node:crypto";

import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type * as contract from "@verandah/contract/users/customers.ts";
import { PASSWORD_TICKET_MS, SECRET_LOCK_MS, WRONG_SECRETS_MAX } from "@verandah/contract/users/customers.ts";

import { asService, type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { deleteWrongPasswords, endSessionOf } from "#features/auth/auth.service.ts";
import { hashPassword, isPasswordRight, runDummyCheck } from "#features/auth/passwords.service.ts";
import { endMappings } from "#features/devices/pump-customers.service.ts";

import * as repository from "./customers.repository.ts";
import { updateUser } from "./users.repository.ts";
import { createUser } from "./users.service.ts";

const accepted = { message: "ACCEPTED" };

/** The form in which security answers are compared: upper case and spaces make no difference. */
const normalizeAnswer = (secret: string) => secret.trim().replaceAll(/\s+/g, " ").toLowerCase();

const recordOf = (
  input: InputOf<typeof contract.createPumpUser> | InputOf<typeof contract.editPumpUser>,
) => ({
  city: input.city,
  state: input.customer_state,
  farmSizeHectare: input.farm_size_in_hector,
  panels: input.number_of_panels_in_array,
});

/** The customer that a pump of any campus is mapped to. The caller checks the access. */
export const findCustomerOfPump = asService(repository.findCustomerOfPump);

/** The customers that a pump of any campus was mapped to in a time range. The caller checks the access. */
export const listCustomersOfPump = asService(repository.listCustomersOfPump);

/** A pump customer of the caller's campus. @throws AppError `not-found` */
export async function getCustomer(ctx: ActorCtx, id: number): Promise<repository.CustomerRow> {
  const [customer] = await repository.listCustomers(ctx.db, ctx.actor.campusId, id);
  if (!customer) throw new AppError("not-found");
  return customer;
}

/** The pump customers of the caller's campus, by name. */
export const listPumpUsers: Service<typeof contract.listPumpUsers> = async (ctx) => {
  const rows = await repository.listCustomers(ctx.db, ctx.actor.campusId);
  return rows.map(({ id, username, city, state, farmSizeHectare, panels }) => ({
    id,
    username,
    building_id: id,
    city,
    customer_state: state,
    farm_size_in_hector: farmSizeHectare,
    number_of_panels_in_array: panels,
  }));
};

/**
 * Creates a pump customer, and in the same transaction what depends on it.
 *
 * @throws AppError `customer-exists`
 */
export async function addCustomer<T>(
  ctx: ActorCtx,
  input: InputOf<typeof contract.createPumpUser>,
  withCustomer: (inner: ActorCtx, id: number) => Promise<T>,
): Promise<T> {
  const { campusId, buildingId } = ctx.actor;
  // A transaction does not wait for the slow hashes.
  const [passwordHash, secretHash] = await Promise.all([
    hashPassword(input.password),
    hashPassword(normalizeAnswer(input.secret)),
  ]);
  return inTransaction(ctx, async (inner) => {
    const user = { username: input.name, email: null, roleId: roles.pumpCustomer, campusId, buildingId };
    const id = await createUser(inner, user, passwordHash).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError("customer-exists") : error;
    });
    await repository.insertRecord(inner.db, id, { ...recordOf(input), secretHash });
    return withCustomer(inner, id);
  });
}

/** Creates a pump customer. @throws AppError `customer-exists` */
export const createPumpUser = (ctx: ActorCtx, input: InputOf<typeof contract.createPumpUser>) =>
  addCustomer(ctx, input, async () => accepted);

/** Changes name, record and, if given, the security answer of a customer. @throws AppError `not-found`, `customer-exists` for a name in use */
export const editPumpUser: Service<typeof contract.editPumpUser> = async (ctx, input) => {
  const secretHash = input.secret ? await hashPassword(normalizeAnswer(input.secret)) : undefined;
  await inTransaction(ctx, async (inner) => {
    const before = await getCustomer(inner, input.id);
    if (!(await repository.updateUsername(inner.db, before.id, input.name)))
      throw new AppError("customer-exists");
    await repository.saveRecord(inner.db, before.id, recordOf(input));
    if (secretHash) await repository.updateSecret(inner.db, before.id, secretHash);
    const after = {
      ...(await getCustomer(inner, input.id)),
      ...(secretHash && { hasNewSecret: true }),
    };
    await recordAudit(inner, { action: "edit-user", target: `user:${before.id}`, before, after });
  });
  return accepted;
};

/** Ends a customer's account. @throws AppError `not-found` */
export async function deletePumpUser(ctx: ActorCtx, { id }: { id: number }): Promise<{ message: string }> {
  await inTransaction(ctx, async (inner) => {
    const before = await getCustomer(inner, id);
    await endMappings(inner, { userId: id }, inner.now());
    await repository.deleteCustomer(inner.db, before, inner.now());
    await endSessionOf(inner, id, "administrator");
    await recordAudit(inner, { action: "delete-user", target: `user:${id}`, before });
  });
  return accepted;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();

/**
 * Checks the answer to the security question. A name that does not exist gets the same answer as a wrong one.
 *
 * @throws AppError `secret-wrong`, `account-locked` after five wrong answers
 */
export const verifySecret: Service<typeof contract.verifySecret> = async (ctx, { username, key }) => {
  const reset = randomBytes(32).toString("base64url");
  // The transaction returns a wrong answer instead of throwing, so that the count is committed.
  const result = await inTransaction(ctx, async (inner) => {
    const now = inner.now();
    const stored = await repository.findSecretForUpdate(inner.db, inner.actor.campusId, username);
    if (!stored?.secretHash) {
      await runDummyCheck(key);
      return "secret-wrong" as const;
    }
    const { userId, lockedUntil } = stored;
    const target = `user:${userId}`;
    if (lockedUntil && lockedUntil > now) return "account-locked" as const;
    if (await isPasswordRight(stored.secretHash, normalizeAnswer(key))) {
      await repository.updateSecretTries(inner.db, userId, { wrongSecrets: 0, lockedUntil: null });
      const ticket = { sha256: sha256(reset), userId, issuedTo: inner.actor.userId };
      await repository.insertTicket(inner.db, ticket, new Date(now.getTime() + PASSWORD_TICKET_MS));
      await recordAudit(inner, { action: "verify-secret", target });
      return { userId };
    }
    const isLast = stored.wrongSecrets + 1 >= WRONG_SECRETS_MAX;
    await repository.updateSecretTries(inner.db, userId, {
      wrongSecrets: isLast ? 0 : stored.wrongSecrets + 1,
      lockedUntil: isLast ? new Date(now.getTime() + SECRET_LOCK_MS) : null,
    });
    await recordAudit(inner, { action: "secret-refused", target });
    return isLast ? ("account-locked" as const) : ("secret-wrong" as const);
  });
  if (typeof result === "string") throw new AppError(result);
  return { user_id: result.userId, reset };
};

/**
 * Sets a customer's new password with the ticket of `verifySecret`, and ends the customer's session.
 *
 * @throws AppError `not-found`, `password-ticket-invalid`, and `password-same`, after which the ticket stays valid
 */
export const addNewPassword: Service<typeof contract.addNewPassword> = async (
  ctx,
  { id, new_password: password, reset },
) => {
  const { username } = await getCustomer(ctx, id);
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx, async (inner) => {
    const ticket = { sha256: sha256(reset), userId: id, issuedTo: inner.actor.userId };
    if (!(await repository.updateTicketUsed(inner.db, ticket, inner.now())))
      throw new AppError("password-ticket-invalid");
    const present = await repository.findPasswordHash(inner.db, id);
    if (present && (await isPasswordRight(present, password))) throw new AppError("password-same");
    await updateUser(inner.db, id, { passwordHash });
    await deleteWrongPasswords(inner, username);
    await endSessionOf(inner, id, "password-changed");
    await recordAudit(inner, { action: "set-password-by-secret", target: `user:${id}` });
  });
  return { message: "New Password added successfully" };
};
