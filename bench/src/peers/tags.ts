/** One message's values at a peer: a device's points in one JSON object, or one number. */
export type MessageShape = "device" | "single";

/** The first devices are on the watched screen: as many points as one of our gateways has. */
const SCREEN_DEVICES = 10;
const POINTS_PER_DEVICE = 10;
export const DEVICES = 500;

export interface Tag {
  /** Unique, e.g. `d12p3`. */
  readonly name: string;
  /** Index of the point in the device, which is also its key in the device's message. */
  readonly key: string;
  readonly device: number;
}

/** All points of `devices` devices. */
export function tagsOf(devices: number): Tag[] {
  return Array.from({ length: devices * POINTS_PER_DEVICE }, (_, at) => {
    const device = Math.floor(at / POINTS_PER_DEVICE);
    const key = `p${at % POINTS_PER_DEVICE}`;
    return { name: `d${device}${key}`, key, device };
  });
}

export const screenTags: readonly Tag[] = tagsOf(SCREEN_DEVICES);

/** Topics below `bench/`: one a device, or one a point. */
export function topicOfTag(tag: Tag, shape: MessageShape): string {
  return shape === "device" ? `bench/d${tag.device}` : `bench/${tag.name}`;
}

/** The data that a publisher of all points needs. */
export function publishing(shape: MessageShape): { topics: string[]; keys: string[] } {
  const keys = shape === "device" ? tagsOf(1).map(({ key }) => key) : [];
  return { topics: [...new Set(tagsOf(DEVICES).map((tag) => topicOfTag(tag, shape)))], keys };
}
