import { energySettings, type EnergySettings } from "@verandah/equipment/energy-settings.ts";
import { z } from "zod";

import { buildingStaff, roles } from "../roles.ts";
import { route } from "../route.ts";

/** Weighted average of the Indian grid, FY 2024-25. Source: Central Electricity Authority, CO2 Baseline Database, version 21. */
const GRID_KILOGRAM_PER_KILOWATT_HOUR = 0.712;

/** Used until an administrator sets others. */
export const defaultEnergySettings: EnergySettings = {
  contractKilowatt: null,
  carbonKilogramPerKilowattHour: GRID_KILOGRAM_PER_KILOWATT_HOUR,
  tariff: [],
};

export const getEnergySettings = route({
  path: "/v1/energy/settings",
  summary: "Tariff, contract demand and carbon factor of one's campus",
  access: buildingStaff,
  topics: ["settings"],
  input: z.object({}),
  reply: energySettings,
});

export const saveEnergySettings = route({
  path: "/v1/energy/settings",
  summary: "Sets the tariff, contract demand and carbon factor of one's campus",
  access: [roles.administrator],
  changes: ["settings"],
  input: energySettings,
  sample: defaultEnergySettings,
  reply: energySettings,
});
