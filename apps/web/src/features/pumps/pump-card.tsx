import { Trans, useLingui } from "@lingui/react/macro";
import { Card, Text } from "@mantine/core";
import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconDropletFilled,
  IconPlayerPauseFilled,
  IconPlugConnectedX,
} from "@tabler/icons-react";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { alarmTextsOf } from "@verandah/equipment/alarm-messages.ts";
import { deviceAlarms } from "@verandah/equipment/device-alarms.ts";
import { stateAt, statesIn } from "@verandah/equipment/states.ts";
import {
  CURRENT,
  FAULT,
  FLOW,
  MOTOR,
  POWER,
  solarPump,
  VOLTAGE,
  WARNING,
} from "@verandah/equipment/types/solar-pump.ts";
import { useEffect } from "react";

import { quantity } from "#shared/format/number.ts";
import { useAgeText, useMomentText } from "#shared/format/use-time-text.ts";
import { loadLetters } from "#shared/texts/i18n.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";

import { freshValue, hasSun, NONE, type PumpState, readingOf, stateOfPump } from "./pump-values.ts";
import type { MeasuredPump } from "./pump-values.ts";

import classes from "./pump-card.module.css";

const AGE_REFRESH_MS = 1_000;

const icons = {
  fault: IconAlertOctagonFilled,
  warning: IconAlertTriangleFilled,
  running: IconDropletFilled,
  stopped: IconPlayerPauseFilled,
  unknown: IconPlugConnectedX,
} as const;

/** The texts of the other types of equipment are as large as the rest of the page. */
const { alarmMessage } = alarmTextsOf({ ...deviceAlarms, ...solarPump.alarms });

const shownPoints = [FLOW, POWER, VOLTAGE, CURRENT] as const;

/** One pump to read on a phone in the sun. */
export function PumpCard({ pump }: { pump: MeasuredPump }) {
  const { t } = useLingui();
  const ageText = useAgeText(AGE_REFRESH_MS);
  const momentText = useMomentText();
  const language = useLanguage();
  // After the pump is painted: its values must not wait for a font.
  useEffect(() => {
    const painted = requestAnimationFrame(() => void loadLetters());
    return () => cancelAnimationFrame(painted);
  }, []);
  const state = stateOfPump(pump);
  const motor = pump.state !== "online" ? undefined : freshValue(pump, MOTOR);
  const motorWord = motor === undefined ? undefined : motor > 0 ? t`Running` : t`Stopped`;
  const words: Record<PumpState, string> = {
    fault: t`Fault`,
    warning: motorWord ? t`${motorWord}, with a warning` : t`Warning`,
    running: t`Running`,
    stopped: t`Stopped`,
    unknown:
      pump.state === "offline"
        ? t`Not connected`
        : motorWord
          ? t`${motorWord}, fault or warning unknown`
          : t`State unknown`,
  };
  const last = readingOf(pump, MOTOR);
  const Icon = icons[state];
  // Values that arrive live are newer than the list.
  const seenAt = [pump.lastSeenAt, ...pump.values.map((reading) => reading.measured_time)]
    .filter((at) => at !== null)
    .toSorted()
    .at(-1);
  const seen = seenAt ? ageText(seenAt) : t`never`;
  return (
    <Card component="article" padding="md" aria-label={pump.name}>
      <Text component="h2" fz="1.25rem" fw={700} lh={1.3} style={{ overflowWrap: "anywhere" }}>
        {pump.name}
      </Text>
      <p className={classes["state"]} data-state={state}>
        <Icon size={30} aria-hidden />
        {words[state]}
      </p>
      {state === "stopped" && hasSun(pump) === false && <p className={classes["last"]}>{t`No sun`}</p>}
      {motor === undefined && last?.measured_time && last.param_value !== null && (
        <p className={classes["last"]}>
          <LastState isRunning={last.param_value > 0} age={ageText(last.measured_time)} />
        </p>
      )}
      {pump.alarms.length > 0 && (
        <ul className={classes["alarms"]} aria-label={t`Alarms`}>
          {pump.alarms.map((alarm) => (
            <li key={alarm.Alarm_Id}>
              <AlarmLink alarmId={alarm.Alarm_Id}>{alarmMessage(language, alarm)}</AlarmLink>{" "}
              <small>{momentText(alarm.raisedAt)}</small>
            </li>
          ))}
        </ul>
      )}
      <dl>
        {shownPoints.map((paramId) => (
          <div key={paramId} className={classes["value"]}>
            <dt>{solarPump.points[paramId].name[language]}</dt>
            <dd>
              <Value reading={readingOf(pump, paramId)} />
            </dd>
          </div>
        ))}
        <Condition pump={pump} paramId={FAULT} />
        <Condition pump={pump} paramId={WARNING} />
      </dl>
      <Text size="md" c="var(--sun-stale)" mt="sm">
        <Trans>Last seen: {seen}</Trans>
      </Text>
    </Card>
  );
}

/** The last known activity of an unknown pump. */
function LastState({ isRunning, age }: { isRunning: boolean; age: string }) {
  const { t } = useLingui();
  return isRunning ? t`Was running ${age}` : t`Was stopped ${age}`;
}

/** A value with its unit, and its age and quality when it is not current. */
function Value({ reading }: { reading: ParameterReading | undefined }) {
  const { t } = useLingui();
  const ageText = useAgeText(AGE_REFRESH_MS);
  if (!reading || reading.param_value === null || reading.measured_time === null)
    return (
      <span className={classes["old"]}>
        <Trans>No data</Trans>
      </span>
    );
  const digits = reading.param_id === VOLTAGE ? 0 : undefined;
  const text = quantity(reading.param_value, reading.unit, digits);
  if (reading.quality === "suspect")
    return (
      <span className={classes["old"]}>
        {text} <small>{t`Suspect value`}</small>
      </span>
    );
  if (reading.quality === "good") return text;
  return (
    <span className={classes["old"]}>
      {text} <small>{ageText(reading.measured_time)}</small>
    </span>
  );
}

interface ConditionProps {
  pump: MeasuredPump;
  paramId: typeof FAULT | typeof WARNING;
}

/** The fault or warning that the pump reports. The maker's manual explains other codes. */
function Condition({ pump, paramId }: ConditionProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const value = freshValue(pump, paramId);
  const isFault = paramId === FAULT;
  const state = value === undefined ? "unknown" : value === NONE ? "running" : isFault ? "fault" : "warning";
  return (
    <div className={classes["value"]}>
      <dt>{solarPump.points[paramId].name[language]}</dt>
      <dd className={classes["condition"]} data-state={state}>
        {value === undefined
          ? t`Unknown`
          : (stateAt(statesIn(language, solarPump.points[paramId]), value)?.[1] ?? quantity(value, "none"))}
      </dd>
    </div>
  );
}
