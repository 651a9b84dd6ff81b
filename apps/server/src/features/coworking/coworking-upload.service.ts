import { Readable } from "node:stream";

import * as contract from "@verandah/contract/coworking.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";

import { type ActorCtx, inTransaction } from "#core/ctx.ts";
import { allowSlowBody } from "#core/http/slow-bodies.ts";
import type { Exchange } from "#core/mount.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as repository from "./coworking.repository.ts";
import { readPeopleFile } from "./people-file.ts";

/** Maximum duration of an upload, ms. A file of 5 MB takes this time at 350 kbit/s. */
const UPLOAD_MAX_MS = 120_000;

/** The chunks of a body as they arrive. @throws AppError `people-file-too-large` as soon as the body is too long */
async function* limitBody(body: Readable, announced: number): AsyncGenerator<Uint8Array> {
  let bytes = announced;
  try {
    if (bytes > contract.PEOPLE_FILE_MAX_BYTES) throw new AppError("people-file-too-large");
    bytes = 0;
    // The connection stays open for the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > contract.PEOPLE_FILE_MAX_BYTES) throw new AppError("people-file-too-large");
      yield chunk;
    }
  } finally {
    body.resume();
  }
}

/**
 * Checks a file of coworking users, and imports it into the caller's campus unless the mode is `check`.
 *
 * @throws AppError `input-invalid` for a file that cannot be read as a whole, `people-file-too-large`
 */
export async function uploadCoworkingUsers(
  ctx: ActorCtx,
  { mode, file }: InputOf<typeof contract.uploadCoworkingUsers>,
  { request }: Exchange,
): Promise<ReplyOf<typeof contract.uploadCoworkingUsers>> {
  const { campusId } = ctx.actor;
  allowSlowBody(request.raw, UPLOAD_MAX_MS);
  const { people, wrong } = await readPeopleFile(
    file === undefined
      ? limitBody(request.raw, Number(request.headers["content-length"] ?? 0))
      : Readable.from([Buffer.from(file)]),
  );
  const isImported = mode === "correct" ? people.length > 0 : mode === "all" && wrong.length === 0;
  return inTransaction(ctx, async (inner) => {
    const ids = people.map(({ externalId }) => externalId);
    const replaced = await repository.countExisting(inner.db, campusId, ids);
    const added = people.length - replaced;
    if (isImported) {
      await repository.storePeople(inner.db, campusId, people, inner.now());
      const after = { added, replaced, wrong: wrong.length };
      await recordAudit(inner, { action: "upload-coworking-users", target: "coworking-users", after });
    }
    return { isImported, added, replaced, wrong };
  });
}

/** Deletes coworking users of the caller's campus. @returns the ids of the users that this call deleted */
export function deletePeople(ctx: ActorCtx, ids: readonly number[]): Promise<number[]> {
  return inTransaction(ctx, async (inner) => {
    const deleted = await repository.deletePeople(inner.db, inner.actor.campusId, ids, inner.now());
    if (deleted.length > 0)
      await recordAudit(inner, {
        action: "delete-coworking-users",
        target: "coworking-users",
        before: { user_ids: deleted.map(({ externalId }) => externalId) },
      });
    return deleted.map(({ id }) => id);
  });
}
