import type { getReasons as getReasonsRoute, PointReason } from "@verandah/contract/commands/why.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { KnownType } from "@verandah/equipment/catalogue.ts";
import { LIGHT_LEVEL, LIGHT_MODE, modeCommandOf } from "@verandah/equipment/light-group.ts";

import type { Service } from "#core/ctx.ts";
import { getType } from "#features/equipment/equipment.service.ts";
import { noteStale, qualityOf } from "#features/telemetry/telemetry.service.ts";

import { listPresentOf, type PresentPoint } from "./present-points.repository.ts";

/** Maximum relative difference of a reading from its command, because devices round values and dim in steps. */
const TOLERANCE = 0.02;

/** The id of the reading that shows the effect of a command. */
const shownBy = (paramId: string) => (paramId.startsWith(LIGHT_LEVEL) ? paramId.replace("_sp", "") : paramId);
/** The id of the reading that shows whether a lamp is in its automatic mode. */
const automaticOf = (paramId: string) =>
  paramId.startsWith(LIGHT_LEVEL) ? paramId.replace("_sp", "").replace(LIGHT_LEVEL, LIGHT_MODE) : undefined;

/** The source of the present value of each commanded point of a device. Values of schedules have no end here. @throws AppError `not-found` */
export const listReasons: Service<typeof getReasonsRoute> = async (ctx, { ssid }) => {
  const points = await listPresentOf(ctx.db, ctx.actor.campusId, ssid);
  const [first] = points;
  if (!first) throw new AppError("not-found");
  noteStale(ctx, points);
  const { deviceType } = first;
  const valueOf = (paramId: string | undefined): number | null => {
    const point = points.find((one) => one.paramId === paramId);
    return point?.isOnline && qualityOf(point, ctx.now()) === "good" ? point.value : null;
  };
  return {
    deviceType,
    isOn: isOn(await getType(ctx, ctx.actor.campusId, deviceType), points, valueOf),
    points: points
      // Leaves out modes of lamps, because the mode is the reason of the level.
      .filter(({ kind, paramId }) => kind !== "reading" && !paramId.startsWith(LIGHT_MODE))
      .map((point) => {
        const value = valueOf(shownBy(point.paramId));
        const isAutomatic = (valueOf(automaticOf(point.paramId)) ?? 0) > 0;
        const mode = points.find(({ paramId }) => paramId === modeCommandOf(point.paramId));
        const source = isAutomatic && value !== null ? automaticBy(point, mode) : sourceOf(point, value);
        return { param_id: point.paramId, unit: point.unit, value, ...source };
      }),
  };
};

/** A pump that is switched on stops without sun: neither question fits then. */
const MOTOR_STATUS = "Motor_On_Off_Status";

/** Whether a device is on: by its on/off point, or for a lighting controller by any of its lamps. Null when unknown. */
function isOn(
  type: KnownType | undefined,
  points: readonly PresentPoint[],
  valueOf: (paramId: string) => number | null,
): boolean | null {
  const onOff = type?.onOff;
  if (onOff) {
    const value = valueOf(onOff.point);
    const motor = Object.entries(type.points).find(([, { brick }]) => brick === MOTOR_STATUS)?.[0];
    const isContradicted = motor !== undefined && valueOf(motor) !== value;
    return value === null || isContradicted ? null : value === onOff.on;
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

/** The source of the level of a lamp in automatic mode, with the person who selected the mode. */
function automaticBy({ foreign }: PresentPoint, mode: PresentPoint | undefined): Source {
  if (foreign) return ofForeign(foreign);
  return { ...none, ...(mode?.person && ownerOf(mode.person)), source: "automatic" };
}

/** The source with the highest priority, or unknown when the reading differs from its value. */
function sourceOf({ foreign, person, schedule }: PresentPoint, value: number | null): Source {
  if (value === null) return { ...none, source: "unknown" };
  if (foreign) return ofForeign(foreign);
  const held = person ?? schedule;
  if (!held) return { ...none, source: "default" };
  const isShown = Math.abs(held.value - value) <= Math.max(1, Math.abs(held.value)) * TOLERANCE;
  if (!isShown) return { ...none, source: "unknown" };
  return { ...none, ...ownerOf(held), source: held === person ? "person" : "schedule" };
}
