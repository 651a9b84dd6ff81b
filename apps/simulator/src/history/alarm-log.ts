import type { EventMessage } from "@verandah/field/payloads.ts";
import type { DeviceType } from "@verandah/field/site.ts";

import type { KnownDevice } from "../kinds/all-kinds.ts";
import type { Values } from "../physics/measured.ts";

/** When a value was an alarm to the system that was there before, and what that system called it. */
interface LogRule {
  type: DeviceType;
  points: readonly string[];
  code: number;
  isOut: (value: number) => boolean;
  /** Only what is back takes an alarm back. */
  isBack: (value: number) => boolean;
  message: (value: number) => string;
}

const TEMPERATURE_LIMIT_CELSIUS = 28;
const TEMPERATURE_DEADBAND = 0.5;
/** upsOutputSource battery. Source: RFC 1628 §4. */
const ON_BATTERY = 5;

function stateRule(
  type: DeviceType,
  points: readonly string[],
  code: number,
  text: string,
  from = 1,
): LogRule {
  return {
    type,
    points,
    code,
    isOut: (value) => value >= from,
    isBack: (value) => value < from,
    message: () => text,
  };
}

const rules: readonly LogRule[] = [
  {
    type: "ENVIRONMENT",
    points: ["TEMPERATURE"],
    code: 210,
    isOut: (value) => value > TEMPERATURE_LIMIT_CELSIUS,
    isBack: (value) => value <= TEMPERATURE_LIMIT_CELSIUS - TEMPERATURE_DEADBAND,
    message: (value) =>
      `Temperature high: ${Math.ceil(value * 10) / 10} °C, limit ${TEMPERATURE_LIMIT_CELSIUS} °C`,
  },
  stateRule("AHU", ["Filter Status"], 220, "Filter is loaded: change it"),
  stateRule("UPS", ["ups_Status"], 120, "The mains are gone: the UPS runs on its battery", ON_BATTERY),
  stateRule("WAC", ["lamp_failure_1", "lamp_failure_2"], 230, "A lamp has failed"),
  stateRule("SOLARPUMP", ["FaultCondition"], 240, "The pump reports a fault"),
];

/** The alarms that a system which watched the past would have kept, oldest first as they return. */
export class AlarmLog {
  readonly #open = new Map<string, EventMessage & { since: number }>();
  readonly entries: EventMessage[] = [];

  /** Looks at what a device measured at an instant; instants come in order. */
  watch(device: Pick<KnownDevice, "ssid" | "kind">, atMs: number, values: Values): void {
    for (const rule of rules) {
      if (rule.type !== device.kind.type) continue;
      for (const point of rule.points) {
        const value = values[point];
        if (value !== undefined) this.#judge(rule, device.ssid, point, atMs, value);
      }
    }
  }

  /** Adds what was seen otherwise. */
  add(entry: EventMessage): void {
    this.entries.push(entry);
  }

  #judge(rule: LogRule, device: string, point: string, at: number, value: number): void {
    // Two lamps of one device are one alarm, as one device has one alarm a code.
    const key = `${device} ${rule.code}`;
    const open = this.#open.get(key);
    if (!open && rule.isOut(value)) {
      const { code } = rule;
      const message = rule.message(value);
      this.#open.set(key, { device, code, message, state: "returned", since: at, at, point, value });
    } else if (open?.point === point && rule.isBack(value)) {
      this.#open.delete(key);
      this.entries.push({ ...open, at });
    }
  }
}
