import type { Orders } from "./surroundings/influence.ts";
import type { LocalTime } from "./surroundings/local-clock.ts";
import { isOfficeTime } from "./surroundings/people.ts";

/** Default set points of an air handling unit. */
const AHU_RETURN_CELSIUS = 24;
const AHU_SUPPLY_CELSIUS = 18;

export function ahuSetpoints(orders: Orders | undefined) {
  return {
    returnSetpointCelsius: orders?.ahu_in_air_temperature_sp ?? AHU_RETURN_CELSIUS,
    supplySetpointCelsius: orders?.ahu_suply_air_temperature_sp ?? AHU_SUPPLY_CELSIUS,
    valvePercent: orders?.ahu_chilled_valve_sp,
    heatingPercent: orders?.ahu_heating_valve_sp,
  };
}

/** Whether the unit is to run: as ordered, or else by its built-in schedule. */
export function isAhuWanted(orders: Orders | undefined, local: LocalTime): boolean {
  const onOff = orders?.ahu_on_off_sp;
  return onOff === undefined ? isOfficeTime(local) : onOff !== 0;
}

/** Commands of a lighting circuit: a level sets manual mode unless a mode is given. */
export function lightOrders(orders: Orders | undefined, suffix: string) {
  const levelPercent = orders?.[`light_level_sp${suffix}`];
  const mode = orders?.[`light_mode_sp${suffix}`];
  return { levelPercent, isAutomatic: mode === undefined ? levelPercent === undefined : mode !== 0 };
}
