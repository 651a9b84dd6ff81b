import { createHash, randomBytes, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";

import { sha256Of, trustOf } from "@verandah/field/edge-link.ts";
import { type ClaimedMessage, claimedMessage } from "@verandah/field/payloads.ts";
import { topicOf } from "@verandah/field/topics.ts";
import mqtt, { ErrorWithReasonCode, type MqttClient } from "mqtt";
import { z } from "zod";

import { untilAborted } from "../drivers/until-aborted.ts";
import { SettingsError } from "../yaml-file.ts";
import { type JoinedFile, readJoined, readOwnFile, writeJoined, writeOwnFile } from "./joined-gateway.ts";

export interface JoinOptions {
  /** `mqtts://host:port`; `mqtt://` only on this machine or in a network of its own. */
  url: string;
  code: string;
  /** SHA-256 of the server's certificate, in hexadecimal. Without it the server needs a certificate that this machine trusts. */
  fingerprint?: string | undefined;
  /** Folder of the gateway's data. */
  folder: string;
  /** The folder is of this gateway already: it gets a new password. */
  isAgain?: boolean | undefined;
}

const TIMEOUT_MS = 15_000;
const JOINING_FILE = "joining.json";
/** MQTT 3.1.1 §3.2.2.3 */
const NOT_AUTHORISED = 5;
const joiningFile = z.object({ code: z.string(), password: z.string() });

const refusals: Record<Extract<ClaimedMessage, { state: "refused" }>["why"], string> = {
  unknown: "The server does not know this code. Make a new one on the page of the gateway.",
  expired: "The code has ended: it is valid for 15 minutes. Make a new one on the page of the gateway.",
  used: "Another gateway has used this code. Make a new one on the page of the gateway.",
};

/**
 * Joins a server with a code from its screen. The gateway makes its password itself. The same command again after a lost answer gives the
 * same result.
 *
 * @throws SettingsError when the server cannot be reached, has another certificate, or refuses the code
 */
export async function joinServer({
  url,
  code,
  fingerprint,
  folder,
  isAgain,
}: JoinOptions): Promise<JoinedFile> {
  const before = readJoined(folder);
  if (before && !isAgain)
    throw new SettingsError(
      `The folder ${folder} is that of ${before.ssid}. Add --again to give ${before.ssid} a new password, or choose another folder with --data.`,
    );
  const certificate = fingerprint === undefined ? undefined : await readCertificate(url, fingerprint);
  const kept = readOwnFile(folder, JOINING_FILE, joiningFile);
  const password = kept?.code === code ? kept.password : randomBytes(24).toString("base64url");
  writeOwnFile(folder, JOINING_FILE, { code, password });

  const answer = await claim({ url, code, certificate }, password);
  if (answer.state === "refused") throw new SettingsError(refusals[answer.why]);
  if (before && before.ssid !== answer.ssid)
    throw new SettingsError(
      `The code is for ${answer.ssid}, and the folder ${folder} is that of ${before.ssid}. Choose another folder with --data, and make a new code.`,
    );
  const joined = {
    url,
    ssid: answer.ssid,
    password,
    ...(certificate !== undefined && { certificate: [certificate] }),
  };
  writeJoined(folder, joined);
  rmSync(join(folder, JOINING_FILE));
  return joined;
}

/** The server's certificate in PEM. The code is not sent before it is known to be the right one. */
async function readCertificate(url: string, fingerprint: string): Promise<string> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== "mqtts:")
    throw new SettingsError("A fingerprint needs an address that begins with mqtts://");
  const wanted = fingerprint.replaceAll(/[:\s]/g, "").toLowerCase();
  const socket = connectTls({ host: hostname, port: Number(port) || 8_883, rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const certificate = new X509Certificate(socket.getPeerCertificate().raw);
    const found = sha256Of(certificate);
    if (found !== wanted)
      throw new SettingsError(
        `The certificate of ${url} is another one: its fingerprint is ${found}. Do not join: check the address, and who answers there.`,
      );
    return certificate.toString();
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw unreachable(url, error);
  } finally {
    socket.destroy();
  }
}

const unreachable = (url: string, error: unknown) =>
  new SettingsError(`${url} cannot be reached: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });

async function claim(
  { url, code, certificate }: Pick<JoinOptions, "url" | "code"> & { certificate: string | undefined },
  password: string,
): Promise<ClaimedMessage> {
  const id = `join-${randomBytes(6).toString("hex")}`;
  const passwordSha256 = createHash("sha256").update(password).digest("hex");
  let client: MqttClient | undefined;
  try {
    client = await mqtt.connectAsync(
      url,
      {
        clientId: id,
        username: "join",
        password: code,
        protocolVersion: 4,
        reconnectPeriod: 0,
        connectTimeout: TIMEOUT_MS,
        ...(certificate !== undefined && trustOf([certificate])),
      },
      false,
    );
    const answer = Promise.withResolvers<Buffer>();
    client.once("message", (_topic, payload) => answer.resolve(payload));
    await client.subscribeAsync(topicOf(id, "claimed"), { qos: 1 });
    await client.publishAsync(topicOf(id, "claim"), JSON.stringify({ passwordSha256 }), { qos: 1 });
    const payload = await untilAborted(answer.promise, AbortSignal.timeout(TIMEOUT_MS));
    return claimedMessage.parse(JSON.parse(payload.toString("utf8")));
  } catch (error) {
    if (error instanceof ErrorWithReasonCode && error.code === NOT_AUTHORISED)
      throw new SettingsError(refusals.unknown, { cause: error });
    throw unreachable(url, error);
  } finally {
    await client?.endAsync(true).catch(() => undefined);
  }
}
