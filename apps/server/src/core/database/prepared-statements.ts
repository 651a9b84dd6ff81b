import { codeOf } from "../errors.ts";

/** Prepares a statement at this run. A text that is different at each run would gain nothing. */
const PREPARED_FROM = 3;
/** Limits of the counted texts, and of the prepared statements on one connection. */
const COUNTED_MAX = 2_000;
const PREPARED_MAX = 300;
/** SQLSTATE of "cached plan must not change result type", after a change of the schema. */
const FEATURE_NOT_SUPPORTED = "0A000";

/** The part of a driver connection that this file uses. */
interface Connection {
  query(...call: unknown[]): unknown;
}

export interface PreparedStatements {
  /** Runs a statement and prepares it, without counting its runs first. @throws the error of the statement */
  prepareAhead(text: string, values: readonly unknown[]): Promise<void>;
}

/**
 * Prepares the statements that a connection runs often, so that PostgreSQL parses and plans them once. Parsing and planning is most of the
 * work of a call that reads a few rows. Replaces `connection.query`, because neither the driver nor the query builder offers this.
 */
export function prepareStatements(connection: Connection): PreparedStatements {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  let nameCount = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (counts.size >= COUNTED_MAX) counts.clear();
    counts.set(text, count);
    return count < PREPARED_FROM || names.size >= PREPARED_MAX ? undefined : assignName(text);
  }

  function assignName(text: string): string {
    nameCount += 1;
    const name = `verandah_${nameCount}`;
    names.set(text, name);
    return name;
  }

  async function runNamed(name: string, text: string, values: unknown[]): Promise<unknown> {
    try {
      return await query({ name, text, values });
    } catch (error) {
      // The schema has changed. The next run prepares the statement under a new name.
      if (codeOf(error) === FEATURE_NOT_SUPPORTED) names.delete(text);
      throw error;
    }
  }

  const query = connection.query.bind(connection);
  connection.query = (...call) => {
    const [text, values] = call;
    if (call.length !== 2 || typeof text !== "string" || !Array.isArray(values) || values.length === 0)
      return query(...call);
    const name = nameOf(text);
    return name === undefined ? query(...call) : runNamed(name, text, values);
  };

  return {
    async prepareAhead(text, values) {
      await runNamed(assignName(text), text, [...values]);
    },
  };
}
