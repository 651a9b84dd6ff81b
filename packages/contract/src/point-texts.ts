import type { Language } from "./language.ts";
import { pointNames, type Said } from "./point-names.ts";

/** A state: the number from which on it holds, up to the next one's, and its word. */
type State = readonly [from: number, word: Said];

const state = (from: number, en: string, hi: string, kn: string): State => [from, { en, hi, kn }];

const running = [state(0, "Off", "बंद", "ಆಫ್"), state(1, "On", "चालू", "ಆನ್")];
const lamps = [state(0, "Well", "ठीक", "ಸರಿಯಾಗಿದೆ"), state(1, "Lamp failed", "लैंप ख़राब", "ದೀಪ ಕೆಟ್ಟಿದೆ")];
const lightControl = [state(0, "Manual", "मैनुअल", "ಕೈಯಿಂದ"), state(1, "Auto", "स्वचालित", "ಸ್ವಯಂಚಾಲಿತ")];

const channels = (name: string, states: readonly State[]) =>
  Object.fromEntries([name, `${name}_1`, `${name}_2`].map((id) => [id, states]));

/** Points whose numbers stand for states, in rising order. */
const pointStates: Readonly<Record<string, readonly State[]>> = {
  "Supply Fan Status": [state(0, "OFF", "बंद", "ಆಫ್"), state(1, "ON", "चालू", "ಆನ್")],
  "Fire Alarm": [state(0, "Normal", "सामान्य", "ಸಾಮಾನ್ಯ"), state(1, "ALARM", "अलार्म", "ಅಲಾರಂ")],
  "Filter Status": [state(0, "Clean", "साफ़", "ಸ್ವಚ್ಛ"), state(1, "Loaded", "भरा हुआ", "ತುಂಬಿದೆ")],
  ahu_on_off_sp: running,
  vav_damper_mode_sp: [state(0, "Auto", "स्वचालित", "ಸ್ವಯಂಚಾಲಿತ"), state(1, "Manual", "मैनुअल", "ಕೈಯಿಂದ")],
  "Chiller Status": running,
  "Pump Status": running,
  ch_on_off_sp: running,
  // upsOutputSource. Source: RFC 1628 §2.4.
  ups_Status: [
    state(1, "Other", "अन्य", "ಇತರೆ"),
    state(2, "No output", "आउटपुट नहीं", "ಔಟ್‌ಪುಟ್ ಇಲ್ಲ"),
    state(3, "Normal", "सामान्य", "ಸಾಮಾನ್ಯ"),
    state(4, "Bypass", "बायपास", "ಬೈಪಾಸ್"),
    state(5, "On battery", "बैटरी पर", "ಬ್ಯಾಟರಿಯಲ್ಲಿ"),
    state(6, "Booster", "बूस्टर", "ಬೂಸ್ಟರ್"),
    state(7, "Reducer", "रिड्यूसर", "ರಿಡ್ಯೂಸರ್"),
  ],
  // upsBatteryStatus. Source: RFC 1628 §2.2.
  ups_BatteryStatus: [
    state(1, "Unknown", "अज्ञात", "ತಿಳಿದಿಲ್ಲ"),
    state(2, "Normal", "सामान्य", "ಸಾಮಾನ್ಯ"),
    state(3, "Low", "कम", "ಕಡಿಮೆ"),
    state(4, "Depleted", "खाली", "ಖಾಲಿ"),
  ],
  ...channels("lamp_failure", lamps),
  ...channels("light_mode", lightControl),
  light_mode_sp: lightControl,
  light_mode_sp_1: lightControl,
  light_mode_sp_2: lightControl,
  OCCUPIED: [state(0, "Free", "ख़ाली", "ಖಾಲಿ"), state(1, "Taken", "घिरा हुआ", "ತುಂಬಿದೆ")],
  MotorStatus: running,
  motor_on_off_sp: running,
};

/** What a point is called. One that is not known keeps its own name. */
export function pointName(inLanguage: Language, paramId: string): string {
  return Object.hasOwn(pointNames, paramId) ? (pointNames[paramId]?.[inLanguage] ?? paramId) : paramId;
}

/** The states of a point, by the number from which on each holds, rising; undefined for a point that measures or counts. */
export function pointStatesOf(
  inLanguage: Language,
  paramId: string,
): readonly (readonly [from: number, word: string])[] | undefined {
  if (!Object.hasOwn(pointStates, paramId)) return undefined;
  return pointStates[paramId]?.map(([from, word]) => [from, word[inLanguage]]);
}

/** The state that a value stands for; undefined for a point without states, and below the lowest. */
export function stateAt<S extends readonly [from: number, word: string]>(
  states: readonly S[] | undefined,
  value: number,
): S | undefined {
  return states?.findLast(([from]) => value >= from);
}

/** Every point that has a name, and every one that has states. */
export const namedPoints: readonly string[] = Object.keys(pointNames);
export const statePoints: readonly string[] = Object.keys(pointStates);
