import { useQuery } from "@tanstack/react-query";
import {
  type AcceptedBatch,
  type Command,
  sendCommands,
  undoCommands,
} from "@verandah/contract/commands/commands.ts";
import type { SentOf } from "@verandah/contract/route.ts";
import { useEffect, useEffectEvent } from "react";

import { batchQuery, isEnded } from "#data/commands/command-queries.ts";
import { useChange, useChangeBy } from "#data/query/use-change.ts";

import { call, ServerUnreachable } from "../call.ts";
import { problemText } from "../texts/problem-text.ts";
import { showToast } from "../ui/feedback/toast.ts";
import { showUndoToast } from "../ui/feedback/undo-toast.tsx";

type Request = Omit<SentOf<typeof sendCommands>, "idempotencyKey">;

/** After a lost answer the request is sent again with its key, so that the server does not send the commands twice. */
const RETRIES_MAX = 2;
/** After this time an operator sees that the server is not reachable, ms. */
const ANSWER_MS = 5_000;

/** A new idempotency key. The browser's own UUIDs exist on HTTPS pages only. */
function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** Offers to undo batches of commands for some seconds, the newest first. */
export function useUndoCommands(): (batchIds: readonly string[], text: string) => void {
  const undo = useChange(undoCommands);
  async function send(batchIds: readonly string[]): Promise<void> {
    for (const id of batchIds) {
      const { refused } = await undo.mutateAsync({ id });
      for (const { ssid, code } of refused)
        showToast({ kind: "error", text: `${ssid}: ${problemText(code)}`, stays: true });
    }
  }
  return (batchIds, text) => showUndoToast(text, () => send(batchIds), batchIds[0]);
}

/** The commands of a batch. Calls `onEnded` once, when the last has ended. */
export function useBatch(
  batchId: string | undefined,
  onEnded?: (commands: readonly Command[]) => void,
): { commands: readonly Command[]; isOver: boolean } {
  const { data: batch } = useQuery({ ...batchQuery(batchId ?? ""), enabled: batchId !== undefined });
  const commands = batch && batch.id === batchId ? batch.commands : [];
  const isOver = commands.length > 0 && commands.every(isEnded);
  const notify = useEffectEvent(() => onEnded?.(commands));
  const endedId = isOver ? batchId : undefined;
  useEffect(() => {
    if (endedId !== undefined) notify();
  }, [endedId]);
  return { commands, isOver };
}

/**
 * Sends commands in one batch and follows them until the last has ended. Refused commands are in `refused`, a failure of the call in
 * `error`.
 */
export function useCommand(onEnded?: (commands: readonly Command[]) => void): {
  send: (request: Request) => Promise<AcceptedBatch>;
  /** From the click until the first state arrives. */
  isSending: boolean;
  /** From the click until the last command has ended. */
  isUnderWay: boolean;
  commands: readonly Command[];
  refused: AcceptedBatch["refused"];
  error: Error | null;
  reset: () => void;
} {
  const mutation = useChangeBy(
    sendCommands,
    ({ deadline, ...sent }: SentOf<typeof sendCommands> & { deadline: AbortSignal }) =>
      call(sendCommands, sent, { signal: deadline }),
    {
      // An end that counts from the click differs between two fast clicks.
      identify: ({ deadline: _deadline, idempotencyKey: _key, until: _until, ...sent }) => sent,
      // "Try again" after a batch that was refused as a whole.
      hasChanged: ({ commands: accepted }) => accepted.length > 0,
      retry: (failures, error) => error instanceof ServerUnreachable && failures < RETRIES_MAX,
    },
  );
  const { commands, isOver } = useBatch(mutation.data?.batchId, onEnded);
  const isAccepted = (mutation.data?.commands.length ?? 0) > 0;

  return {
    send: (request) =>
      mutation.mutateAsync({
        ...request,
        idempotencyKey: newIdempotencyKey(),
        deadline: AbortSignal.timeout(ANSWER_MS),
      }),
    isSending: mutation.isPending || (isAccepted && commands.length === 0),
    isUnderWay: mutation.isPending || (isAccepted && !isOver),
    commands,
    refused: mutation.data?.refused ?? [],
    error: mutation.error,
    reset: mutation.reset,
  };
}
