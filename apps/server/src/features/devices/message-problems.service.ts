import {
  type listMessageProblems as listMessageProblemsRoute,
  MESSAGE_PROBLEMS_MAX,
  type MessageProblem,
} from "@verandah/contract/devices/message-problems.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { shownLine } from "@verandah/equipment/shown-text.ts";

import { type ActorCtx, type Ctx, publishChange } from "#core/ctx.ts";
import { createCallCounts } from "#features/auth/call-limits.service.ts";

import * as repository from "./message-problems.repository.ts";

/** A problem that has not occurred for this long is no longer listed, ms. */
const LISTED_MS = 7 * 86_400_000;
/** Stored length of the last message. */
const MESSAGE_MAX = 200;
/** Bytes of a message that are read for it; more than its signs have. */
const MESSAGE_READ_MAX = 1_000;
/** Two clients of one name replace each other again and again. Their replacements are counted in windows of this length, ms. */
const REPEATED_MS = 60_000;
/** From this many in a window on, replacements from other addresses are more than a reconnect. */
const REPLACEMENTS_ELSEWHERE = 2;
/** The same from one address: after a cut of the network a client replaces its own dead connection, with a bad network a few times. */
const REPLACEMENTS_HERE = 6;

const line = shownLine(MESSAGE_READ_MAX, 0);

/** One line without invisible characters, and without half a sign at its end. */
function shorten(message: string | Buffer): string {
  const bytes = typeof message === "string" ? Buffer.from(message) : message;
  const begin = bytes.toString("utf8", 0, MESSAGE_READ_MAX);
  const signs = Array.from(line.parse(begin));
  return signs.length > MESSAGE_MAX ? `${signs.slice(0, MESSAGE_MAX - 1).join("")}…` : signs.join("");
}

/** Counts the messages that cannot be used, in memory until they are stored: one row for each edge and reason. */
export class MessageProblems {
  #counted = new Map<string, repository.CountedProblem>();
  /** Replaced connections that are being counted. */
  readonly #counting = new Set<Promise<void>>();
  readonly #ctx: Ctx;
  readonly #countReplacement: (key: string) => Promise<number>;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
    this.#countReplacement = createCallCounts(ctx, REPEATED_MS);
  }

  count(edgeId: number, reason: MessageProblem, message: string | Buffer, at: Date): void {
    const key = `${edgeId} ${reason}`;
    const known = this.#counted.get(key);
    const lastMessage = shorten(message);
    if (known) Object.assign(known, { count: known.count + 1, lastAt: at, lastMessage });
    else this.#counted.set(key, { edgeId, reason, count: 1, since: at, lastAt: at, lastMessage });
  }

  /**
   * A client replaced one of the same name that was connected to this process; the new one may be at another process. A few times this is a
   * reconnect before the old connection has ended. The replacements at all processes count together.
   */
  async countReplaced(edgeId: number, addresses: { old: string; new: string }): Promise<void> {
    const counting = this.#countReplaced(edgeId, addresses);
    this.#counting.add(counting);
    try {
      await counting;
    } finally {
      this.#counting.delete(counting);
    }
  }

  async #countReplaced(edgeId: number, addresses: { old: string; new: string }): Promise<void> {
    const at = this.#ctx.now();
    const recent = await this.#countReplacement(`replaced ${edgeId}`);
    const needed = addresses.old === addresses.new ? REPLACEMENTS_HERE : REPLACEMENTS_ELSEWHERE;
    if (recent >= needed) this.count(edgeId, "name-in-use", `${addresses.old}, ${addresses.new}`, at);
  }

  /** Stores the counts since the last time, when all until now are counted. After a failure these counts are lost, but the next messages are counted again. */
  async store(): Promise<void> {
    await Promise.allSettled(this.#counting);
    const problems = [...this.#counted.values()];
    this.#counted = new Map();
    if (problems.length === 0) return;
    await repository.upsertProblems(this.#ctx.db, problems, LISTED_MS);
    publishChange(this.#ctx, "device-states", {});
  }
}

/** Messages of the caller's campus that could not be used. */
export async function listMessageProblems(ctx: ActorCtx): Promise<ReplyOf<typeof listMessageProblemsRoute>> {
  const rows = await repository.listProblems(ctx.db, {
    campusId: ctx.actor.campusId,
    since: new Date(ctx.now().getTime() - LISTED_MS),
    limit: MESSAGE_PROBLEMS_MAX,
  });
  ctx.changesAt(...rows.map(({ lastAt }) => lastAt.getTime() + LISTED_MS + 1));
  return rows.map(({ since, lastAt, ...row }) => ({
    ...row,
    since: since.toISOString(),
    lastAt: lastAt.toISOString(),
  }));
}
