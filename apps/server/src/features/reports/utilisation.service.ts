import {
  AVAILABLE_HOURS,
  type exportUtilisation as exportRoute,
  type getUtilisation as getRoute,
} from "@verandah/contract/bookings/utilisation.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { msg } from "@verandah/texts/msg.ts";
import { translate } from "@verandah/texts/translate.ts";
import { addDays, createWallClock, weekdayOf } from "@verandah/time/wall-clock.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { endUntilNow, today as todayOf } from "#core/reply-times.ts";
import { getLocationRow, getTimeZone, listIdsBelow } from "#features/campuses/campuses.service.ts";
import { measureSavings } from "#features/room-preparation/saved-energy.service.ts";

import { type TableFile, tableFile } from "./export/reports-export.service.ts";
import * as repository from "./utilisation.repository.ts";

const columns = [
  { name: "Floor", kind: "text" },
  { name: "Place", kind: "text" },
  { name: "Spaces", kind: "number" },
  { name: "Booked (h)", kind: "number" },
  { name: "Booked (%)", kind: "number" },
  { name: "Used (h)", kind: "number" },
  { name: "Used (%)", kind: "number" },
  { name: "Released", kind: "number" },
  { name: "Cancelled", kind: "number" },
  { name: "Air set back (h)", kind: "number" },
  { name: "Saved, estimated (kWh)", kind: "number" },
] as const;

const round = (value: number) => Number(value.toFixed(1));
/** Rounds a value. Null stays null (unknown). Undefined means that no air was set back, so that nothing was saved. */
const rounded = (value: number | null | undefined) => (value === null ? null : round(value ?? 0));

/** The number of days from Monday to Friday from `from` to `to`. */
function countWeekdays(from: string, to: string): number {
  let count = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) if (weekdayOf(day) % 6 !== 0) count += 1;
  return count;
}

/** Booked and used time of the spaces of a place, up to now. @throws AppError `not-found` */
export const getUtilisation: Service<typeof getRoute> = async (ctx, { id, kind, from, to }) => {
  const below = await listIdsBelow(ctx, await getLocationRow(ctx, id));
  const clock = createWallClock(await getTimeZone(ctx));
  const end = endUntilNow(ctx, clock.instantOf(addDays(to, 1), "00:00").getTime());
  const range = { from: clock.instantOf(from, "00:00"), to: new Date(end) };
  const today = todayOf(ctx, clock);
  const hours = countWeekdays(from, to < today ? to : today) * AVAILABLE_HOURS;
  if (range.from >= range.to) return [];
  const [rows, setBacks] = await Promise.all([
    repository.listUtilisation(ctx.db, below, kind, range),
    kind === "room" ? repository.listSetBacks(ctx.db, below, range) : [],
  ]);
  const savings = await measureSavings(ctx, setBacks);
  return rows.map(({ spaceId, ...row }) => {
    const available = hours * row.spaces;
    const percentOf = (part: number) => (available === 0 ? null : round((100 * part) / available));
    return {
      ...row,
      bookedHours: round(row.bookedHours),
      usedHours: round(row.usedHours),
      savedHours: rounded(savings.get(spaceId)?.hours),
      savedKilowattHours: rounded(savings.get(spaceId)?.kilowattHours),
      bookedPercent: percentOf(row.bookedHours),
      usedPercent: percentOf(row.usedHours),
    };
  });
};

/** @throws AppError `not-found` */
export async function exportUtilisation(
  ctx: ActorCtx,
  { format, language, ...input }: InputOf<typeof exportRoute>,
): Promise<TableFile> {
  const rows = (await getUtilisation(ctx, input)).map((row) => ({
    Floor: row.floor,
    Place: row.name,
    Spaces: row.spaces,
    "Booked (h)": row.bookedHours,
    "Booked (%)": row.bookedPercent,
    "Used (h)": row.usedHours,
    "Used (%)": row.usedPercent,
    Released: row.released,
    Cancelled: row.cancelled,
    "Air set back (h)": row.savedHours,
    "Saved, estimated (kWh)": row.savedKilowattHours,
  }));
  const name = `utilisation-${input.kind}s-${input.from}-${input.to}`;
  return tableFile({
    name,
    title: translate(language, msg`Utilisation`),
    format,
    language,
    columns,
    batches: [rows],
  });
}
