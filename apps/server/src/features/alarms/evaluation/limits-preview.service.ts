import type { Configuration, LimitKind, AlarmSettings } from "@verandah/contract/campuses/campuses.ts";
import {
  PREVIEW_DAYS,
  type previewConfiguration as previewRoute,
} from "@verandah/contract/campuses/limits-preview.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";
import { ACTIVE_POWER, energyMeter } from "@verandah/equipment/types/energy-meter.ts";
import { environment, OCCUPANCY } from "@verandah/equipment/types/environment.ts";
import { OCCUPIED, parking } from "@verandah/equipment/types/parking.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { type LimitSettings, loadLimitSettings, withChanges } from "#features/campuses/limits.service.ts";
import {
  countEmptyFloorLoads,
  countExcursions,
  findFirstHour,
  listPlacedValues,
  type PlacedValue,
} from "#features/telemetry/telemetry.service.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** A bay is occupied at 1. */
const TAKEN = 0.5;

type Points = Record<LimitKind, PlacedValue[]>;

/** Points and types of devices that a limit is for. */
function watchedPoints(kind: LimitKind): [paramIds: string[], deviceTypes: string[]] {
  if (kind === "overParked") return [[OCCUPIED], [parking.type]];
  if (kind === "wastage")
    return [
      [ACTIVE_POWER, OCCUPANCY],
      [energyMeter.type, environment.type],
    ];
  return [[comfortPoints[kind]], [environment.type]];
}

async function loadPoints(ctx: ActorCtx, kinds: readonly LimitKind[]): Promise<Partial<Points>> {
  const { campusId } = ctx.actor;
  const entries = await Promise.all(
    kinds.map(async (kind): Promise<[LimitKind, PlacedValue[]]> => {
      const [paramIds, deviceTypes] = watchedPoints(kind);
      return [kind, await listPlacedValues(ctx, paramIds, { campusId, deviceTypes })];
    }),
  );
  return Object.fromEntries(entries);
}

interface Count {
  kind: LimitKind;
  points: readonly PlacedValue[];
  /** The limits and alarm settings at a place. */
  settingsAt: (place: PlacedValue) => LimitSettings;
  from: Date;
  to: Date;
}

function countAlarms(ctx: ActorCtx, { kind, points, settingsAt, from, to }: Count): Promise<number> {
  const [first] = points;
  if (!first) return Promise.resolve(0);
  const { alarmSettings } = settingsAt(first);
  const within = { from, to, offDelayMs: alarmSettings[kind].off_delay_seconds * SECOND_MS };
  if (kind === "wastage") {
    const floors = points.flatMap((point) =>
      point.floorId === null
        ? []
        : [
            {
              floorId: point.floorId,
              pointId: point.pointId,
              isMeter: point.paramId === ACTIVE_POWER,
              // A floor is judged as a whole; 0 switches the alarm off.
              limit: settingsAt({ ...point, zoneId: null }).limits.wastage.wastage || Infinity,
            },
          ],
    );
    const delayMs = alarmSettings.wastage.on_delay_seconds * SECOND_MS;
    return countEmptyFloorLoads(ctx, floors, { ...within, delayMs });
  }
  if (kind === "overParked") {
    const bays = points.flatMap((point) => {
      const minutes = settingsAt(point).limits.overParked.overParked;
      // 0 disables the alarm.
      if (minutes === 0) return [];
      return [{ pointId: point.pointId, low: null, high: TAKEN, deadband: 0, delayMs: minutes * MINUTE_MS }];
    });
    return countExcursions(ctx, bays, within);
  }
  const { deadband, on_delay_seconds: delay } = alarmSettings[kind];
  const delayMs = delay * SECOND_MS;
  const watched = points.map((point) => {
    const { max, ...rest } = settingsAt(point).limits[kind];
    return { pointId: point.pointId, low: "min" in rest ? rest.min : null, high: max, deadband, delayMs };
  });
  return countExcursions(ctx, watched, within);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The kinds whose limit or alarm setting differs. */
function changedKinds(
  before: LimitSettings,
  after: { limits: Configuration; alarmSettings: AlarmSettings },
): LimitKind[] {
  const kinds: LimitKind[] = ["temperature", "humidity", "lux", "co2", "overParked", "wastage"];
  return kinds.filter(
    (kind) =>
      !isSame(before.limits[kind], after.limits[kind]) ||
      !isSame(before.alarmSettings[kind], after.alarmSettings[kind]),
  );
}

/**
 * Alarms that other limits of the caller's campus would have raised, beside those of the present limits. Places with own limits keep them.
 */
export const previewConfiguration: Service<typeof previewRoute> = async (ctx, input) => {
  const { campusId } = ctx.actor;
  const settings = await loadLimitSettings(ctx, campusId);
  const campus = settings.at({ campusId, buildingId: null, floorId: null, zoneId: null });
  const proposed = withChanges(campus, input);
  const kinds = changedKinds(campus, proposed);
  const to = ctx.now();
  const from = new Date(to.getTime() - PREVIEW_DAYS * DAY_MS);
  const points = await loadPoints(ctx, kinds);
  const ids = Object.values(points).flatMap((all) => all.map(({ pointId }) => pointId));
  const counts = await Promise.all(
    kinds.map(async (kind) => {
      const own = { kind, points: points[kind] ?? [], from, to };
      /** A place that has its own limit of this kind keeps it. */
      const proposedAt = (place: PlacedValue): LimitSettings => {
        const { limits } = settings.at(place);
        const isInherited = limits[kind] === campus.limits[kind];
        return {
          limits: isInherited ? { ...limits, [kind]: proposed.limits[kind] } : limits,
          alarmSettings: proposed.alarmSettings,
          delays: proposed.delays,
        };
      };
      const [present, after] = await Promise.all([
        countAlarms(ctx, { ...own, settingsAt: (place) => settings.at(place) }),
        countAlarms(ctx, { ...own, settingsAt: proposedAt }),
      ]);
      return { kind, present, proposed: after };
    }),
  );
  return { from: (await findFirstHour(ctx, ids, from))?.toISOString() ?? null, kinds: counts };
};
