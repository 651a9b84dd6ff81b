import { screen, within } from "@testing-library/react";
import { getPumpStatement } from "@verandah/contract/pumps/pump-statement.ts";
import { getPump, listPumpData, type PumpDataRow } from "@verandah/contract/pumps/pumps.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";

import type { MeasuredPump } from "../features/pumps/pump-values.ts";
import { aPage, aSession, aTrend } from "./builders.ts";
import { aPumpStatement } from "./pump-statement.ts";
import { servePumps } from "./pumps.ts";
import { renderScreen } from "./render-app.tsx";
import { serve } from "./serve.ts";

const days = Array.from({ length: 14 }, (_, index) => ({
  date: `2026-01-${String(index + 1).padStart(2, "0")}`,
  litres: 9_000 + index,
  runHours: 6.5,
  kilowattHour: 8.2,
  completenessPercent: index === 0 ? 60 : 100,
}));

const row: PumpDataRow = {
  at: "2026-01-05T07:30:00.000Z",
  date: "2026-01-05",
  time: "13:00:00",
  motor: 1,
  flowLitrePerMinute: 96.5,
  dayLitre: 12_400,
  volt: 305,
  ampere: 5.9,
  watt: 1_800,
  fault: 0,
  warning: 3,
  quality: "good",
};

/** Calls of the grid of the page that is shown, the newest last. */
export let asked: Record<string, string>[] = [];

/** Answers the calls of the screen of pumps. */
export function serveFarmer(pumps: MeasuredPump[]): void {
  asked = [];
  servePumps(pumps);
  serve(getTrend, aTrend());
  if (!pumps[0]) return;
  const customer = { name: "Asha Rao", city: "Hoskote", state: "Karnataka" };
  serve(getPump, { ...pumps[0], customer, days });
  serve(getPumpStatement, aPumpStatement);
  serve(listPumpData, ({ searchParams }) => {
    asked.push(Object.fromEntries(searchParams));
    return aPage(
      [row, { ...row, at: "2026-01-05T07:29:00.000Z", fault: 1, warning: 0, quality: "suspect" }],
      12,
    );
  });
}

/** The screen of pumps, as a farmer sees it unless it says otherwise. */
export const showPumps = (pumps: MeasuredPump[], address = "/admin/dashboard", roleId: 1 | 4 = 4) =>
  renderScreen(address, aSession({ role: { id: roleId } }), () => serveFarmer(pumps));

/** The card of a pump. */
export const pumpCard = async (name = "Pump 01 Hoskote") =>
  within(await screen.findByRole("article", { name }));
