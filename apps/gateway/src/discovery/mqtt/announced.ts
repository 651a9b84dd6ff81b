import type { TemplateValue } from "./value-template.ts";

/** A topic that shows whether a device can be reached, as in the settings of a device. */
export interface Availability {
  topic: string;
  path?: string;
  online?: string;
  offline?: string;
  /** While it shows the device as online, the device may be silent. */
  isEnough?: boolean;
}

/** A value that a device announces. */
export interface AnnouncedPoint extends Omit<TemplateValue, "texts"> {
  name: string;
  /** A topic, or a filter with wildcards. */
  topic: string;
  /** Class of Home Assistant, such as `temperature`. */
  deviceClass?: string | undefined;
  /** Unit in the words of the device. */
  unit?: string | undefined;
  /** The number of each word of a state. */
  words?: [word: string, number: number][];
  /** The device sends it on change only. */
  onChange?: boolean;
  /** The value is old after this time, ms. */
  staleMs?: number | undefined;
  /** Only a value shows whether it is a number. */
  needsValue?: boolean;
  /** Why it cannot be mapped. */
  obstacle?: string;
}

/** What a device announces about itself. */
export interface AnnouncedDevice {
  key: string;
  name?: string | undefined;
  maker?: string | undefined;
  model?: string | undefined;
  /** It wakes up only to send. */
  sleeps?: boolean;
  availability: Availability[];
  /** Any of the topics is enough. */
  isAnyEnough?: boolean;
  points: AnnouncedPoint[];
}

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
