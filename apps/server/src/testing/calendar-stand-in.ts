import { generateKeyPairSync, randomUUID, verify } from "node:crypto";

import { createWallClock } from "@verandah/time/wall-clock.ts";
import fastify from "fastify";

/** A stored event, in a format that is independent of both vendors. */
interface StoredEvent {
  id: string;
  title: string;
  from: string;
  to: string;
  /** The transaction id of Graph, or the private property of Google. */
  verandahId: string | undefined;
  organizer: string;
  isFree?: boolean;
}

interface Body {
  subject?: string;
  summary?: string;
  transactionId?: string;
  showAs?: string;
  transparency?: string;
  extendedProperties?: { private: { verandah: string } };
  start: { dateTime: string };
  end: { dateTime: string };
}

type Form = Record<string, string>;

/** Graph gives times without an offset, here in UTC. */
const utc = (text: string) => new Date(text.endsWith("Z") ? text : `${text}Z`).toISOString();

const toEvent = (body: Body) => ({
  title: body.subject ?? body.summary ?? "",
  from: utc(body.start.dateTime),
  to: utc(body.end.dateTime),
  ...((body.showAs ?? body.transparency) && { isFree: false }),
});

/** A local server that answers the calls of Microsoft Graph and of Google Calendar that the product makes, for one room. */
export async function startCalendarStandIn() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const events = new Map<string, StoredEvent>();
  let isDown = false;
  const app = fastify();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook("onRequest", async (request, reply) => {
    if (isDown) return reply.code(503).send({});
    const isLogin = request.url.endsWith("token");
    if (!isLogin && request.headers.authorization !== "Bearer good") return reply.code(401).send({});
    return undefined;
  });
  app.post<{ Body: Form }>("/:tenant/oauth2/v2.0/token", async (request, reply) => {
    const { client_secret: secret } = request.body;
    return secret === "right" ? { access_token: "good", expires_in: 3_600 } : reply.code(401).send({});
  });
  app.post<{ Body: Form }>("/token", async (request, reply) => {
    const { assertion = "" } = request.body;
    const [head, body, signature = ""] = assertion.split(".");
    const isSigned = verify(
      "RSA-SHA256",
      Buffer.from(`${head}.${body}`),
      publicKey,
      Buffer.from(signature, "base64url"),
    );
    return isSigned ? { access_token: "good", expires_in: 3_600 } : reply.code(401).send({});
  });

  const inRange = (from: string, to: string) =>
    [...events.values()]
      .filter((one) => one.from < to && one.to > from)
      .toSorted((a, b) => a.from.localeCompare(b.from));
  /** Events per page: so few that a list has several pages. */
  const PAGE = 2;

  app.get<{ Querystring: Form }>("/v1.0/users/:mailbox/calendarView", (request) => {
    const { startDateTime, endDateTime, skip = "0" } = request.query;
    const all = inRange(startDateTime ?? "", endDateTime ?? "");
    const next = Number(skip) + PAGE;
    const [, zone = "UTC"] = /outlook\.timezone="([^"]+)"/.exec(String(request.headers.prefer)) ?? [];
    const clock = createWallClock(zone);
    const localTime = (at: string) => {
      const { day, time } = clock.read(new Date(at));
      return `${day}T${time}:00.0000000`;
    };
    const nextUrl = new URL(request.url, url);
    nextUrl.searchParams.set("skip", String(next));
    return {
      value: all.slice(Number(skip), next).map((one) => ({
        id: one.id,
        subject: one.title,
        transactionId: one.verandahId ?? null,
        showAs: one.isFree ? "free" : "busy",
        organizer: { emailAddress: { name: one.organizer } },
        start: { dateTime: localTime(one.from) },
        end: { dateTime: localTime(one.to) },
      })),
      ...(next < all.length && { "@odata.nextLink": nextUrl.href }),
    };
  });
  app.get<{ Querystring: Form }>("/calendar/v3/calendars/:id/events", (request) => {
    const { timeMin, timeMax, pageToken = "0" } = request.query;
    const all = inRange(timeMin ?? "", timeMax ?? "");
    const next = Number(pageToken) + PAGE;
    return {
      items: all.slice(Number(pageToken), next).map((one) => ({
        id: one.id,
        summary: one.title,
        transparency: one.isFree ? "transparent" : "opaque",
        organizer: { displayName: one.organizer },
        ...(one.verandahId && { extendedProperties: { private: { verandah: one.verandahId } } }),
        start: { dateTime: one.from },
        end: { dateTime: one.to },
      })),
      ...(next < all.length && { nextPageToken: String(next) }),
    };
  });

  function add(body: Body): { id: string } {
    const id = randomUUID();
    const verandahId = body.transactionId ?? body.extendedProperties?.private.verandah;
    events.set(id, { id, ...toEvent(body), verandahId, organizer: "Verandah" });
    return { id };
  }
  for (const path of ["/v1.0/users/:mailbox/events", "/calendar/v3/calendars/:id/events"]) {
    app.post<{ Body: Body }>(path, (request) => add(request.body));
    app.patch<{ Body: Body; Params: { event: string } }>(`${path}/:event`, async (request, reply) => {
      const one = events.get(request.params.event);
      if (!one) return reply.code(404).send({});
      Object.assign(one, toEvent(request.body));
      return { id: one.id };
    });
    app.delete<{ Params: { event: string } }>(`${path}/:event`, async (request, reply) => {
      return reply.code(events.delete(request.params.event) ? 204 : 404).send();
    });
  }
  const url = await app.listen({ host: "127.0.0.1", port: 0 });

  return {
    url,
    graph: { tenant: "campus", clientId: "verandah", clientSecret: "right", loginUrl: url, graphUrl: url },
    googleKey: {
      client_email: "verandah@campus.example",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      token_uri: `${url}/token`,
    },
    /** The entries of the calendar, the earliest first. */
    shown: () =>
      inRange("", "9").map(({ title, from, to, verandahId, isFree }) => ({
        title,
        from,
        to,
        isOwn: verandahId !== undefined,
        ...(isFree && { isFree }),
      })),
    /** A person makes an entry in the calendar. @returns its id */
    make(entry: { title: string; from: string; to: string; isFree?: boolean }): string {
      const id = randomUUID();
      const { from, to, ...rest } = entry;
      events.set(id, {
        id,
        verandahId: undefined,
        organizer: "Asha Rao",
        from: utc(from),
        to: utc(to),
        ...rest,
      });
      return id;
    },
    /** A person moves an entry of the calendar or of Verandah. */
    move(title: string, from: string, to: string): void {
      const one = [...events.values()].find((entry) => entry.title === title);
      if (one) Object.assign(one, { from: utc(from), to: utc(to) });
    },
    /** A person shows an entry as free. */
    setFree(title: string): void {
      for (const one of events.values()) if (one.title === title) one.isFree = true;
    },
    remove(title: string): void {
      for (const [id, one] of events) if (one.title === title) events.delete(id);
    },
    setDown: (next: boolean) => void (isDown = next),
    [Symbol.asyncDispose]: () => app.close(),
  };
}
