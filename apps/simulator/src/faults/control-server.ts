import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { type FaultBoard, FaultRefused } from "./fault-board.ts";
import { type Fault, faultInput } from "./fault-kinds.ts";

/** State of a device that the protocols do not show. */
export interface DeviceTruth {
  ssid: string;
  /** Values without faults. */
  measured: Record<string, number>;
  /** Shown values. */
  shown: Record<string, number>;
  /** Priority arrays by point, for a device that has them. */
  slots?: Record<string, (number | null)[]>;
  isSilent: boolean;
  pending?: number;
}

export interface ControlOptions {
  board: FaultBoard;
  now?: () => Date;
  /** Called after any change of the faults. */
  onChange: (faults: readonly Fault[]) => void;
  devices: () => string[];
  truthOf: (ssid: string) => DeviceTruth | undefined;
}

export interface ControlServer extends AsyncDisposable {
  readonly port: number;
}

const BODY_MAX_BYTES = 16_384;

function answer(reply: ServerResponse, status: number, body?: unknown): void {
  reply.writeHead(status, { "content-type": "application/json" });
  reply.end(body === undefined ? "" : JSON.stringify(body));
}

/** Reports which field is wrong and why. */
function refuse(reply: ServerResponse, status: number, fields: Record<string, string>): void {
  answer(reply, status, { message: Object.values(fields).join("; "), fields });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > BODY_MAX_BYTES) throw new RangeError("The body is longer than 16 kB");
  }
  return text;
}

/**
 * Whether a page in a browser sent the request. A page of any site can reach loopback: a browser then names the page's origin, or the page
 * uses its own name for this address. An address that a user enters in a browser (`none`) is no page.
 */
function isFromPage({ headers }: IncomingMessage): boolean {
  const { origin, host = "", "sec-fetch-site": site = "none" } = headers;
  return origin !== undefined || site !== "none" || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host);
}

/** Opens the control port on loopback: faults and the simulated values. The product does not use it. */
export async function openControlServer(options: ControlOptions): Promise<ControlServer> {
  const { board } = options;
  const now = options.now ?? (() => new Date());

  async function addFault(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    let raw: unknown;
    try {
      raw = JSON.parse(await bodyOf(request));
    } catch (error) {
      return refuse(reply, 400, {
        body: `Not JSON: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
    const parsed = faultInput.safeParse(raw);
    if (!parsed.success) {
      const fields: Record<string, string> = {};
      for (const issue of parsed.error.issues) {
        const unknown = issue.code === "unrecognized_keys" ? issue.keys : undefined;
        for (const field of unknown ?? [issue.path.join(".") || "body"])
          fields[field] ??= unknown ? "Not a field of this fault" : issue.message;
      }
      return refuse(reply, 400, fields);
    }
    try {
      const fault = board.add(parsed.data, now());
      options.onChange(board.list());
      answer(reply, 201, fault);
    } catch (error) {
      if (!(error instanceof FaultRefused)) throw error;
      refuse(reply, 400, { [error.field]: error.message });
    }
  }

  async function handle(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    if (isFromPage(request)) return refuse(reply, 403, { origin: "Pages may not use this port" });
    const [root, id, ...rest] = new URL(request.url ?? "/", "http://localhost").pathname
      .split("/")
      .filter(Boolean)
      .map(decodeURIComponent);
    const call = rest.length > 0 ? "" : `${request.method} ${root ?? ""}${id === undefined ? "" : "/*"}`;
    if (call === "GET faults") return answer(reply, 200, board.list());
    if (call === "POST faults") return addFault(request, reply);
    if (call === "DELETE faults") {
      board.clear();
      options.onChange([]);
      return answer(reply, 204);
    }
    if (call === "DELETE faults/*" && id !== undefined) {
      if (!board.remove(id)) return refuse(reply, 404, { id: `No fault ${id}` });
      options.onChange(board.list());
      return answer(reply, 204);
    }
    if (call === "GET state") return answer(reply, 200, { devices: options.devices(), faults: board.list() });
    if (call === "GET state/*" && id !== undefined) {
      const truth = options.truthOf(id);
      return truth ? answer(reply, 200, truth) : refuse(reply, 404, { ssid: `No device ${id}` });
    }
    refuse(reply, 404, {
      path: "GET, POST or DELETE /faults, DELETE /faults/{id}, GET /state, GET /state/{ssid}",
    });
  }

  const server = createServer((request, reply) => {
    handle(request, reply).catch((error: unknown) => {
      if (!reply.headersSent) refuse(reply, 500, { body: String(error) });
    });
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The control port is not open");
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
