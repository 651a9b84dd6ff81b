import {
  type closeComfortReport as closeRoute,
  COMFORT_OUTCOME_MS,
  COMFORT_RECENT_MS,
  type countOpenComfortReports as countRoute,
  type getZoneDiagnosis as diagnosisRoute,
  type listComfortReports as listRoute,
  type LiveZone,
  type markComfortOutcomesSeen as markSeenRoute,
  type OwnComfortReport,
  type reportComfort as reportRoute,
} from "@verandah/contract/comfort-reports.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getOwnSpace } from "#features/bookings/bookings.service.ts";
import { getLocationRow, listIdsBelow } from "#features/campuses/campuses.service.ts";

import * as repository from "./comfort-reports.repository.ts";
import { createZoneReader } from "./zone-causes.service.ts";

const before = (ctx: ActorCtx, ms: number) => new Date(presentStep(ctx).getTime() - ms);

const outcomeOf = ({ outcome, note, closedAt }: repository.OwnReportRow | repository.ZoneReportRow) =>
  outcome && closedAt && { code: outcome, note, at: closedAt.toISOString() };

const toOwn = (row: repository.OwnReportRow): OwnComfortReport => ({
  id: row.id,
  space: { id: row.spaceId, name: row.spaceName },
  floor: row.floorName,
  zoneId: row.zoneId,
  zone: row.zoneName,
  kind: row.kind,
  at: row.at.toISOString(),
  outcome: outcomeOf(row),
  isSeen: row.isSeen,
});

/** The caller's reports that are open, or whose outcome is new to the caller, newest first. */
export async function listOwnComfortReports(ctx: ActorCtx): Promise<OwnComfortReport[]> {
  const rows = await repository.listOwn(ctx.db, ctx.actor, {
    closedAfter: before(ctx, COMFORT_OUTCOME_MS),
    seenAfter: before(ctx, COMFORT_RECENT_MS),
  });
  return rows.map(toOwn);
}

/** Marks outcomes as seen. They are removed from the caller's list a day later. */
export const markComfortOutcomesSeen: Service<typeof markSeenRoute> = async (ctx, { ids }) => {
  await inTransaction(ctx, async (inner) => {
    await repository.updateSeen(inner.db, inner.actor.userId, ids, inner.now());
    await recordAudit(inner, { action: "see-comfort-outcomes", target: "comfort-reports", after: { ids } });
  });
  return listOwnComfortReports(ctx);
};

/** Reports the zone of a booked seat or room. @throws AppError `not-found`, `space-not-booked`, `comfort-report-open` */
export const reportComfort: Service<typeof reportRoute> = async (ctx, { space: spaceId, kind }) => {
  const { zoneId } = await getOwnSpace(ctx, spaceId);
  return inTransaction(ctx, async (inner) => {
    const { campusId, userId } = inner.actor;
    const row = { campusId, userId, spaceId, zoneId, kind, createdAt: inner.now() };
    const id = await repository.insertReport(inner.db, row);
    if (id === undefined) throw new AppError("comfort-report-open");
    await recordAudit(inner, {
      action: "report-comfort",
      target: `comfort-report:${id}`,
      after: { kind, space: spaceId },
    });
    const own = (await listOwnComfortReports(inner)).find((one) => one.id === id);
    if (!own) throw new AppError("not-found");
    return own;
  });
};

/** The reports below a place by zone. Open reports have live data of the zone. @throws AppError `not-found` */
export const listComfortReports: Service<typeof listRoute> = async (ctx, { place }) => {
  const below = await listIdsBelow(ctx, await getLocationRow(ctx, place));
  const rows = await repository.listOfZones(ctx.db, below, before(ctx, COMFORT_RECENT_MS));
  const readZone = createZoneReader(ctx);
  return Promise.all(
    rows.map(async (row) => {
      const outcome = outcomeOf(row);
      return {
        id: row.id,
        kind: row.kind,
        floor: { id: row.floorId, name: row.floorName },
        zone: { id: row.zoneId, name: row.zoneName },
        at: row.at.toISOString(),
        reporters: row.names.length,
        names: row.names,
        outcome: outcome && { ...outcome, by: row.closedBy ?? "" },
        live: outcome ? null : await readZone(row),
      };
    }),
  );
};

/** The temperature of a zone, with what may explain it. @throws AppError `not-found` for any other place */
export const getZoneDiagnosis = (ctx: ActorCtx, { id }: InputOf<typeof diagnosisRoute>): Promise<LiveZone> =>
  createZoneReader(ctx)({ zoneId: id });

/** How many reports of `listComfortReports` are open. @throws AppError `not-found` */
export const countOpenComfortReports: Service<typeof countRoute> = async (ctx, { place }) => {
  const below = await listIdsBelow(ctx, await getLocationRow(ctx, place));
  return { open: await repository.countOpen(ctx.db, below) };
};

/**
 * Closes all open reports of a zone of one kind.
 *
 * @throws AppError `not-found`, `comfort-report-closed` with the name of the operator who closed it
 */
export const closeComfortReport: Service<typeof closeRoute> = (ctx, { id, outcome, note }) =>
  inTransaction(ctx, async (inner) => {
    const { campusId, userId } = inner.actor;
    const report = await repository.lockReport(inner.db, campusId, id);
    if (!report) throw new AppError("not-found");
    if (report.closedBy !== null)
      throw new AppError("comfort-report-closed", { fields: { closedBy: report.closedBy } });
    const closed = { outcome, note, by: userId, at: inner.now() };
    const ids = await repository.closeReports(inner.db, report, closed);
    await recordAudit(inner, {
      action: "close-comfort-report",
      target: `comfort-reports:${ids.join(",")}`,
      after: { outcome, note },
    });
    return { id };
  });
