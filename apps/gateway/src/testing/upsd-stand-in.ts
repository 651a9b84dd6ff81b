import { createServer, type Socket } from "node:net";

/** A minimal upsd that answers `LIST VAR`, `GET VAR` and the commands of its user. Source: RFC 9271 §4.2. */
export interface UpsdStandIn extends AsyncDisposable {
  readonly port: number;
  readonly address: string;
  /** Closes the connections, as the real upsd closes idle connections. */
  closeConnections(): void;
}

export interface UpsdOptions {
  ups: string;
  variables: () => Readonly<Record<string, string>>;
  isSilent?: () => boolean;
  /** Handles a command of the user. @returns false when the UPS has no command of this name */
  onCommand?: (name: string) => boolean;
  /** Accepted commands are never executed. */
  isStuck?: () => boolean;
  /** Overrides the answer to a command; undefined for the normal answer. */
  instead?: (command: string, socket: Socket) => string | undefined;
}

export const UPSD_USER = { user: "verandah", password: "secret" };
const COMMAND_ID = "1bd31808-cb49-4aec-9d75-d056e6f018d2";

function answerTo(
  command: string,
  { ups, variables, onCommand, isStuck }: UpsdOptions,
  login: { user?: string; isIn?: boolean },
): string {
  const [verb = "", kind = "", name = "", variable = ""] = command.split(" ");
  if (verb === "USERNAME") {
    login.user = kind;
    return "OK\n";
  }
  if (verb === "PASSWORD") {
    login.isIn = login.user === UPSD_USER.user && kind === UPSD_USER.password;
    return login.isIn ? "OK\n" : "ERR ACCESS-DENIED\n";
  }
  if (command === "SET TRACKING ON") return "OK\n";
  if (verb === "INSTCMD" && !login.isIn) return "ERR USERNAME-REQUIRED\n";
  if (verb === "INSTCMD")
    return onCommand?.(name) ? `OK TRACKING ${COMMAND_ID}\n` : "ERR CMD-NOT-SUPPORTED\n";
  if (command === `GET TRACKING ${COMMAND_ID}`) return isStuck?.() ? "PENDING\n" : "SUCCESS\n";
  if (command === "LIST UPS") return `BEGIN LIST UPS\nUPS ${ups} "A UPS"\nEND LIST UPS\n`;
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
    const login = {};
    let rest = "";
    socket.on("data", (data) => {
      if (options.isSilent?.()) return;
      const lines = (rest + data.toString("utf8")).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines)
        socket.write(options.instead?.(line, socket) ?? answerTo(line.trim(), options, login));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    address: `127.0.0.1:${port}`,
    closeConnections,
    async [Symbol.asyncDispose]() {
      closeConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
