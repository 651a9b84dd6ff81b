/**
 * What an alarm is about. The device or edge itself reports an event: no rule evaluates it, and only its sender ends it. A flood has the
 * place of its members.
 */
type SubjectKind = "point" | "device" | "edge" | "place" | "campus" | "device-event" | "edge-event" | "flood";

export interface AlarmSubject {
  kind: SubjectKind;
  id: number;
}

/** One fault of one subject. It has at most one active alarm. `rule` is the name of the alarm; that of an event is its code. */
export interface AlarmCause {
  subject: AlarmSubject;
  rule: string;
}

/** A subject with its place, and with the device, edge and point that its alarm shows. */
export type PlacedSubject = {
  campusId: number;
  locationId: number;
  sourceName: string;
  pointId?: number | null;
  /** For a rule that compares the devices of a building. */
  buildingId?: number | null;
} & (
  | { kind: "point"; pointId: number; deviceId: number }
  | { kind: "device" | "device-event"; deviceId: number }
  | { kind: "edge" | "edge-event"; edgeId: number }
  | { kind: "place" | "flood" | "campus" }
);

export interface SubjectColumns {
  subject: AlarmSubject;
  campusId: number;
  locationId: number;
  deviceId: number | null;
  edgeId: number | null;
  pointId: number | null;
  sourceName: string;
}

export const causeOfEvent = (deviceId: number, code: number): AlarmCause => ({
  subject: { kind: "device-event", id: deviceId },
  rule: String(code),
});

export const isEvent = ({ subject: { kind } }: AlarmCause): boolean =>
  kind === "device-event" || kind === "edge-event";
export const isFlood = ({ subject: { kind } }: AlarmCause): boolean => kind === "flood";

/** The database has the same rule: `alarms.subject_id`. */
function idOf(subject: PlacedSubject): number {
  if (subject.kind === "point") return subject.pointId;
  if (subject.kind === "campus") return subject.campusId;
  if ("edgeId" in subject) return subject.edgeId;
  return "deviceId" in subject ? subject.deviceId : subject.locationId;
}

/** The columns that a subject fills in its alarm. */
export const columnsOf = (subject: PlacedSubject): SubjectColumns => ({
  subject: { kind: subject.kind, id: idOf(subject) },
  campusId: subject.campusId,
  locationId: subject.locationId,
  deviceId: "deviceId" in subject ? subject.deviceId : null,
  edgeId: "edgeId" in subject ? subject.edgeId : null,
  pointId: subject.pointId ?? null,
  sourceName: subject.sourceName,
});

/** Values by cause. */
export class CauseMap<Value> {
  readonly #kinds = new Map<SubjectKind, Map<string, Map<number, Value>>>();

  constructor(entries: Iterable<readonly [AlarmCause, Value]> = []) {
    for (const [cause, value] of entries) this.set(cause, value);
  }

  get({ subject, rule }: AlarmCause): Value | undefined {
    return this.#kinds.get(subject.kind)?.get(rule)?.get(subject.id);
  }

  has(cause: AlarmCause): boolean {
    return this.get(cause) !== undefined;
  }

  set({ subject: { kind, id }, rule }: AlarmCause, value: Value): void {
    const rules = this.#kinds.get(kind) ?? new Map<string, Map<number, Value>>();
    this.#kinds.set(kind, rules);
    const values = rules.get(rule) ?? new Map<number, Value>();
    rules.set(rule, values);
    values.set(id, value);
  }

  /** Ids of the subjects of a kind; with a rule, of that rule's causes. */
  idsOf(kind: SubjectKind, rule?: string): number[] {
    return [...(this.#kinds.get(kind) ?? [])].flatMap(([name, values]) =>
      rule === undefined || name === rule ? [...values.keys()] : [],
    );
  }

  *[Symbol.iterator](): Generator<[AlarmCause, Value]> {
    for (const [kind, rules] of this.#kinds)
      for (const [rule, values] of rules)
        for (const [id, value] of values) yield [{ subject: { kind, id }, rule }, value];
  }
}
