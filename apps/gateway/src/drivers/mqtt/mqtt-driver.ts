import type { MqttPoint } from "@verandah/field/protocols/mqtt.ts";

import { createReadOnlyDriver, type Driver, DriverError, driversOf, type PointReading } from "../driver.ts";
import { fieldOf } from "../json-values.ts";
import { valueOfRaw } from "../missing-values.ts";
import type { OpenDrivers, ProfiledDevice } from "../protocols.ts";
import { type BrokerCounts, type BrokerLink, openBrokerLink } from "./broker-link.ts";
import { instantOf, matches, numberIn, readPayload } from "./topic-values.ts";

/** A subscriber is asked to subscribe again after this time; the values go on without it. */
const SUBSCRIPTION_MS = 3_600_000;
/** A value that holds is passed on again so many times within the time after which it is old. */
const REPEATS = 3;

/** Receives a message that `payload` reads. @throws SyntaxError when it is not JSON */
type Receive = (topic: string, payload: () => unknown, isRetained: boolean) => void;

interface Counts extends BrokerCounts {
  /** Messages of the devices. */
  received: number;
  /** Messages that begin like JSON and are not. */
  malformed: number;
  /** Values that are no number and no word of the point. */
  noNumber: number;
  /** Stored messages whose time is unknown. */
  unknownTime: number;
  /** Values that were replaced before they could be passed on. */
  thinned: number;
}

interface Limits {
  staleMs: number;
  minIntervalMs: number;
}

/** The newest value of a point. */
interface Held {
  value: number;
  takenAt: number;
  isPassedOn: boolean;
}

const topicOf = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join("/");

/** A device that sends its values by itself. */
class SendingDevice {
  readonly settings: ProfiledDevice<"mqtt">["settings"];
  readonly #profile: ProfiledDevice<"mqtt">["profile"];
  readonly #limits: Limits;
  readonly #counts: Counts;
  readonly #link: () => BrokerLink;
  readonly #openedAt = Date.now();
  readonly #held = new Map<string, Held>();
  readonly #passedOnAt = new Map<string, number>();
  /** Whether each topic of availability shows the device as available. */
  readonly #available = new Map<string, boolean>();
  #receivedAt: number | undefined;
  #isUnreadable = false;
  #listener: ((reading: PointReading) => void) | undefined;

  constructor(
    { settings, profile }: ProfiledDevice<"mqtt">,
    limits: Limits,
    counts: Counts,
    link: () => BrokerLink,
  ) {
    this.settings = settings;
    this.#profile = profile;
    this.#limits = { ...limits, staleMs: settings.staleMs ?? limits.staleMs };
    this.#counts = counts;
    this.#link = link;
  }

  /** The topics of the device, and the receiver of each. */
  receivers(): [filter: string, receive: Receive][] {
    const byTopic = Map.groupBy(this.#profile.points, ({ topic }) => topicOf(this.settings.topic, topic));
    return [
      ...[...byTopic].map(([filter, points]): [string, Receive] => [
        filter,
        (_topic, payload, isRetained) => this.#receive(points, payload, isRetained),
      ]),
      ...this.settings.availability.map(({ topic: filter, path, online, offline }): [string, Receive] => [
        filter,
        (topic, payload) => {
          const word = String(fieldOf(payload(), path)).toLowerCase();
          if (word === online.toLowerCase()) this.#available.set(topic, true);
          if (word === offline.toLowerCase()) this.#available.set(topic, false);
        },
      ]),
    ];
  }

  /** What the broker said of the device may have changed since. */
  forget(): void {
    this.#available.clear();
    for (const { id, onChange } of this.#profile.points) if (onChange) this.#held.delete(id);
  }

  #receive(points: readonly MqttPoint[], payload: () => unknown, isRetained: boolean): void {
    const now = Date.now();
    let message: unknown;
    try {
      message = payload();
    } catch (error) {
      this.#isUnreadable = true;
      throw error;
    }
    this.#isUnreadable = false;
    if (!isRetained) this.#receivedAt = now;
    for (const point of points) this.#take(point, message, isRetained, now);
  }

  #take(point: MqttPoint, message: unknown, isRetained: boolean, now: number): void {
    const found = fieldOf(message, point.path);
    // A message may have some of the points only.
    if (found === undefined) return;
    const raw = numberIn(found, point.words);
    const value = raw === undefined ? undefined : valueOfRaw(point, raw);
    if (value === undefined) {
      this.#counts.noNumber++;
      return;
    }
    const time = point.time ?? this.#profile.time;
    const own = time === undefined ? undefined : instantOf(fieldOf(message, time), now);
    if (isRetained && own !== undefined && own > now - this.#limits.staleMs)
      this.#receivedAt = Math.max(this.#receivedAt ?? 0, own);
    // The broker stores a message for years. Only a state that is sent on change is still true.
    if (isRetained && own === undefined && !point.onChange) {
      this.#counts.unknownTime++;
      return;
    }
    this.#hold(point.id, { value, takenAt: own ?? now, isPassedOn: false }, now, isRetained);
  }

  /** A stored value waits for the next read, which checks whether the device can be reached. */
  #hold(id: string, held: Held, now: number, isRetained: boolean): void {
    const before = this.#held.get(id);
    if (before?.takenAt === held.takenAt && before.value === held.value) return;
    const isLate = before !== undefined && held.takenAt < before.takenAt;
    if (!isLate && before?.isPassedOn === false) this.#counts.thinned++;
    if (!isLate) this.#held.set(id, held);
    if (isRetained || !this.#listener || now - (this.#passedOnAt.get(id) ?? 0) < this.#limits.minIntervalMs)
      return;
    this.#passOn(id, held, now);
    this.#listener({ pointId: id, value: held.value, takenAt: held.takenAt });
  }

  #passOn(id: string, held: Held, now: number): void {
    held.isPassedOn = true;
    this.#passedOnAt.set(id, now);
  }

