import { createHash } from "node:crypto";
import { Readable } from "node:stream";

import {
  type exportSite as exportRoute,
  type importSiteFile as importRoute,
  type previewSite as previewRoute,
  SITE_ROWS_MAX,
  type SiteError,
  type SiteItemKind,
} from "@verandah/contract/campuses/site-file.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type { SiteDescription } from "@verandah/field/site.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { lockTree } from "../campus-tree.service.ts";
import { storeSite } from "../site-import.ts";
import { compareSite, type SiteDifference } from "./site-difference.ts";
import * as repository from "./site-model.repository.ts";
import { readModel, type SiteModel } from "./site-model.service.ts";
import { checkSite, lineOf, type PathError, readSite } from "./site-text.ts";

type Input = InputOf<typeof importRoute>;
type Choice = { all: string; except: string[] } | undefined;

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

/** The model of the caller's campus as a file. Its audit has the hash of the file. */
export async function exportSite(ctx: ActorCtx, { passwords }: InputOf<typeof exportRoute>) {
  const { site } = await readModel(ctx, ctx.actor.campusId);
  const edges = site.edges.map(({ passwordSha256, ...edge }) =>
    passwords ? { ...edge, passwordSha256 } : edge,
  );
  const text = `${JSON.stringify({ ...site, edges }, null, 1)}\n`;
  const after = { sha256: sha256Of(text), hasPasswords: passwords !== undefined };
  await recordAudit(ctx, { action: "export-site", target: `campus:${ctx.actor.campusId}`, after });
  const name = `${site.campus.key.replaceAll(/[^\w.-]+/g, "-")}-${ctx.now().toISOString().slice(0, 10)}.json`;
  return { name, type: "application/json", content: Readable.from([text]) };
}

/** Whether a choice is `wanted` for an id. */
const isChosen = (choice: Choice, wanted: string, id: string, other: string) => {
  const all = choice?.all ?? other;
  return (choice?.except.includes(id) ?? false) ? all !== wanted : all === wanted;
};

interface Compared {
  /** The first ones. */
  errors: SiteError[];
  errorCount: number;
  /** Undefined after errors. */
  result?: { model: SiteModel; site: SiteDescription; difference: SiteDifference };
}

/** Reads a file, checks it, and compares it with the model of the caller's campus. */
async function compare(ctx: ActorCtx, input: Pick<Input, "site" | "places">): Promise<Compared> {
  const { site: content, errors, locate } = readSite(input.site);
  if (errors.length > 0) return { errors, errorCount: errors.length };
  const refused = (all: readonly PathError[]) => ({
    errors: locate(all),
    errorCount: all.length,
  });
  const checked = checkSite(content);
  if (!checked.site) return refused(checked.errors);
  const { site } = checked;
  const { campusId } = ctx.actor;
  const model = await readModel(ctx, campusId);
  const ssids = [...site.edges, ...site.devices].map(({ ssid }) => ssid);
  const elsewhere = await repository.listSsidsElsewhere(ctx.db, campusId, ssids);
  const others = new Set(input.places?.except);
  const isSame = (id: string) => (input.places?.all ?? "same") === (others.has(id) ? "another" : "same");
  const difference = compareSite(model, site, { isSame, elsewhere });
  if (difference.errors.length > 0) return refused(difference.errors);
  return { errors: [], errorCount: 0, result: { model, site, difference } };
}

function listOf<T extends { kind: SiteItemKind }, Row>(all: readonly T[], rowOf: (one: T) => Row) {
  const counts: Partial<Record<SiteItemKind, number>> = {};
  for (const { kind } of all) counts[kind] = (counts[kind] ?? 0) + 1;
  return { counts, rows: all.slice(0, SITE_ROWS_MAX).map(rowOf) };
}

const rowOf = ({ id, kind, key, name }: { id: string; kind: SiteItemKind; key: string; name: string }) => ({
  id,
  kind,
  key,
  name,
});

