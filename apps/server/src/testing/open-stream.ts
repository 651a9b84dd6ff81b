import type { LiveEvent } from "@verandah/contract/live.ts";
import type { RoleName } from "@verandah/contract/roles.ts";

import type { startTestApp } from "./start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** Opens a live stream over HTTP, as a browser does. */
export async function openStream(app: App, username: RoleName, query: (buildingId: number) => string) {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: "127.0.0.1" });
  const user = await app.as(username);
  const address = app.app.server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const ended = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/v1/live?${query(user.session.building.id)}`, {
    headers: { authorization: `Bearer ${user.session.token}` },
    signal: ended.signal,
  });
  const events: LiveEvent[] = [];
  let isClosed = false;
  async function read(): Promise<void> {
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, name, data] = /event: (\S+)\ndata: (.*)/.exec(block) ?? [];
        if (!name || !data) continue;
        const event: LiveEvent = JSON.parse(`{"name":"${name}","data":${data}}`);
        events.push(event);
      }
    }
  }
  const reading = read().then(
    () => (isClosed = true),
    () => undefined,
  );
  return {
    user,
    response,
    events,
    named: <N extends LiveEvent["name"]>(name: N) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name decides the data
      events.filter((event) => event.name === name).map((event) => event.data as LiveEvent<N>["data"]),
    isClosed: () => isClosed,
    async [Symbol.asyncDispose]() {
      ended.abort();
      await reading;
    },
  };
}
