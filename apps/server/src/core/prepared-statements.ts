import { codeOf } from "./errors.ts";

/** A statement is prepared when it comes for this time: what is put together anew each time is not worth it. */
const PREPARED_FROM = 3;
/** Texts that are counted, and statements that may be prepared on one connection. */
const COUNTED_MAX = 2_000;
const PREPARED_MAX = 300;
/** SQLSTATE of "cached plan must not change result type", after a change of the schema. */
const FEATURE_NOT_SUPPORTED = "0A000";

/** A connection of the driver, as far as it matters here. */
interface Connection {
  query(...call: unknown[]): unknown;
}

/** What is known to come again and again need not come for that first. */
export interface PreparedStatements {
  /** Runs a statement that is prepared from now on. @throws whatever keeps it from being run */
  prepareAhead(text: string, values: readonly unknown[]): Promise<void>;
}

/**
 * Prepares the statements of a connection that come again and again, so that they are parsed and planned once: for a call that reads a
 * few rows that is most of the work. Changes `connection.query`, as neither driver nor query builder offers it.
 */
export function prepareStatements(connection: Connection): PreparedStatements {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  let made = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (counts.size >= COUNTED_MAX) counts.clear();
    counts.set(text, count);
    return count < PREPARED_FROM || names.size >= PREPARED_MAX ? undefined : giveName(text);
  }

  function giveName(text: string): string {
    made += 1;
    const name = `verandah_${made}`;
    names.set(text, name);
    return name;
  }

  async function runNamed(name: string, text: string, values: unknown[]): Promise<unknown> {
    try {
      return await query({ name, text, values });
    } catch (error) {
      // The schema has changed: the next time it is prepared under a new name.
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
      await runNamed(giveName(text), text, [...values]);
    },
  };
}
