import { useLingui } from "@lingui/react/macro";
import { notifications } from "@mantine/notifications";
import type { AcceptedBatch, Command } from "@verandah/contract/commands/commands.ts";
import { failureTexts } from "@verandah/contract/commands/failure-texts.ts";
import type { SceneMember } from "@verandah/contract/lighting/light-scenes.ts";
import { type LightChange, lightWrite } from "@verandah/equipment/light-group.ts";
import { useRef, useState } from "react";

import { useTopics } from "#data/query/use-change.ts";
import { CallFailed } from "#shared/call.ts";
import { noDetails, type OverrideDetails } from "#shared/commands/override-fields.tsx";
import { useCommand, useUndoCommands } from "#shared/commands/use-command.ts";
import { showToast, toastFailure } from "#shared/ui/feedback/toast.ts";

import type { LightMember } from "./light-members.ts";
import { useKnownOutcome, useLightOutcome } from "./use-light-outcome.ts";

/** Source: spec 2 §8. */
const NO_NETWORK_MS = 5_000;
const suffixOf = (paramId: string) => /_\d$/.exec(paramId)?.[0] ?? "";

/** A change of every light, or the state that a scene has for each. */
export type LightBatchChange = LightChange | { to: "scene"; members: readonly SceneMember[] };

/** The write of a change to one light; none for a light that the scene does not have. */
function writesOf(change: LightBatchChange, { ssid, suffix }: LightMember) {
  const write = ({ paramId, value }: ReturnType<typeof lightWrite>) => [
    { ssid, param_id: paramId + suffix, value },
  ];
  if (change.to !== "scene") return write(lightWrite(change));
  const member = change.members.find((one) => one.ssid === ssid && one.suffix === suffix);
  if (!member) return [];
  return write(lightWrite(member.to === "auto" ? { to: "auto" } : { to: "intensity", percent: member.to }));
}

function countTexts(texts: readonly string[]) {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, lights]) => ({ text, lights }));
}

/** A batch that waits for its confirmation. */
interface Asked {
  change: LightBatchChange;
  members: readonly LightMember[];
  /** For the lights that did not follow the batch before. */
  isRetry: boolean;
  reason?: string | undefined;
}

const writesOfAll = ({ change, members }: Asked) => members.flatMap((member) => writesOf(change, member));

