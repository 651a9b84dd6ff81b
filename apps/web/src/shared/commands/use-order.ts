import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Command, type OrderedBatch, orderCommands } from "@verandah/contract/commands.ts";
import type { SentOf } from "@verandah/contract/route.ts";
import { useEffect, useEffectEvent } from "react";

import { batchQuery, isEnded, refreshCommandLists } from "#data/commands.queries.ts";

import { call, ServerUnreachable } from "../call.ts";
import { newOrderKey } from "./order-key.ts";

type Order = Omit<SentOf<typeof orderCommands>, "idempotencyKey">;

/** An order whose answer was lost is sent again with its key, which orders nothing twice. */
const RETRIES_MAX = 2;

/**
 * Orders writes in one batch and follows them until the last has ended. What cannot be written is in `refused`, a failure of the call
 * itself in `error`.
 */
export function useOrder(onEnded?: (commands: readonly Command[]) => void): {
  order: (order: Order) => Promise<OrderedBatch>;
  /** From the click until something is known of its commands. */
  isSending: boolean;
  /** From the click until the last command has ended. */
  isUnderWay: boolean;
  commands: readonly Command[];
  refused: OrderedBatch["refused"];
  error: Error | null;
  reset: () => void;
} {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: (sent: SentOf<typeof orderCommands>) => call(orderCommands, sent),
    retry: (failures, error) => error instanceof ServerUnreachable && failures < RETRIES_MAX,
    onSuccess: () => refreshCommandLists(queryClient),
  });
  const batchId = mutation.data?.batchId;
  const { data: batch } = useQuery({ ...batchQuery(batchId ?? ""), enabled: batchId !== undefined });
  const commands = batch && batch.id === batchId ? batch.commands : [];
  const isOrdered = (mutation.data?.orders.length ?? 0) > 0;
  const isOver = commands.length > 0 && commands.every(isEnded);

  const tell = useEffectEvent(() => onEnded?.(commands));
  const endedId = isOver ? batchId : undefined;
  useEffect(() => {
    if (endedId !== undefined) tell();
  }, [endedId]);

  return {
    order: (order) => mutation.mutateAsync({ ...order, idempotencyKey: newOrderKey() }),
    isSending: mutation.isPending || (isOrdered && commands.length === 0),
    isUnderWay: mutation.isPending || (isOrdered && !isOver),
    commands,
    refused: mutation.data?.refused ?? [],
    error: mutation.error,
    reset: mutation.reset,
  };
}
