import type { BenchOptions } from "../../bench.ts";
import type { Rig } from "../../rig/rig.ts";
import type { Rounds } from "../../rounds.ts";
import { formatNumber, type Row } from "../../table.ts";
import { measureStored } from "../measure.ts";
import type { StartPeer } from "../peer.ts";
import { measureOurStored } from "../verandah.ts";
import { BestChoice, compare, measureInRotation } from "./compare.ts";

const DURATION_MS = 3_000;
const SHORT_DURATION_MS = 1_000;

/** A peer and the rates of its load; it stores most at one of them. */
export interface StoredRival {
  readonly name: string;
  readonly start: StartPeer;
  readonly messagesPerSecond: readonly number[];
  /** Minimum ratio of our rate to its rate; none against a setup that the peer's documentation does not have. */
  readonly target?: number;
}

const describe = (perSecond: number) => `${formatNumber(Math.round(perSecond))} messages/s stored`;

/** Messages of one value that are stored, a second. */
export async function compareStored(
  options: BenchOptions,
  rounds: Rounds,
  rig: Rig,
  rivals: readonly StoredRival[],
): Promise<{ rows: Row[]; notes: string[] }> {
  const durationMs = options.isShort ? SHORT_DURATION_MS : DURATION_MS;
  const choices = rivals.map((rival) => {
    const offered = options.isShort ? rival.messagesPerSecond.slice(0, 1) : rival.messagesPerSecond;
    return { ...rival, choice: new BestChoice<number, number>(offered, (a, b) => a > b) };
  });
  const found = await measureInRotation("stored", rounds, options, [
    { name: "Verandah", measure: () => measureOurStored(rig, options.isShort), describe },
    ...choices.map(({ name, start, choice }) => ({
      name,
      describe,
      measure: () =>
        choice.measure((perSecond) =>
          options.rigs.with(
            () => start("single"),
            (peer) => measureStored(peer, perSecond, durationMs),
          ),
        ),
    })),
  ]);
  const ours = found("Verandah");
  return {
    rows: choices.map(({ name, target }): Row => {
      const compared = compare(ours, found(name));
      return {
        work: `stored against ${name}`,
        unit: "messages/s",
        ...compared,
        ...(target && {
          target: { text: `ratio ≥ ${target}`, isReached: compared.ratio.median >= target },
        }),
      };
    }),
    notes: [
      `Stored: a message has one value. Peers are offered several rates in the first round, and the best again in the others: ${choices.map(({ name, choice }) => `${name} at ${formatNumber(choice.best)} a second`).join(", ")}.`,
    ],
  };
}
