import { useLingui } from "@lingui/react/macro";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import type { AcceptedBatch, Command } from "@verandah/contract/commands/commands.ts";
import { failureTexts, isFailure } from "@verandah/contract/commands/failure-texts.ts";
import { levelCommands } from "@verandah/equipment/light-group.ts";
import { ups } from "@verandah/equipment/types/ups.ts";
import { useEffect, useEffectEvent } from "react";

import { isEnded } from "#data/commands/command-queries.ts";
import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useCommandText } from "#shared/commands/use-command-text.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";

/** Lights with another supply follow within this time, ms. */
const FOLLOW_MS = 5_000;

interface Batch {
  commands: readonly Command[];
  refused: AcceptedBatch["refused"];
  /** The change switches lights on. */
  lights: boolean;
}

const isLighting = ({ param_id: id, value }: Command) => levelCommands.includes(id) && (value ?? 0) > 0;
/** Whether a device took a command to light, and waits for its lamp. */
const isHeld = (command: Command) => command.state === "acknowledged" && isLighting(command);
const isDark = (command: Command) =>
  isHeld(command) || (command.failure === "not-followed" && isLighting(command));

/** Counts the lights of a batch that accepted it and that follow, and names the cause of the others from the open alarms, or the failures. */
export function useLightOutcome(isWanted: boolean): {
  outcomeOf: (batch: Batch) => string;
  /** Why one light did not follow. */
  reasonOf: (command: Command) => string;
  /** The building has no mains. */
  hasMainsFailed: boolean;
} {
  const { t, i18n } = useLingui();
  const { building } = useSession();
  const commandText = useCommandText();
  const messageOf = useAlarmMessage();
  const { data: alarms } = useRoute(listAlerts, isWanted ? { id: building.id } : undefined);
  const active = alarms ? [...alarms.system, ...alarms.solution] : [];
  const hasMainsFailed = active.some(({ alarm_code: code }) => code === ups.alarms["mains-failed"].code);

  function causeOf(command: Command): string {
    if (hasMainsFailed && isDark(command)) return t`no mains`;
    const own = active.find(({ ssid }) => ssid === command.ssid);
    if (own) return messageOf(own);
    const { failure } = command;
    return failure !== null && isFailure(failure) ? i18n._(failureTexts[failure]) : commandText(command);
  }

  function outcomeOf({ commands, refused, lights }: Batch): string {
    const others = commands.filter(({ state }) => state !== "verified" && state !== "superseded");
    const total = commands.length + refused.length;
    const accepted = commands.filter((one) => one.state === "verified" || one.acknowledgedAt !== null).length;
    const followed = commands.filter(({ state }) => state === "verified").length;
    const causes = new Set([
      ...others.map(causeOf),
      ...refused.map(({ code }) => i18n._(failureTexts[code])),
    ]);
    const cause = [...causes].join(", ");
    return lights
      ? t`${accepted} of ${total} lights accepted, ${followed} lit: ${cause}`
      : t`${accepted} of ${total} lights accepted, ${followed} followed: ${cause}`;
  }

  const reasonOf = (command: Command) =>
    hasMainsFailed && isDark(command) ? t`Mains failure` : commandText(command);

  return { outcomeOf, reasonOf, hasMainsFailed };
}

/** Calls `notify` before the commands of a batch end, when all that are open wait for lights without mains. */
export function useKnownOutcome(
  commands: readonly Command[],
  hasMainsFailed: boolean,
  notify: () => void,
): void {
  const open = commands.filter((one) => !isEnded(one));
  const isKnown = hasMainsFailed && open.length > 0 && open.every(isHeld);
  const known = isKnown ? open.map(({ id }) => id).join() : undefined;
  const notifyOnce = useEffectEvent(notify);
  useEffect(() => {
    if (known === undefined) return undefined;
    const timer = setTimeout(notifyOnce, FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [known]);
}
