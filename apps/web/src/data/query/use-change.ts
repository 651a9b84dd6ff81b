import { hashKey, useMutation, type UseMutationOptions, useQueryClient } from "@tanstack/react-query";
import { changesOf, type ReplyOf, type Route, type SentOf } from "@verandah/contract/route.ts";
import type { Topic } from "@verandah/contract/topics.ts";
import { useRef } from "react";

import { call } from "#shared/call.ts";

import { refreshTopics } from "./refresh.ts";

/** Longest time between the two clicks of a double click; tests, which click faster than people, set 0. Source: default of Windows. */
export const doubleClick = { ms: 500 };

interface Options<Input, Reply> extends Pick<UseMutationOptions<Reply, Error, Input>, "onSuccess" | "retry"> {
  /** The part of an input in which two clicks on one button do not differ; without it, the whole input. */
  identify?: (input: Input) => unknown;
  /** Whether a reply changed something; by default each did. After one that did not, the same click is sent again at once. */
  hasChanged?: (reply: Reply) => boolean;
  /** The change ends when the screen shows it. */
  endsWhenShown?: boolean;
}

/** A change by one route. After its end, a refusal too, all that depends on its topics is loaded again: the screen may be old. */
export function useChange<R extends Route>(route: R, options: Options<SentOf<R>, ReplyOf<R>> = {}) {
  return useChangeBy(route, (input: SentOf<R>) => call(route, input), options);
}

/**
 * Like `useChange`, with an own way to send the call. Two fast clicks send one call: the same input again gets the answer of the first call,
 * while that runs and for the time of a double click after its success. Another input in between is another intention.
 */
export function useChangeBy<Input, Reply>(
  route: Route,
  send: (input: Input) => Promise<Reply>,
  {
    identify = (input) => input,
    hasChanged = () => true,
    endsWhenShown = false,
    ...options
  }: Options<Input, Reply> = {},
) {
  const changed = useTopics();
  const last = useRef<{ key: string; reply: Promise<Reply>; untilMs: number }>(undefined);
  return useMutation({
    ...options,
    mutationFn: (input: Input) => {
      const key = hashKey([identify(input)]);
      if (last.current?.key === key && Date.now() < last.current.untilMs) return last.current.reply;
      const sent = { key, reply: send(input), untilMs: Number.POSITIVE_INFINITY };
      last.current = sent;
      sent.reply.then(
        (reply) => {
          sent.untilMs = hasChanged(reply) ? Date.now() + doubleClick.ms : 0;
        },
        () => {
          sent.untilMs = 0;
        },
      );
      return sent.reply;
    },
    onSettled: () => {
      const shown = changed(changesOf(route));
      return endsWhenShown ? shown : undefined;
    },
  });
}

/** Loads shown data that depends on topics again; resolves when it is there. */
export function useTopics(): (topics: readonly Topic[]) => Promise<void> {
  const queryClient = useQueryClient();
  return (topics) => refreshTopics(queryClient, topics);
}
