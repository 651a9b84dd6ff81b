import { hashKey, useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useRef } from "react";

/** Longest time between the two clicks of a double click; tests, which click faster than people, set 0. Source: default of Windows. */
export const doubleClick = { ms: 500 };

interface Options<Input, Reply> extends UseMutationOptions<Reply, Error, Input> {
  mutationFn: NonNullable<UseMutationOptions<Reply, Error, Input>["mutationFn"]>;
  /** The part of an input in which two clicks on one button do not differ; without it, the whole input. */
  identify?: (input: Input) => unknown;
}

/**
 * A call that changes something. Two fast clicks send one call: the same input again gets the answer of the first call, while that runs
 * and for the time of a double click after its success. Another input in between is another intention.
 */
export function useChange<Input, Reply>({
  identify = (input) => input,
  mutationFn,
  ...options
}: Options<Input, Reply>) {
  const last = useRef<{ key: string; reply: Promise<Reply>; untilMs: number }>(undefined);
  return useMutation({
    ...options,
    mutationFn: (input: Input, context) => {
      const key = hashKey([identify(input)]);
      if (last.current?.key === key && Date.now() < last.current.untilMs) return last.current.reply;
      const sent = { key, reply: mutationFn(input, context), untilMs: Number.POSITIVE_INFINITY };
      last.current = sent;
      sent.reply.then(
        () => {
          sent.untilMs = Date.now() + doubleClick.ms;
        },
        () => {
          sent.untilMs = 0;
        },
      );
      return sent.reply;
    },
  });
}