/** The difference of a site file to the model of the caller's campus; stores nothing. */
export const previewSite: Service<typeof previewRoute> = async (ctx, input) => {
  const { errors, errorCount, result } = await compare(ctx, input);
  const {
    added = [],
    changed = [],
    conflicts = [],
    sameNames = [],
    notInFile = [],
  } = result?.difference ?? {};
  const same = sameNames.map(({ file, present }) => ({ ...rowOf(file), presentKey: present.key }));
  return {
    errors,
    errorCount,
    model: result?.model.hash ?? "",
    added: listOf(added, rowOf),
    changed: listOf(changed, (one) => one),
    conflicts: listOf(conflicts, (one) => one),
    sameNames: listOf(same, (one) => one),
    notInFile: listOf(notInFile, rowOf),
  };
};

/** Maximum number of errors of a site file in the reply of an import. */
const LINES_MAX = 20;

const refuse = (errors: readonly SiteError[]) =>
  new AppError("input-invalid", { fields: { site: errors.slice(0, LINES_MAX).map(lineOf).join("\n") } });

/**
 * Imports a site file, or a part of one, into the caller's campus: everything, or with an error nothing. Fields that an administrator has
 * set stay, unless `conflicts` takes those of the file.
 *
 * @throws AppError `input-invalid` with the errors, `site-changed` when the model is not the one of the difference
 */
export function importOwnSite(
  ctx: ActorCtx,
  input: Input,
): Promise<{ isNew: boolean; added: number; changed: number }> {
  return inTransaction(ctx, async (inner) => {
    await lockTree(inner);
    const { errors, result } = await compare(inner, input);
    if (!result) throw refuse(errors);
    const { model, site, difference } = result;
    if (input.model !== undefined && input.model !== model.hash) throw new AppError("site-changed");
    const { sameNames } = difference;
    if (!input.places && sameNames.length > 0) {
      const twice = sameNames.map(({ file }): PathError => {
        return { path: file.path, code: "same-name", value: file.name };
      });
      throw refuse(readSite(input.site).locate(twice));
    }
    const { campusId } = inner.actor;
    const same = sameNames.filter(({ file }) => isChosen(input.places, "same", file.id, "same"));
    const taken = difference.conflicts.filter(
      ({ id, canTake }) => canTake && isChosen(input.conflicts, "file", id, "present"),
    );
    const added = difference.added.length;
    const changed = difference.changed.length + taken.length + same.length;
    if (added + changed === 0) return { isNew: false, added, changed };
    await repository.updateKeys(
      inner.db,
      campusId,
      same.map(({ file, present }) => ({
        file: file.key,
        present: present.key,
        isSpace: file.id.startsWith("space:"),
      })),
    );
    await takeFields(inner, taken);
    const kept = new Set(difference.conflicts.filter((one) => !taken.includes(one)).map(({ id }) => id));
    const edges = site.edges.map(({ passwordSha256, ...edge }) =>
      kept.has(`edge:${edge.ssid}.password`) ? edge : { ...edge, passwordSha256 },
    );
    await storeSite(inner, { ...site, edges }, { takesEnergy: taken.some(({ kind }) => kind === "energy") });
    await recordAudit(inner, {
      action: "import-site",
      target: `campus:${campusId}`,
      before: { model: model.hash },
      after: {
        siteSha256: sha256Of(typeof input.site === "string" ? input.site : JSON.stringify(input.site)),
        devices: site.devices.length,
        added,
        changed,
        taken: taken.map(({ id }) => id).slice(0, SITE_ROWS_MAX),
        kept: kept.size,
      },
    });
    return { isNew: true, added, changed };
  });
}

async function takeFields(ctx: ActorCtx, taken: SiteDifference["conflicts"]): Promise<void> {
  const groups = Map.groupBy(taken, ({ id, field }) => `${id.slice(0, id.indexOf(":"))}.${field}`);
  for (const [what, rows] of groups)
    if (repository.isTakeable(what))
      await repository.takeFields(
        ctx.db,
        ctx.actor.campusId,
        what,
        rows.map(({ key }) => key),
      );
}
