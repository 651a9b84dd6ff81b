import { alarmMessage } from "@verandah/equipment/alarm-texts.ts";
import { type AlarmName, alarms } from "@verandah/equipment/catalogue.ts";
import type { BuiltInType } from "@verandah/equipment/define.ts";
import { ahu } from "@verandah/equipment/types/ahu.ts";
import { environment } from "@verandah/equipment/types/environment.ts";
import { solarPump } from "@verandah/equipment/types/solar-pump.ts";
import { ups } from "@verandah/equipment/types/ups.ts";
import { wac } from "@verandah/equipment/types/wac.ts";
import type { EventMessage } from "@verandah/field/payloads.ts";

import type { KnownDevice } from "../kinds/all-kinds.ts";
import type { Values } from "../physics/measured.ts";

/** When a value was an alarm in the earlier system, and the alarm's name there. */
interface LogRule {
  type: string;
  points: readonly string[];
  name: AlarmName;
  isOut: (value: number) => boolean;
  /** Only a value back within its limits ends an alarm. */
  isBack: (value: number) => boolean;
  numbersOf: (value: number) => number[];
}

const TEMPERATURE_LIMIT_CELSIUS = 28;
const TEMPERATURE_DEADBAND = 0.5;
/** upsOutputSource battery. Source: RFC 1628 §4. */
const ON_BATTERY = 5;

/** The rule over the point of an alarm of the catalogue that is a state. */
function stateRule({ type, alarms: own }: BuiltInType, name: AlarmName, from = 1): LogRule {
  const alarm = own[name];
  return {
    type,
    points: [alarm?.when?.point ?? alarm?.faults?.[0]?.point ?? []].flat(),
    name,
    isOut: (value) => value >= from,
    isBack: (value) => value < from,
    numbersOf: () => [],
  };
}

const rules: readonly LogRule[] = [
  {
    ...stateRule(environment, "temperature-high"),
    isOut: (value) => value > TEMPERATURE_LIMIT_CELSIUS,
    isBack: (value) => value <= TEMPERATURE_LIMIT_CELSIUS - TEMPERATURE_DEADBAND,
    numbersOf: (value) => [Math.ceil(value * 10) / 10, TEMPERATURE_LIMIT_CELSIUS],
  },
  stateRule(ahu, "filter-loaded"),
  stateRule(ups, "ups-on-battery", ON_BATTERY),
  stateRule(wac, "lamp-failed"),
  stateRule(solarPump, "pump-fault"),
];

/** The alarms that an earlier system would have recorded, in the order of their return. */
export class AlarmLog {
  readonly #open = new Map<string, EventMessage & { since: number }>();
  readonly entries: EventMessage[] = [];

  /** Evaluates a device's measurements at an instant; instants are in order. */
  watch(device: Pick<KnownDevice, "ssid" | "kind">, atMs: number, values: Values): void {
    for (const rule of rules) {
      if (rule.type !== device.kind.type) continue;
      for (const point of rule.points) {
        const value = values[point];
        if (value !== undefined) this.#judge(rule, device.ssid, point, atMs, value);
      }
    }
  }

  add(entry: EventMessage): void {
    this.entries.push(entry);
  }

  #judge(rule: LogRule, device: string, point: string, at: number, value: number): void {
    // Two lamps of one device are one alarm, because a device has one alarm per code.
    const { code } = alarms[rule.name];
    const key = `${device} ${code}`;
    const open = this.#open.get(key);
    if (!open && rule.isOut(value)) {
      const text = { name: rule.name, numbers: rule.numbersOf(value) };
      const message = alarmMessage("en", { text, message: "" });
      this.#open.set(key, { device, code, message, state: "returned", since: at, at, point, value });
    } else if (open?.point === point && rule.isBack(value)) {
      this.#open.delete(key);
      this.entries.push({ ...open, at });
    }
  }
}
