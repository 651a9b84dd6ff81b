import { createServer, type Socket } from "node:net";

/** A small upsd, which answers `LIST VAR` and `GET VAR` as the real one. Source: RFC 9271 §4.2. */
export interface UpsdStandIn extends AsyncDisposable {
  readonly port: number;
  readonly address: string;
  /** Ends the connections, as the real one does with those that say nothing. */
  hangUp(): void;
}

export interface UpsdOptions {
  ups: string;
  variables: () => Readonly<Record<string, string>>;
  isSilent?: () => boolean;
  /** Answers a command in its own way; undefined for the ordinary answer. */
  instead?: (command: string, socket: Socket) => string | undefined;
}

function answerTo(command: string, { ups, variables }: UpsdOptions): string {
  const [verb = "", kind = "", name = "", variable = ""] = command.split(" ");
  if (kind !== "VAR" || (verb !== "LIST" && verb !== "GET")) return "ERR UNKNOWN-COMMAND\n";
  if (name !== ups) return "ERR UNKNOWN-UPS\n";
  const line = ([key, value]: [string, string]) =>
    `VAR ${ups} ${key} "${value.replaceAll(/["\\]/g, String.raw`\$&`)}"\n`;
  if (verb === "LIST")
    return `BEGIN LIST VAR ${ups}\n${Object.entries(variables()).map(line).join("")}END LIST VAR ${ups}\n`;
  const value = variables()[variable];
  return value === undefined ? "ERR VAR-NOT-SUPPORTED\n" : line([variable, value]);
}

export async function startUpsdStandIn(options: UpsdOptions): Promise<UpsdStandIn> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    let rest = "";
    socket.on("data", (data) => {
      if (options.isSilent?.()) return;
      const lines = (rest + data.toString("utf8")).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines)
        socket.write(options.instead?.(line, socket) ?? answerTo(line.trim(), options));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    address: `127.0.0.1:${port}`,
    hangUp,
    async [Symbol.asyncDispose]() {
      hangUp();
      await new Promise((done) => server.close(done));
    },
  };
}
