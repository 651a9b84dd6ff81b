import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Command, CommandBatch } from "@verandah/contract/commands/commands.ts";
import type { LiveEvent } from "@verandah/contract/live.ts";

import { showToast } from "#shared/ui/feedback/toast.ts";

import { batchQuery, isEnded } from "../commands/command-queries.ts";
import { sessionQuery } from "../query/session.ts";

type CommandEvent = LiveEvent<"command">["data"];

/** Updates a command in its batch, and notifies its owner when another command superseded it. */
export function applyCommandEvent(queryClient: QueryClient, event: CommandEvent): void {
  const change = (known: Command): Command => (isNewer(event, known) ? { ...known, ...event } : known);
  const { queryKey } = batchQuery(event.batchId);
  void askOnceMore(queryClient, queryKey);
  queryClient.setQueryData(queryKey, (known) => {
    if (!known) return known;
    const commands = known.commands.map((each) => (each.id === event.id ? change(each) : each));
    return { ...known, commands, counts: countStates(commands) };
  });
  notifySuperseded(queryClient, event);
}

/** Repeats an open request, because its reply may be older than the event. */
export async function askOnceMore(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey });
  if (query?.state.fetchStatus !== "fetching") return;
  // The component that shows it handles the failure, and the query repeats it at its own intervals.
  const isLoaded = await query.promise?.then(
    () => true,
    () => false,
  );
  if (!isLoaded) return;
  // Several concurrent events repeat the request once.
  await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

function countStates(commands: readonly Command[]): CommandBatch["counts"] {
  const counts: CommandBatch["counts"] = {};
  for (const { state } of commands) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/** An event may arrive after the answer to a later request. */
function isNewer(event: CommandEvent, known: Command): boolean {
  return !isEnded(known) || event.releasedAt !== known.releasedAt;
}

/** Notifies the owner of a command that another person's newer one superseded it. */
function notifySuperseded(queryClient: QueryClient, { by, deviceName, supersededBy }: CommandEvent): void {
  const me = queryClient.getQueryData(sessionQuery.queryKey)?.user;
  if (!supersededBy || !me || by?.id !== me.id || supersededBy.name === me.name) return;
  const { name } = supersededBy;
  showToast({
    kind: "news",
    text: i18n._(msg`${name} changed ${deviceName} after you. Your command was replaced.`),
    id: `superseded-${supersededBy.commandId}`,
  });
}
