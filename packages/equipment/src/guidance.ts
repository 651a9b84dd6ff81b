import { type AlarmName, alarmNames, alarms } from "./catalogue.ts";
import type { FullText, Language } from "./define.ts";
import { systemGuidance } from "./system-alarms.ts";
import { ahuGuidance } from "./types/ahu.ts";
import { daliGuidance } from "./types/dali.ts";
import { energyMeterGuidance } from "./types/energy-meter.ts";
import { environmentGuidance } from "./types/environment.ts";
import { parkingGuidance } from "./types/parking.ts";
import { solarPumpGuidance } from "./types/solar-pump.ts";
import { upsGuidance } from "./types/ups-guidance.ts";
import { weatherStationGuidance } from "./types/weather-station.ts";

/** The guidance of each alarm. A separate module: only the server loads it. */
export const guidance: Readonly<Record<AlarmName | "device-event", FullText>> = {
  ...systemGuidance,
  ...ahuGuidance,
  ...energyMeterGuidance,
  ...upsGuidance,
  ...daliGuidance,
  ...environmentGuidance,
  ...parkingGuidance,
  ...solarPumpGuidance,
  ...weatherStationGuidance,
};

/** The guidance of an alarm by its code. */
export const guidanceOf = (language: Language, code: number): string =>
  guidance[alarmNames.find((name) => alarms[name].code === code) ?? "device-event"][language];
