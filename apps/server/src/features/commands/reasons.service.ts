import type { getReasons as getReasonsRoute, PointReason } from "@verandah/contract/commands/why.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import type { KnownType } from "@verandah/equipment/catalogue.ts";
import { LIGHT_LEVEL, LIGHT_MODE, modeCommandOf } from "@verandah/equipment/light-group.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { getType } from "#features/equipment/equipment.service.ts";
import { qualityOf } from "#features/telemetry/telemetry.service.ts";

import { listPresentOf, type PresentPoint } from "./present-points.repository.ts";

/** Part of a value by which a reading may differ from the command: devices round and dim in steps. */
const TOLERANCE = 0.02;

/** The reading that shows the effect of a command. */
const shownBy = (paramId: string) => (paramId.startsWith(LIGHT_LEVEL) ? paramId.replace("_sp", "") : paramId);
/** The reading that shows whether a lamp follows its own automatic function. */
const automaticOf = (paramId: string) =>
  paramId.startsWith(LIGHT_LEVEL) ? paramId.replace("_sp", "").replace(LIGHT_LEVEL, LIGHT_MODE) : undefined;

/** What set the present value of each commanded point of a device; a value of a schedule has no end here. @throws AppError `not-found` */
export async function listReasons(
  ctx: ActorCtx,
  { ssid }: InputOf<typeof getReasonsRoute>,
): Promise<ReplyOf<typeof getReasonsRoute>> {
  const points = await listPresentOf(ctx.db, ctx.actor.campusId, ssid);
  const [first] = points;
  if (!first) throw new AppError("not-found");
  const { deviceType } = first;
  const valueOf = (paramId: string | undefined): number | null => {
    const point = points.find((one) => one.paramId === paramId);
    return point?.isOnline && qualityOf(point, ctx.now()) === "good" ? point.value : null;
  };
  return {
    deviceType,
    isOn: isOn(await getType(ctx, ctx.actor.campusId, deviceType), points, valueOf),
    points: points
      // The level of a lamp has its mode as its reason.
      .filter(({ kind, paramId }) => kind !== "reading" && !paramId.startsWith(LIGHT_MODE))
      .map((point) => {
        const value = valueOf(shownBy(point.paramId));
        const isAutomatic = (valueOf(automaticOf(point.paramId)) ?? 0) > 0;
        const mode = points.find(({ paramId }) => paramId === modeCommandOf(point.paramId));
        const source = isAutomatic && value !== null ? automaticBy(point, mode) : sourceOf(point, value);
        return { param_id: point.paramId, unit: point.unit, value, ...source };
      }),
  };
}

/** Whether a device with an on/off point is on, or any lamp of a controller. */
function isOn(
  type: KnownType | undefined,
  points: readonly PresentPoint[],
  valueOf: (paramId: string) => number | null,
): boolean | null {
  const onOff = type?.onOff;
  if (onOff) {
    const value = valueOf(onOff.point);
    return value === null ? null : value === onOff.on;
  }
  const levels = points
    .filter(({ paramId, kind }) => kind === "reading" && paramId.startsWith(LIGHT_LEVEL))
    .map(({ paramId }) => valueOf(paramId));
  if (levels.some((level) => (level ?? 0) > 0)) return true;
  return levels.length === 0 || levels.includes(null) ? null : false;
}

type Source = Pick<PointReason, "source" | "name" | "priority" | "since" | "until">;
const none = { name: null, priority: null, since: null, until: null };

const ofForeign = ({ priority, since }: NonNullable<PresentPoint["foreign"]>): Source => ({
  ...none,
  source: "other-system",
  priority,
  since: new Date(since).toISOString(),
});

const ownerOf = ({ name, at, until }: NonNullable<PresentPoint["person"]>) => ({
  name,
  since: new Date(at).toISOString(),
  until: until && new Date(until).toISOString(),
});

/** A lamp that follows its sensors, and the person who set it to. */
function automaticBy({ foreign }: PresentPoint, mode: PresentPoint | undefined): Source {
  if (foreign) return ofForeign(foreign);
  return { ...none, ...(mode?.person && ownerOf(mode.person)), source: "automatic" };
}

/** The value of the highest rank, unless the reading contradicts it. */
function sourceOf({ foreign, person, schedule }: PresentPoint, value: number | null): Source {
  if (value === null) return { ...none, source: "unknown" };
  if (foreign) return ofForeign(foreign);
  const held = person ?? schedule;
  if (!held) return { ...none, source: "default" };
  const isShown = Math.abs(held.value - value) <= Math.max(1, Math.abs(held.value)) * TOLERANCE;
  if (!isShown) return { ...none, source: "unknown" };
  return { ...none, ...ownerOf(held), source: held === person ? "person" : "schedule" };
}
