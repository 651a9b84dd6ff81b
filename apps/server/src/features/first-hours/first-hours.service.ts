import { doubtOfStored } from "@verandah/field/points.ts";

import { campusCtx, type Ctx, inTransaction, publishChange } from "#core/ctx.ts";
import { getType } from "#features/equipment/equipment.service.ts";
import { buildModels } from "#features/gateways/models.service.ts";
import type { Profile } from "#features/gateways/profiles.service.ts";
import { countChanging, findMisdated, listSamplesOf } from "#features/telemetry/telemetry.service.ts";

import type { Found, HourPoint } from "./first-hour-rules.ts";
import * as repository from "./first-hours.repository.ts";

const MINUTE_MS = 60_000;
/** Minutes of the hour at which a device is looked at. */
const LOOKS = [1, 3, 5, 15, 30, 60];
/** Devices of one look, whose values are in memory together. */
const DEVICES_MAX = 25;
/** Of several values of a point within this time the first is looked at, ms. */
const SAMPLE_MS = 15_000;
/** Values of the mapping before may arrive for so long after the gateway has the new one, ms. */
const CHANGE_MS = 5_000;
/** A look that fails is repeated after this time, ms. */
const RETRY_MS = 5 * MINUTE_MS;
/** A device that sends nothing is looked at less and less often, ms. */
const SILENT_MAX_MS = 10 * MINUTE_MS;
/** A clock that is more wrong than this belongs to no network time, ms. */
export const CLOCK_MAX_MS = MINUTE_MS;

export const isHourDue = (ctx: Ctx) => repository.isHourDue(ctx.now());

/** Looks at the devices in their first hour that are due. Work in proportion to them; several processes share it. */
export async function checkFirstHours(ctx: Ctx): Promise<void> {
  for (;;) {
    const now = ctx.now();
    const until = new Date(now.getTime() + RETRY_MS);
    const ids = await repository.claimDue(ctx.db, now, until, DEVICES_MAX);
    if (ids.length === 0) return;
    const devices = await repository.listHourDevices(ctx.db, ids);
    for (const [campusId, own] of Map.groupBy(devices, (device) => device.campusId))
      await lookAt(ctx, campusId, own);
  }
}

async function lookAt(ctx: Ctx, campusId: number, devices: readonly repository.HourDevice[]): Promise<void> {
  const now = ctx.now();
  const managed = devices.filter(({ profile }) => profile !== null);
  const models = await buildModels(ctx, { ids: [...new Set(managed.map(({ edgeId }) => edgeId))] });
  const profiles = new Map<string, Profile>();
  if (managed.length > 0) {
    const { listAllProfiles } = await import("#features/gateways/profiles.service.ts");
    // The campus's own profile precedes one with its name that every gateway has.
    for (const one of (await listAllProfiles(campusCtx(ctx, campusId, "system"))).toReversed())
      profiles.set(one.name, one);
  }
  const isInForce = ({ profile, edgeId, modelVersion }: repository.HourDevice) =>
    profile === null || models.get(edgeId)?.version === modelVersion;
  const ready = devices.flatMap((device) =>
    device.isRemoved || (device.beganAt === null && !isInForce(device))
      ? []
      : [{ ...device, beganAt: device.beganAt ?? beginOf(device, now) }],
  );
  const points = await listHourPoints(ctx, ready, profiles, now);
  for (const device of devices) {
    const began = ready.find(({ id }) => id === device.id);
    const own = points.get(device.id) ?? [];
    const firstMs = Math.min(...own.flatMap(({ values }) => values[0]?.atMs ?? []));
    const hasValues = began !== undefined && Number.isFinite(firstMs);
    // The hour begins with the first value.
    const beganAt = hasValues
      ? new Date(Math.max(firstMs, began.beganAt.getTime()))
      : (began?.beganAt ?? null);
    const nextAt = device.isRemoved ? null : nextLook(device, hasValues ? beganAt : null, now);
    const found = hasValues ? await judge(ctx, device, own, beganAt ?? now) : [];
    await inTransaction(ctx, async (inner) => {
      if (!(await repository.updateHour(inner.db, device, { beganAt, nextAt })) || !hasValues) return;
      const hour = { at: now, isOver: nextAt === null };
      const hasNew = await repository.saveFindings(inner.db, { deviceId: device.id }, found, hour);
      const clock = clockOf(device.clockOffsetMs, now, now);
      const hasClock = await repository.saveFindings(inner.db, { edgeId: device.edgeId }, clock, hour);
      if (hasNew || hasClock || hour.isOver || device.beganAt === null)
        publishChange(inner, "gateways", { campusId });
    });
  }
}

