import {
  getEnergyBaseline,
  getEnergyDemand,
  getEnergyOverview,
  listEnergyFindings,
} from "@verandah/contract/energy/energy-overview.ts";
import { getEnergySettings, saveEnergySettings } from "@verandah/contract/energy/energy-settings.ts";
import { getConsumption } from "@verandah/contract/energy/energy.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { routeQuery, useRouteMutation } from "./query/route-query.ts";

/** How often the energy of a meter until now is loaded, ms. Source: spec 2 §9 Energy refresh. */
const METER_POLL_MS = 5_000;
/** How often the energy of the hour that runs is loaded elsewhere, ms. */
const CONSUMPTION_POLL_MS = 60_000;
/** How often what changes with whole quarters of an hour is loaded, ms. */
const OVERVIEW_POLL_MS = 300_000;

/** Energy of a meter by hour and by day, until now or of a day. */
export const consumptionQuery = (ssid: string, date: string | undefined) =>
  routeQuery(
    getConsumption,
    { ssid, date },
    { refetchInterval: date === undefined ? METER_POLL_MS : CONSUMPTION_POLL_MS },
  );

type Period = SentOf<typeof getEnergyOverview>;

export const energyOverviewQuery = (period: Period) =>
  routeQuery(getEnergyOverview, period, { refetchInterval: OVERVIEW_POLL_MS });

export const energyDemandQuery = (id: number) =>
  routeQuery(getEnergyDemand, { id }, { refetchInterval: CONSUMPTION_POLL_MS });

export const energyBaselineQuery = (period: Period) => routeQuery(getEnergyBaseline, period);

export const energyFindingsQuery = (period: Period) =>
  routeQuery(listEnergyFindings, period, { refetchInterval: OVERVIEW_POLL_MS });

export const energySettingsQuery = () => routeQuery(getEnergySettings, {});

/** Saves the tariff, after which all costs are loaded again. */
export const useSaveEnergySettings = () =>
  useRouteMutation(
    saveEnergySettings,
    "success",
    getEnergySettings,
    getEnergyOverview,
    getEnergyDemand,
    getEnergyBaseline,
    listEnergyFindings,
  );
