import type { Commands } from "./surroundings/influence.ts";
import type { LocalTime } from "./surroundings/local-clock.ts";
import { isOfficeTime } from "./surroundings/people.ts";

/** Default setpoints of an air handling unit. */
const AHU_RETURN_CELSIUS = 24;
const AHU_SUPPLY_CELSIUS = 18;

export function ahuSetpoints(commands: Commands | undefined) {
  return {
    returnSetpointCelsius: commands?.ahu_in_air_temperature_sp ?? AHU_RETURN_CELSIUS,
    supplySetpointCelsius: commands?.ahu_suply_air_temperature_sp ?? AHU_SUPPLY_CELSIUS,
    valvePercent: commands?.ahu_chilled_valve_sp,
    heatingPercent: commands?.ahu_heating_valve_sp,
  };
}

/** Whether the unit runs: by its command, or without one by its built-in schedule. */
export function isAhuWanted(commands: Commands | undefined, local: LocalTime): boolean {
  const onOff = commands?.ahu_on_off_sp;
  return onOff === undefined ? isOfficeTime(local) : onOff !== 0;
}

/** Commands of a lighting circuit: a level sets manual mode unless a mode is given. */
export function lightCommands(commands: Commands | undefined, suffix: string) {
  const levelPercent = commands?.[`light_level_sp${suffix}`];
  const mode = commands?.[`light_mode_sp${suffix}`];
  return { levelPercent, isAutomatic: mode === undefined ? levelPercent === undefined : mode !== 0 };
}
