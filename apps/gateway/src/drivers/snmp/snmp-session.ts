import type { SnmpDeviceSettings } from "@verandah/field/protocols/snmp.ts";
import snmp, { type Session } from "net-snmp";

import { DriverError, type OfflineReason } from "../driver.ts";
import { untilAborted } from "../until-aborted.ts";
import { GuardedDatagram, type SnmpCounts } from "./guarded-datagram.ts";

/** The value of one object: a number, an object id, or undefined for other types. */
export type ObjectValue = number | string | undefined;

export interface SnmpSessionOptions {
  settings: SnmpDeviceSettings;
  requestTimeoutMs: number;
  counts: SnmpCounts;
}

const RETRIES = 1;
/** Maximum rows of a column. A UPS rarely has more than five alarms. */
const ROWS_MAX = 50;

/**
 * The session with one SNMP device. With version 3 a new session begins after the device was unreachable: a restarted device counts its
 * time from 0, and the old session would reject its answers.
 */
export class SnmpSession implements AsyncDisposable {
  readonly #options: SnmpSessionOptions;
  #open: Session | undefined;
  /** The session with the write community. */
  #openForWriting: Session | undefined;

  constructor(options: SnmpSessionOptions) {
    this.#options = options;
  }

  /** Reads objects with one request. @throws DriverError; `RequestRejected` when the answer is too large or an object does not exist */
  async get(oids: readonly string[], signal: AbortSignal): Promise<ObjectValue[]> {
    const session = (this.#open ??= this.#begin(this.#options.settings.community));
    const varbinds = await this.#answer(session, signal, (done) => session.get([...oids], done));
    return varbinds.map(valueOf);
  }

  /** Reads the rows of a column, at most `ROWS_MAX`. @throws DriverError */
  async walk(column: string, signal: AbortSignal): Promise<ObjectValue[]> {
    const session = (this.#open ??= this.#begin(this.#options.settings.community));
    const values: ObjectValue[] = [];
    let oid = column;
    while (values.length < ROWS_MAX) {
      const from = oid;
      const [next] = await this.#answer(session, signal, (done) => session.getNext([from], done)).catch(
        (error: unknown) => {
          // Version 1 reports the end of the device's objects as an error.
          if (error instanceof RequestRejected) return [];
          throw error;
        },
      );
      if (!next?.oid.startsWith(`${column}.`)) break;
      values.push(valueOf(next));
      oid = next.oid;
    }
    return values;
  }

  /**
   * Writes objects with one request: all of them, or none.
   *
   * @throws DriverError "refused" without a write community; otherwise as `get`
   */
  async set(
    objects: readonly { oid: string; type: snmp.ObjectType; value: number | string }[],
    signal: AbortSignal,
  ): Promise<void> {
    const { settings } = this.#options;
    const isVersion3 = settings.version === "3";
    if (!isVersion3 && settings.writeCommunity === undefined)
      throw new DriverError("refused", { detail: "no writeCommunity in the settings" });
    const session = isVersion3
      ? (this.#open ??= this.#begin(undefined))
      : (this.#openForWriting ??= this.#begin(settings.writeCommunity));
    await this.#answer(session, signal, (done) => session.set([...objects], done));
  }

  async #answer(
    session: Session,
    signal: AbortSignal,
    ask: (done: (error: Error | null, varbinds?: snmp.Varbind[]) => void) => void,
  ): Promise<snmp.Varbind[]> {
    try {
      const answered = new Promise<snmp.Varbind[]>((resolve, reject) => {
        ask((error, varbinds) => (error ? reject(error) : resolve(varbinds ?? [])));
      });
      return await untilAborted(answered, signal);
    } catch (error) {
      const failure = failureOf(error, signal, reasonOfTimeout(session, this.#options.settings));
      if (this.#options.settings.version === "3" && failure.failure === "unreachable")
        await this[Symbol.asyncDispose]();
      throw failure;
    }
  }

  #begin(community: string | undefined): Session {
    const { settings, requestTimeoutMs, counts } = this.#options;
    const [host = "", port = ""] = settings.address.split(":");
    const common = {
      port: Number(port),
      retries: RETRIES,
      timeout: requestTimeoutMs,
      reportOidMismatchErrors: true,
      dgramModule: { createSocket: () => new GuardedDatagram(settings.address, counts) },
    };
    const session = this.#create(host, community, common);
    session.on("error", () => counts.malformed++);
    // The library drops such an answer without an error.
    const settle = session.unregisterRequest.bind(session);
    session.unregisterRequest = (id) => {
      const request = settle(id);
      if (!request) counts.unasked++;
      return request;
    };
    return session;
  }

  #create(
    host: string,
    community: string | undefined,
    common: snmp.SessionOptions & snmp.SessionOptionsV3,
  ): Session {
    const { settings, counts } = this.#options;
    if (settings.version !== "3")
      return snmp.createSession(host, community ?? "", {
        ...common,
        version: settings.version === "1" ? snmp.Version1 : snmp.Version2c,
      });
    const session = snmp.createV3Session(
      host,
      {
        name: settings.user ?? "",
        level: snmp.SecurityLevel.authPriv,
        authProtocol: snmp.AuthProtocols[settings.authProtocol],
        authKey: settings.authKey ?? "",
        privProtocol: snmp.PrivProtocols[settings.privProtocol],
        privKey: settings.privKey ?? "",
      },
      { ...common, version: snmp.Version3 },
    );
    // The library accepts an answer without a signature to a signed request.
    const accept = session.onSimpleGetResponse.bind(session);
    session.onSimpleGetResponse = (request, message) => {
      if (message.hasAuthentication() && message.hasPrivacy()) return accept(request, message);
      counts.downgraded++;
      request.responseCb(
        new snmp.ResponseInvalidError(
          "The answer has no signature or is not encrypted",
          snmp.ResponseInvalidCode.EAuthFailure,
        ),
      );
    };
    return session;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const sessions = [this.#open, this.#openForWriting];
    this.#open = undefined;
    this.#openForWriting = undefined;
    for (const session of sessions) session?.close();
  }
}

/** The device rejects the whole request. A smaller request may succeed. */
export class RequestRejected extends DriverError {}

function valueOf({ type, value }: snmp.Varbind): ObjectValue {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (type === snmp.ObjectType.OID && typeof value === "string") return value;
  if (!Buffer.isBuffer(value) || value.length === 0) return undefined;
  if (type === snmp.ObjectType.Counter64)
    return value.length <= 8 ? Number(BigInt(`0x${value.toString("hex")}`)) : undefined;
  // Some devices return numbers as text.
  const text = value.toString("latin1").trim();
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/**
 * The reason for a missing answer. With versions 1 and 2c a device does not answer a wrong community. With version 3 a device first sends
 * its engine id without a key. A device that sends the engine id and then no answer rejects the key.
 */
function reasonOfTimeout(session: Session, { version }: SnmpDeviceSettings): OfflineReason {
  if (version !== "3") return "no-answer-or-community";
  return "msgSecurityParameters" in session && session.msgSecurityParameters
    ? "wrong-credentials"
    : "no-answer";
}

/** Depending on the device, a wrong key causes a missing answer or a report. */
function failureOf(error: unknown, signal: AbortSignal, reason: OfflineReason): DriverError {
  if (signal.aborted) return new DriverError("unreachable", { cause: error, detail: "deadline", reason });
  const detail = error instanceof Error ? error.message : String(error);
  const name = error instanceof Error ? error.name : "";
  if (name === "RequestTimedOutError")
    return new DriverError("unreachable", { cause: error, detail: "no answer", reason });
  if (name === "RequestFailedError") return new RequestRejected("refused", { cause: error, detail });
  if (/^(Wrong Digest|Unknown User|Decryption|Unsupported)/i.test(detail))
    return new DriverError("unreachable", { cause: error, detail, reason: "wrong-credentials" });
  const isOutOfSync = /^(Unknown Engine|Not In Time)/i.test(detail);
  return new DriverError(isOutOfSync ? "unreachable" : "garbled", { cause: error, detail });
}
