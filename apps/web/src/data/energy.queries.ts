import {
  getEnergyBaseline,
  getEnergyDemand,
  getEnergyOverview,
  listEnergyFindings,
} from "@verandah/contract/energy/energy-overview.ts";
import { getEnergySettings, saveEnergySettings } from "@verandah/contract/energy/energy-settings.ts";
import { getConsumption } from "@verandah/contract/energy/energy.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { loadedSeldom, routeQuery, useRouteMutation } from "./query/route-query.ts";

/** Source: spec 2 §9 Energy refresh. */
const METER = { readingsPauseMs: 5_000 };

/** Energy of a meter by hour and by day, until now or of a day. */
export const consumptionQuery = (ssid: string, date: string | undefined) =>
  routeQuery(getConsumption, { ssid, date }, date === undefined ? METER : loadedSeldom);

type Period = SentOf<typeof getEnergyOverview>;

export const energyOverviewQuery = (period: Period) => routeQuery(getEnergyOverview, period, loadedSeldom);

export const energyDemandQuery = (id: number) => routeQuery(getEnergyDemand, { id }, loadedSeldom);

export const energyBaselineQuery = (period: Period) => routeQuery(getEnergyBaseline, period, loadedSeldom);

export const energyFindingsQuery = (period: Period) => routeQuery(listEnergyFindings, period, loadedSeldom);

export const energySettingsQuery = () => routeQuery(getEnergySettings, {});

/** Saves the tariff, after which all costs are loaded again. */
export const useSaveEnergySettings = () => useRouteMutation(saveEnergySettings);
