import {
  IconAirConditioning,
  IconBatteryCharging,
  IconBolt,
  IconBulb,
  IconChargingPile,
  IconCpu,
  IconDroplet,
  IconParking,
  IconSnowflake,
  IconTemperature,
  IconWind,
} from "@tabler/icons-react";
import { findType } from "@verandah/equipment/catalogue.ts";

import { useSiteTypes } from "./site-types.ts";

/** Icons by the name that a type gives; any other name has a general one. */
const icons: Record<string, typeof IconCpu> = {
  "air-conditioning": IconAirConditioning,
  "battery-charging": IconBatteryCharging,
  bolt: IconBolt,
  bulb: IconBulb,
  "charging-pile": IconChargingPile,
  droplet: IconDroplet,
  parking: IconParking,
  snowflake: IconSnowflake,
  temperature: IconTemperature,
  wind: IconWind,
};

/** The icon of an equipment type, beside a name. */
export function EquipmentIcon({ type, size = 22 }: { type: string; size?: number }) {
  const Icon = icons[findType(useSiteTypes(), type)?.icon ?? ""] ?? IconCpu;
  return <Icon size={size} stroke={1.6} aria-hidden />;
}
