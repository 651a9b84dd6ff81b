import { type channelPoints, lightLevel } from "./types/dali.ts";

/** Status of one lamp channel. Source: spec 2 §4. */
export type LightStatus = "On" | "Off" | "Auto";

/** Suffixes of the channels of a lighting controller's points. */
export const channelSuffixes = { DALI: [""], WAC: ["_1", "_2"] } as const;
export type LightType = keyof typeof channelSuffixes;

/** Id of a point of a channel, without its suffix. */
export type LightPoint = keyof typeof channelPoints;
export const LIGHT_LEVEL = "light_level" satisfies LightPoint;
export const LIGHT_MODE = "light_mode" satisfies LightPoint;

/** A change of lights; `percent` is the intensity. */
export type LightChange =
  | { to: "on" }
  | { to: "off" }
  | { to: "auto" }
  | { to: "intensity"; percent: number };

/** Types of lighting controllers. */
export const lightTypes = ["DALI", "WAC"] as const satisfies readonly LightType[];
const suffixes = Object.values(channelSuffixes).flat();
/** Ids of the level commands of all channels. */
export const levelCommands: readonly string[] = suffixes.map((suffix) => `${LIGHT_LEVEL}_sp${suffix}`);
/** Ids of the level and mode commands of all channels. */
export const lightCommands: readonly string[] = [
  ...levelCommands,
  ...suffixes.map((suffix) => `${LIGHT_MODE}_sp${suffix}`),
];

/** The point that shows the effect of each command to a light, by the id of the command. */
export const lightFeedback: ReadonlyMap<string, string> = new Map(
  lightCommands.map((id) => [id, id.replace("_sp", "")]),
);
/** Maximum difference of equal light levels, %: each lamp is dimmed in different steps. */
const LEVEL_TOLERANCE_PERCENT = 2;

/** Whether two values of a command to a light, or a command and its feedback, are the same. */
export const isSameLight = (command: string, a: number, b: number): boolean =>
  levelCommands.includes(command) ? Math.abs(a - b) <= LEVEL_TOLERANCE_PERCENT : a === b;

/** The mode command of the channel that has a level command; any other point as it is. */
export const modeCommandOf = (levelCommand: string): string => levelCommand.replace(LIGHT_LEVEL, LIGHT_MODE);

/** The mode command of the channel of a level command, and the reverse. The newer of the two is in force and ends the other. */
export const partnerCommands: readonly string[] = lightCommands.map((id) =>
  levelCommands.includes(id) ? modeCommandOf(id) : id.replace(LIGHT_MODE, LIGHT_LEVEL),
);

/** The write of a change, without the suffix of the channel. */
export function lightWrite(change: LightChange): { paramId: string; value: number } {
  if (change.to === "auto") return { paramId: `${LIGHT_MODE}_sp`, value: 1 };
  const level = change.to === "on" ? lightLevel.to : lightLevel.from;
  return { paramId: `${LIGHT_LEVEL}_sp`, value: change.to === "intensity" ? change.percent : level };
}

export interface LightChannel {
  /** Good value of an online device; null when it is not confirmed. */
  level: number | null;
  isAuto: boolean | null;
}

/** A channel from its values by point id; null where a value is not confirmed. */
export function channelOf(valueOf: (paramId: string) => number | null, suffix: string): LightChannel {
  const mode = valueOf(LIGHT_MODE + suffix);
  return { level: valueOf(LIGHT_LEVEL + suffix), isAuto: mode === null ? null : mode > 0 };
}

/** The status of a confirmed channel; undefined for any other. */
export function lightStatus({ level, isAuto }: LightChannel): LightStatus | undefined {
  if (level === null || isAuto === null) return undefined;
  if (isAuto) return "Auto";
  return level > 0 ? "On" : "Off";
}

export interface LightGroup {
  mode: "Manual" | "Auto" | "Mixed modes";
  /** The shared status; empty when the channels differ, or none is confirmed. */
  status: LightStatus | "";
  /** Mean level, rounded up, %; null when no channel is confirmed. */
  intensity: number | null;
  confirmed: number;
  total: number;
}

/** The state of a group from its confirmed channels. Source: spec 2 §4 (group mode, zone status, intensity). */
export function groupLights(channels: readonly LightChannel[]): LightGroup {
  const confirmed = channels.flatMap((channel) => {
    const status = lightStatus(channel);
    return status === undefined || channel.level === null ? [] : [{ status, level: channel.level }];
  });
  const [first] = confirmed;
  const isShared = confirmed.every(({ status }) => status === first?.status);
  const sum = confirmed.reduce((total, { level }) => total + level, 0);
  const manual = first?.status === "Auto" ? "Auto" : "Manual";
  return {
    mode: isShared ? manual : "Mixed modes",
    status: (isShared && first?.status) || "",
    intensity: first ? Math.ceil(sum / confirmed.length) : null,
    confirmed: confirmed.length,
    total: channels.length,
  };
}
