import type { KnownType } from "./catalogue.ts";
import type { Condition, Text } from "./schema.ts";

export interface DelayedAlarm {
  /** `AHU/fire-alarm` */
  key: string;
  type: string;
  title: Text;
  onDelaySeconds: number;
  offDelaySeconds: number;
  /** The longest on-delay that a campus may set; undefined without a limit of its own. */
  onDelayMaxSeconds: number | undefined;
}

/** A critical alarm, with a lower code, is raised after this time at the latest, s. Source: specification 1 §9. */
const CRITICAL_ON_DELAY_MAX = 60;
const LOW_CODES_FROM = 200;

/** Key of an alarm of a type among the delays that a campus sets. */
export const delayKey = (type: string, alarm: string): string => `${type}/${alarm}`;

const hasOwnBound = ({ above, below, equals, onDelaySeconds }: Condition) =>
  typeof (above ?? below ?? equals) === "number" && onDelaySeconds !== "overParked";

/**
 * The alarms of types with their own limit or state, with the delays of the catalogue. Other alarms use a limit of the campus, or a rule in
 * code.
 */
export const delayedAlarms = (types: readonly KnownType[]): DelayedAlarm[] =>
  types.flatMap(({ type, alarms }) =>
    Object.entries(alarms).flatMap(([name, { code, title, when }]) => {
      if (!when || !hasOwnBound(when)) return [];
      const onDelaySeconds = Number(when.onDelaySeconds ?? 0);
      return {
        key: delayKey(type, name),
        type,
        title,
        onDelaySeconds,
        offDelaySeconds: when.offDelaySeconds ?? 0,
        onDelayMaxSeconds:
          code < LOW_CODES_FROM ? Math.max(CRITICAL_ON_DELAY_MAX, onDelaySeconds) : undefined,
      };
    }),
  );
