import pg from "pg";

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Rows of one statement, on a connection of its own. */
export function query<R extends pg.QueryResultRow>(url: string, statement: string, values?: unknown[]) {
  return withClient(url, async (client) => (await client.query<R>(statement, values)).rows);
}
