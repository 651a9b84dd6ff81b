/** Status of one lamp channel. Source: spec 2 §4. */
export type LightStatus = "On" | "Off" | "Auto";

/** Suffixes of the channels of a lighting controller's points. */
export const channelSuffixes = { DALI: [""], WAC: ["_1", "_2"] } as const;
export type LightType = keyof typeof channelSuffixes;

export interface LightChannel {
  /** Good value of an online device; null when it is not confirmed. */
  level: number | null;
  isAuto: boolean | null;
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
