import type { KnownType } from "./catalogue.ts";
import type { Condition, Text } from "./schema.ts";

export interface DelayedAlarm {
  /** `AHU/fire-alarm` */
  key: string;
  type: string;
  title: Text;
  onDelaySeconds: number;
  offDelaySeconds: number;
}

/** Key of an alarm of a type among the delays that a campus sets. */
export const delayKey = (type: string, alarm: string): string => `${type}/${alarm}`;

const hasOwnBound = ({ above, below, equals, onDelaySeconds }: Condition) =>
  typeof (above ?? below ?? equals) === "number" && onDelaySeconds !== "overParked";

/** The alarms of types over a limit or state of their own, with the delays of the catalogue. Others have a limit of the campus, or a rule in code. */
export const delayedAlarms = (types: readonly KnownType[]): DelayedAlarm[] =>
  types.flatMap(({ type, alarms }) =>
    Object.entries(alarms).flatMap(([name, { title, when }]) =>
      when && hasOwnBound(when)
        ? [
            {
              key: delayKey(type, name),
              type,
              title,
              onDelaySeconds: Number(when.onDelaySeconds ?? 0),
              offDelaySeconds: when.offDelaySeconds ?? 0,
            },
          ]
        : [],
    ),
  );