  /** @throws DriverError for a device that cannot be reached, or has sent nothing for too long */
  #check(now: number): void {
    const { down, refused } = this.#link();
    if (down !== undefined) throw new DriverError("unreachable", { detail: "no broker", reason: down });
    const { availableIf, availability, staleMs } = this.settings;
    const states = [...this.#available.values()];
    const isOffline =
      availableIf === "all" ? states.includes(false) : states.length > 0 && !states.includes(true);
    if (isOffline) throw new DriverError("unreachable", { detail: "not available", reason: "target-silent" });
    const isVouchedFor = availability.some(({ topic, isEnough }) => isEnough && this.#available.get(topic));
    if (isVouchedFor && staleMs === undefined) return;
    if (this.#receivedAt !== undefined && now - this.#receivedAt <= this.#limits.staleMs) return;
    if (this.#isUnreadable) throw new DriverError("garbled", { detail: "its messages are not JSON" });
    if (this.receivers().every(([filter]) => refused.has(filter)))
      throw new DriverError("refused", { detail: "the broker refuses its topics" });
    const isEarly = this.#receivedAt === undefined && now - this.#openedAt <= this.#limits.staleMs;
    throw new DriverError(isEarly ? "not-yet" : "unreachable", { detail: "no message" });
  }

  /** The values that are new since the last read, and states that still hold. */
  #read(points: readonly MqttPoint[]): PointReading[] {
    const now = Date.now();
    this.#check(now);
    return points.flatMap(({ id, onChange }) => {
      const held = this.#held.get(id);
      const repeatAt = (this.#passedOnAt.get(id) ?? 0) + this.#limits.staleMs / REPEATS;
      const isRepeated = onChange && held?.isPassedOn === true && now >= repeatAt;
      if (!held || (held.isPassedOn && !isRepeated)) return [];
      this.#passOn(id, held, now);
      return { pointId: id, value: held.value, takenAt: isRepeated ? now : held.takenAt };
    });
  }

  driver(): Driver {
    return {
      ...createReadOnlyDriver(this.#profile.points, async (points) => this.#read(points)),
      subscribe: async (onReading) => {
        this.#listener = onReading;
        return SUBSCRIPTION_MS;
      },
    };
  }
}

/** Finds the receivers of a topic. Most filters have no wildcard. */
function createRoutes(receivers: readonly (readonly [string, Receive])[]): (topic: string) => Receive[] {
  const exact = Map.groupBy(
    receivers.filter(([filter]) => !/[+#]/.test(filter)),
    ([filter]) => filter,
  );
  const others = receivers
    .filter(([filter]) => /[+#]/.test(filter))
    .map(([filter, receive]) => [filter.split("/"), receive] as const);
  return (topic) => {
    const levels = topic.split("/");
    return [
      ...(exact.get(topic) ?? []).map(([, receive]) => receive),
      ...others.flatMap(([filter, receive]) => (matches(filter, levels) ? [receive] : [])),
    ];
  };
}

export const open: OpenDrivers<"mqtt"> = async (shared, devices) => {
  const { url } = shared;
  if (url === undefined) throw new Error("The settings have no address of the site's broker: mqtt.url");
  const counts: Counts = {
    received: 0,
    tooLarge: 0,
    reconnects: 0,
    malformed: 0,
    noNumber: 0,
    unknownTime: 0,
    thinned: 0,
  };
  const senders = devices.map((device) => new SendingDevice(device, shared, counts, () => link));
  const receivers = senders.flatMap((sender) => sender.receivers());
  const routesOf = createRoutes(receivers);
  const link = openBrokerLink({
    ...shared,
    url,
    filters: new Set(receivers.map(([filter]) => filter)),
    counts,
    onMessage(topic, bytes, isRetained) {
      let read: { payload: unknown } | undefined;
      const payload = () => (read ??= { payload: readPayload(bytes) }).payload;
      let isMalformed = false;
      for (const receive of routesOf(topic))
        try {
          receive(topic, payload, isRetained);
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error;
          isMalformed = true;
        }
      counts.received++;
      if (isMalformed) counts.malformed++;
    },
    onDown() {
      for (const sender of senders) sender.forget();
    },
  });
  return driversOf(
    senders,
    (sender) => sender.driver(),
    () => ({ ...counts }),
    () => [link],
  );
};