/** Commands lights in one batch; one of several devices, or with `asks`, is asked about first. Toasts report the end; lights that did not follow can be retried. Source: spec 2 §4 and §8. */
export function useLightCommand(
  name: string,
  override: OverrideDetails = noDetails,
): {
  apply: (
    change: LightBatchChange,
    members: readonly LightMember[],
    options?: { asks?: boolean; isRetry?: boolean },
  ) => void;
  /** The batch to be confirmed, with its writes. */
  asked: { change: LightBatchChange; writes: ReturnType<typeof writesOf> } | undefined;
  confirm: (reason: string) => void;
  cancel: () => void;
  isUnderWay: boolean;
  /** Confirmed commands of the batch under way, and their number. */
  progress: { done: number; total: number };
  /** Lights that did not follow the last change. */
  failed: readonly LightMember[];
  /** Why they did not follow, each with the number of lights. */
  reasons: readonly { text: string; lights: number }[];
  retry: () => void;
} {
  const { t, i18n } = useLingui();
  const changed = useTopics();
  const offerUndo = useUndoCommands();
  const [asked, setAsked] = useState<Asked>();
  const [last, setLast] = useState<Asked>();
  const [unfollowed, setUnfollowed] = useState<readonly Command[]>([]);
  const [unsent, setUnsent] = useState<AcceptedBatch["refused"]>([]);
  const failed = [...unsent, ...unfollowed].map(({ ssid, param_id: id }) => ({ ssid, suffix: suffixOf(id) }));
  /** Batches that the undo takes back together, the newest first. */
  const followed = useRef<readonly string[]>([]);
  const { outcomeOf, reasonOf, hasMainsFailed } = useLightOutcome(last !== undefined);
  const failureId = `lights: ${name}`;
  /** The failure of the batch under way. */
  const reported = useRef<string>(undefined);

  /** Reports a failure once; the report of an earlier one leaves. */
  function showFailed(
    change: LightBatchChange | undefined,
    sent: readonly Command[],
    refused = unsent,
  ): void {
    const lights = change?.to === "on" || (change?.to === "intensity" && change.percent > 0);
    const text = outcomeOf({ commands: sent, refused, lights });
    if (text === reported.current) return;
    reported.current = text;
    notifications.hide(failureId);
    showToast({
      kind: "error",
      title:
        change?.to === "scene" ? t`Failed to set the scene ${name}` : t`Failed to control the device ${name}`,
      text,
      stays: true,
      id: failureId,
    });
  }

  function showDone(change: LightBatchChange): void {
    const texts = {
      on: () => t`Device ${name} successfully switched ON`,
      off: () => t`Device ${name} successfully switched OFF`,
      auto: () => t`Device ${name} successfully switched to Auto mode`,
      scene: () => t`Scene ${name} is set`,
      intensity: () => {
        const percent = change.to === "intensity" ? change.percent : 0;
        return t`Device ${name} successfully set to intensity ${percent}`;
      },
    };
    offerUndo(followed.current, texts[change.to]());
  }

  const { send, isUnderWay, commands } = useCommand((ended: readonly Command[]) => {
    void changed(["readings"]);
    // The owner of a superseded command is notified on every screen.
    const bad = ended.filter(({ state }) => state !== "verified" && state !== "superseded");
    setUnfollowed(bad);
    const [one] = ended.filter(({ state }) => state === "verified");
    if (one) followed.current = [one.batchId, ...followed.current];
    if (bad.length === 0 && unsent.length === 0) {
      // The lights followed after all.
      if (reported.current !== undefined) notifications.hide(failureId);
      if (last && one) showDone(last.change);
      return;
    }
    showFailed(last?.change, ended);
    if (one) offerUndo(followed.current, t`The other lights of ${name} have changed`);
  });

  useKnownOutcome(isUnderWay ? commands : [], hasMainsFailed, () => showFailed(last?.change, commands));

  async function start(batch: Asked): Promise<void> {
    const { change, isRetry } = batch;
    const reason = batch.reason || override.reason || (isRetry ? last?.reason : undefined);
    if (!isRetry) followed.current = [];
    reported.current = undefined;
    setLast({ ...batch, reason });
    setUnfollowed([]);
    setUnsent([]);
    try {
      const { commands: accepted, refused } = await send({
        writes: writesOfAll(batch),
        ...(reason && { reason }),
        ...(override.until !== undefined && { until: override.until }),
      });
      setUnsent(refused);
      if (accepted.length > 0) return;
      if (refused.some(({ code }) => code === "device-unreachable")) showNoNetwork();
      else showFailed(change, [], refused);
    } catch (error) {
      if (error instanceof CallFailed) toastFailure(error);
      else showNoNetwork();
    }
  }

  const showNoNetwork = () =>
    showToast({ kind: "error", text: t`Please connect to a network!!!`, forMs: NO_NETWORK_MS });

  function apply(
    change: LightBatchChange,
    members: readonly LightMember[],
    { asks = false, isRetry = false } = {},
  ): void {
    const batch = { change, members, isRetry };
    if (asks || new Set(members.map(({ ssid }) => ssid)).size > 1) setAsked(batch);
    else void start(batch);
  }

  return {
    apply,
    asked: asked && { change: asked.change, writes: writesOfAll(asked) },
    confirm: (reason) => {
      setAsked(undefined);
      if (asked) void start({ ...asked, reason });
    },
    cancel: () => setAsked(undefined),
    isUnderWay,
    progress: {
      done: commands.filter(({ state }) => state === "verified").length,
      // Before the first answer the number of writes.
      total: commands.length || (last ? writesOfAll(last).length : 0),
    },
    // While a batch is under way its first refusals are not the end.
    failed: isUnderWay ? [] : failed,
    reasons: countTexts([
      ...unsent.map(({ code }) => i18n._(failureTexts[code])),
      ...unfollowed.map(reasonOf),
    ]),
    retry: () => {
      if (last) apply(last.change, failed, { isRetry: true });
    },
  };
}
