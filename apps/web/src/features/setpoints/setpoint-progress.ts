import type { Command, CommandBatch } from "@verandah/contract/commands/commands.ts";

import { isEnded } from "#data/commands/command-queries.ts";

/** Progress of a change on one unit, by its newest command. */
export interface UnitProgress {
  ssid: string;
  paramId: string;
  name: string;
  /** Undefined when it was refused. */
  command: Command | undefined;
  refusal: CommandBatch["refused"][number] | undefined;
}

/**
 * One row per unit, from a batch and its retries, oldest first.
 *
 * @param names names of the units by ssid; a refused write has none
 */
export function progressOf(
  batches: readonly CommandBatch[],
  names: ReadonlyMap<string, string>,
): UnitProgress[] {
  const rows = new Map<string, UnitProgress>();
  for (const batch of batches) {
    for (const command of batch.commands)
      rows.set(command.ssid, {
        ssid: command.ssid,
        paramId: command.param_id,
        name: command.deviceName,
        command,
        refusal: undefined,
      });
    for (const refusal of batch.refused)
      rows.set(refusal.ssid, {
        ssid: refusal.ssid,
        paramId: refusal.param_id,
        name: names.get(refusal.ssid) ?? refusal.ssid,
        command: undefined,
        refusal,
      });
  }
  return [...rows.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

/** Ended without success. A superseded command has not failed. */
export function hasFailed({ command, refusal }: UnitProgress): boolean {
  return refusal !== undefined || command?.state === "failed" || command?.state === "expired";
}

export const isDone = ({ command }: UnitProgress): boolean => command?.state === "verified";

export const isUnderWay = ({ command }: UnitProgress): boolean => command !== undefined && !isEnded(command);
