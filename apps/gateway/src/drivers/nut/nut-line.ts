import { Socket } from "node:net";

import { DriverError, type OfflineReason } from "../driver.ts";
import { ConnectionLost, TcpLine, type TcpLineOptions } from "../tcp-line.ts";
import { deadlineOf, untilAborted } from "../until-aborted.ts";

export interface NutCounts {
  /** Invalid lines. The connection is closed, because later lines may be wrong too. */
  malformed: number;
  reconnects: number;
}

export interface NutLineOptions extends TcpLineOptions {
  counts: NutCounts;
}

/** Maximum size of an answer. A list of variables has a few kB. */
const ANSWER_MAX_BYTES = 65_536;
/** Errors of upsd for a UPS that it cannot reach. Source: RFC 9271 §4.3. */
const UPS_UNREACHABLE = new Set(["DATA-STALE", "DRIVER-NOT-CONNECTED"]);

/** Offline reasons for errors of upsd about the name of the UPS or the access of the client. */
const reasons = new Map<string, OfflineReason>([
  ["UNKNOWN-UPS", "wrong-device"],
  ["ACCESS-DENIED", "wrong-credentials"],
  ["USERNAME-REQUIRED", "wrong-credentials"],
  ["PASSWORD-REQUIRED", "wrong-credentials"],
  ["INVALID-USERNAME", "wrong-credentials"],
  ["INVALID-PASSWORD", "wrong-credentials"],
]);

/** The connection to one upsd, with one request at a time. It opens on demand. It closes after an error after which its state is unknown. */
export class NutLine implements AsyncDisposable {
  readonly #options: NutLineOptions;
  readonly #line: TcpLine;

  constructor(options: NutLineOptions) {
    this.#options = options;
    this.#line = new TcpLine(options, () => new Socket());
  }

  /** All variables of a UPS. @throws DriverError */
  async listVariables(ups: string, signal: AbortSignal): Promise<Map<string, string>> {
    const lines = await this.#request(
      `LIST VAR ${ups}`,
      `BEGIN LIST VAR ${ups}`,
      `END LIST VAR ${ups}`,
      signal,
    );
    return new Map(lines.map((line) => this.#variable(line, ups)));
  }

  /** The names of all UPSs. @throws DriverError */
  async listUps(signal: AbortSignal): Promise<string[]> {
    const lines = await this.#request("LIST UPS", "BEGIN LIST UPS", "END LIST UPS", signal);
    return lines.map((line) => {
      const [, name] = /^UPS (\S+) ".*"$/.exec(line) ?? [];
      if (name === undefined) throw this.#garbled(line);
      return name;
    });
  }

  /** One variable. @throws DriverError */
  async getVariable(ups: string, name: string, signal: AbortSignal): Promise<string> {
    const lines = await this.#request(`GET VAR ${ups} ${name}`, undefined, undefined, signal);
    const [known, value] = this.#variable(lines[0] ?? "", ups);
    if (known !== name) throw this.#garbled(lines[0] ?? "");
    return value;
  }

  /** The answer to a command, one line. @throws DriverError */
  async command(text: string, signal: AbortSignal): Promise<string> {
    const [line = ""] = await this.#request(text, undefined, undefined, signal);
    return line;
  }

  /** `VAR <ups> <name> "<value>"`. Source: RFC 9271 §4.2.4. */
  #variable(line: string, ups: string): [name: string, value: string] {
    const [, of, name, value] = /^VAR (\S+) (\S+) "((?:[^"\\]|\\.)*)"$/.exec(line) ?? [];
    if (of !== ups || name === undefined || value === undefined) throw this.#garbled(line);
    return [name, value.replaceAll(/\\(.)/g, "$1")];
  }

  #garbled(line: string): DriverError {
    this.#options.counts.malformed++;
    this.#line.close();
    return new DriverError("garbled", { detail: JSON.stringify(line.slice(0, 80)) });
  }

  /** The lines between `begin` and `end`, or the only line of the answer. */
  #request(
    command: string,
    begin: string | undefined,
    end: string | undefined,
    signal: AbortSignal,
  ): Promise<string[]> {
    return this.#line.request(() => this.#attempt(command, begin, end, signal), signal);
  }

  async #attempt(
    command: string,
    begin: string | undefined,
    end: string | undefined,
    signal: AbortSignal,
  ): Promise<string[]> {
    using deadline = deadlineOf(this.#options.requestTimeoutMs, signal);
    const within = deadline.signal;
    try {
      const socket = await this.#line.connect(within);
      // Data without a request must not become the answer to the next request.
      socket.resume();
      const answer = readAnswer(socket, begin, end);
      socket.write(`${command}\n`);
      return await untilAborted(answer.lines, within).finally(() => answer.stop());
    } catch (error) {
      if (error instanceof InvalidAnswer) throw this.#garbled(error.message);
      if (!(error instanceof DriverError)) this.#line.close();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#line.close();
  }
}

class InvalidAnswer extends Error {}

function refusalOf(line: string): DriverError {
  const code = line.slice("ERR ".length);
  const detail = code.slice(0, 80);
  if (UPS_UNREACHABLE.has(code)) return new DriverError("unreachable", { detail, reason: "target-silent" });
  return new DriverError("refused", { detail, reason: reasons.get(code) });
}

/** Collects one answer; `stop` removes the listeners from the socket. */
function readAnswer(socket: Socket, begin: string | undefined, end: string | undefined) {
  const result = Promise.withResolvers<string[]>();
  const lines: string[] = [];
  let rest = "";
  let bytes = 0;
  let hasBegun = begin === undefined;

  function take(line: string): void {
    if (!hasBegun && line === begin) hasBegun = true;
    else if (lines.length === 0 && line.startsWith("ERR ")) result.reject(refusalOf(line));
    else if (!hasBegun) result.reject(new InvalidAnswer(line));
    else if (end === undefined) result.resolve([line]);
    else if (line === end) result.resolve(lines);
    else lines.push(line);
  }
  function onData(data: Buffer): void {
    bytes += data.length;
    if (bytes > ANSWER_MAX_BYTES) return result.reject(new InvalidAnswer("the answer is too long"));
    const parts = (rest + data.toString("utf8")).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) take(line.trimEnd());
  }
  const onClose = () => result.reject(new ConnectionLost());
  socket.on("data", onData).once("close", onClose);
  return {
    lines: result.promise,
    stop() {
      socket.off("data", onData).off("close", onClose);
      socket.resume();
    },
  };
}
