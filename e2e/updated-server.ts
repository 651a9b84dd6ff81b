import { createServer, type IncomingMessage, request, type Server } from "node:http";

/** The running system with simulated versions: the same program, whose scripts and styles have other names. */
export interface UpdatedServer extends AsyncDisposable {
  readonly url: string;
  /** Suffix of the names of the next version; other names are not found. `isSlow`: its files are not available yet. */
  install: (version: string, options?: { isSlow: boolean }) => void;
}

/** Scripts and styles with the hash of their content. */
const hashed = /([\w.]+-[\w-]{8})\.(js|css)/g;
const versioned = /(-[\w-]{8})_([a-z]*)\.(js|css)$/;

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

export async function startUpdatedServer(system: string): Promise<UpdatedServer> {
  let installed = "a";
  let isSlow = false;
  const rename = (text: string) => text.replaceAll(hashed, `$1_${installed}.$2`);
  const server: Server = createServer((asked, answer) => {
    const file = versioned.exec(asked.url ?? "");
    const isAsset = asked.url?.startsWith("/assets/") && /\.(js|css)$/.test(asked.url);
    if (isAsset && (isSlow || file?.[2] !== installed)) {
      answer.writeHead(isSlow ? 503 : 404).end();
      return;
    }
    const headers = { ...asked.headers, "accept-encoding": "identity", host: new URL(system).host };
    if (asked.headers.origin) headers.origin = new URL(system).origin;
    delete headers["if-none-match"];
    delete headers["if-modified-since"];
    const path = asked.url?.replace(versioned, "$1.$3") ?? "/";
    const forwarded = request(new URL(path, system), { method: asked.method ?? "GET", headers }, (reply) => {
      const type = reply.headers["content-type"] ?? "";
      const { "content-length": _length, etag: _etag, ...kept } = reply.headers;
      answer.writeHead(reply.statusCode ?? 502, kept);
      if (type.includes("event-stream")) {
        reply.on("data", (chunk: Buffer) => void answer.write(rename(chunk.toString())));
        reply.on("end", () => answer.end());
      } else if (/html|javascript/.test(type))
        void textOf(reply).then(
          (text) => answer.end(rename(text)),
          () => answer.destroy(),
        );
      else reply.pipe(answer);
    });
    forwarded.on("error", () => answer.destroy());
    answer.on("close", () => forwarded.destroy());
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    install(version, options = { isSlow: false }) {
      installed = version;
      ({ isSlow } = options);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