/** A gateway applies a mapping within seconds, or when it joins or connects again: some time before this look. */
const beginOf = ({ profile, changedAt }: repository.HourDevice, now: Date) =>
  profile === null
    ? changedAt
    : now.getTime() - changedAt.getTime() < 2 * MINUTE_MS
      ? new Date(changedAt.getTime() + CHANGE_MS)
      : now;

/** The next look; null when the hour is over. */
function nextLook(
  { changedAt }: Pick<repository.HourDevice, "changedAt">,
  beganAt: Date | null,
  now: Date,
): Date | null {
  const nowMs = now.getTime();
  if (!beganAt) {
    const waitedMs = nowMs - changedAt.getTime();
    return new Date(nowMs + Math.min(SILENT_MAX_MS, Math.max(MINUTE_MS, waitedMs / 4)));
  }
  const passed = (nowMs - beganAt.getTime()) / MINUTE_MS;
  const next = LOOKS.find((minute) => minute > passed);
  return next === undefined ? null : new Date(beganAt.getTime() + next * MINUTE_MS);
}

/** The points of devices with their values since the begin of their hour, by device. */
async function listHourPoints(
  ctx: Ctx,
  devices: readonly (repository.HourDevice & { beganAt: Date })[],
  profiles: ReadonlyMap<string, Profile>,
  to: Date,
): Promise<Map<number, HourPoint[]>> {
  if (devices.length === 0) return new Map();
  const ids = devices.map(({ id }) => id);
  const rows = await repository.listPoints(ctx.db, ids);
  const from = new Date(Math.min(...devices.map(({ beganAt }) => beganAt.getTime())));
  const samples = await listSamplesOf(
    ctx,
    rows.map(({ id }) => id),
    { from, to },
    SAMPLE_MS,
  );
  const samplesOf = Map.groupBy(
    // A person has separated the value from its sensor.
    samples.filter(({ quality }) => doubtOfStored(quality) !== "out-of-service"),
    ({ pointId }) => pointId,
  );
  const rowsOf = Map.groupBy(rows, ({ deviceId }) => deviceId);
  const entries = devices.map(async ({ id, campusId, type: typeName, profile: name, beganAt }) => {
    const type = await getType(ctx, campusId, typeName);
    const content = profiles.get(name ?? "")?.content;
    const points = (rowsOf.get(id) ?? []).map(({ id: pointId, paramId, unit, min, max }): HourPoint => {
      const known = type && Object.hasOwn(type.points, paramId) ? type.points[paramId] : undefined;
      const written = content?.points.find((one) => one.id === paramId);
      const mapping = written && {
        unit: written.unit,
        hasType: content?.type !== undefined,
        ...("register" in written && { type: written.type, scale: written.scale }),
      };
      const values = (samplesOf.get(pointId) ?? []).filter(({ atMs }) => atMs >= beganAt.getTime());
      const varies = known?.kind === "reading" && known.varies === true;
      // A profile may narrow the range of the type.
      const range = { min: written?.min ?? min, max: written?.max ?? max };
      return { paramId, unit, ...range, varies, mapping, values };
    });
    return [id, points] as const;
  });
  return new Map(await Promise.all(entries));
}

async function judge(
  ctx: Ctx,
  device: repository.HourDevice,
  points: readonly HourPoint[],
  beganAt: Date,
): Promise<Found[]> {
  // With them the data of protocols are loaded, which a server without new devices does not need.
  const { isStuck, judgeDevice } = await import("./first-hour-rules.ts");
  const found: Found[] = [];
  for (const one of judgeDevice(device.type, points)) {
    if (one.rule !== "stuck" || one.paramId === null) found.push(one);
    else {
      const peers = await countChanging(ctx, device, one.paramId, beganAt);
      if (isStuck(one.evidence.value, peers)) found.push({ ...one, evidence: { ...one.evidence, peers } });
    }
  }
  const misdated = await findMisdated(ctx, device.id);
  if (misdated && misdated.arrivedAt >= beganAt) {
    const offsetMs = misdated.at.getTime() - misdated.arrivedAt.getTime();
    // The clock of the gateway explains those of all devices behind it.
    if (Math.abs(offsetMs - (device.clockOffsetMs ?? 0)) > CLOCK_MAX_MS)
      found.push(...clockOf(offsetMs, misdated.at, misdated.arrivedAt));
  }
  return found;
}

function clockOf(offsetMs: number | null, from: Date, until: Date): Found[] {
  if (offsetMs === null || Math.abs(offsetMs) <= CLOCK_MAX_MS) return [];
  const times = { from: from.toISOString(), until: until.toISOString() };
  return [
    { paramId: null, rule: "clock", evidence: { value: offsetMs, count: 1, of: 1, ...times, fixes: [] } },
  ];
}
