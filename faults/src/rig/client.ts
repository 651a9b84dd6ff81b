import { login, type LoginReply } from "@verandah/contract/auth/auth.ts";
import type { Route } from "@verandah/contract/route.ts";
import type { z } from "zod";

/** A user who calls the system as a browser does. */
export class Client {
  readonly url: string;
  #token: string;

  /** @param token of a session, which any process of the server knows */
  constructor(url: string, token = "") {
    this.url = url;
    this.#token = token;
  }

  get headers(): Record<string, string> {
    return { authorization: this.#token };
  }

  /** Ends the user's other session. */
  async login(username: string): Promise<LoginReply> {
    const credentials = { username, password: "Verandah1" };
    const session = await this.call(login, { credentials, force: true });
    this.#token = session.token;
    return session;
  }

  /** @throws Error for any answer other than success */
  async call<I extends z.ZodType, O extends z.ZodType>(
    route: Route & { input: I; reply: O },
    input: z.input<I>,
  ): Promise<z.output<O>> {
    const fields = new Map(Object.entries<unknown>(Object(input)));
    const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = fields.get(name);
      fields.delete(name);
      return encodeURIComponent(String(value));
    });
    const url = new URL(path, this.url);
    const isRead = route.method === "GET";
    if (isRead) for (const [name, value] of fields) url.searchParams.set(name, String(value));
    const reply = await fetch(url, {
      method: route.method,
      headers: { ...this.headers, ...(!isRead && { "content-type": "application/json" }) },
      ...(!isRead && { body: JSON.stringify(Object.fromEntries(fields)) }),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return route.reply.parse(await reply.json());
  }
}
