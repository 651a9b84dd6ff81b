import { X509Certificate } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { sha256Of } from "@verandah/field/edge-link.ts";
import { modelMessage } from "@verandah/field/gateway-model.ts";
import { ssid } from "@verandah/field/identifiers.ts";
import { certificatesMessage, type HeldOverride, type StatusMessage } from "@verandah/field/payloads.ts";
import { z } from "zod";

import { type GatewaySettings, gatewaySettings } from "../settings.ts";
import { SettingsError } from "../yaml-file.ts";

const JOINED_FILE = "joined.json";
const MODEL_FILE = "model.json";

/** What a gateway keeps of the server that it has joined. */
const joinedFile = z.object({
  url: z.string(),
  ssid,
  password: z.string().min(1),
  /** The server's certificates in PEM, which the gateway trusts as they are; in files of older gateways it is one. */
  certificate: z.union([z.string(), z.array(z.string())]).optional(),
});
export type JoinedFile = z.output<typeof joinedFile>;

/** Writes a file that only its owner reads. After a power failure either the old or the new one is complete. */
export function writeOwnFile(folder: string, name: string, content: unknown): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600, flush: true });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
}

export const writeJoined = (folder: string, joined: JoinedFile) => writeOwnFile(folder, JOINED_FILE, joined);

/** @returns undefined for a folder of no gateway @throws SettingsError for a damaged file */
export function readJoined(folder: string): JoinedFile | undefined {
  return readOwnFile(folder, JOINED_FILE, joinedFile);
}

export function readOwnFile<T extends z.ZodType>(
  folder: string,
  name: string,
  schema: T,
): z.output<T> | undefined {
  const file = join(folder, name);
  if (!existsSync(file)) return undefined;
  let raw: unknown;
  try {
    raw = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new SettingsError(`Cannot read ${file}: ${String(error)}`, { cause: error });
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new SettingsError(`Wrong ${file}:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

type ModelState = NonNullable<StatusMessage["model"]>;
/** The message as it was sent; the gateway's own schema reads `model`. */
const sentModel = modelMessage.extend({ model: z.record(z.string(), z.unknown()) });
const sentVersion = z.object({ version: modelMessage.shape.version });

/** The part of the site model that a gateway gets from its server, with its copy on disk. */
export class JoinedModel {
  #joined: JoinedFile;
  readonly #folder: string;
  readonly #own: Pick<GatewaySettings, "ssid" | "dataDir" | "uplink">;
  #state: ModelState = { version: "" };

  constructor(folder: string, joined: JoinedFile) {
    const { url, ssid: name, password } = joined;
    this.#folder = folder;
    this.#joined = joined;
    const uplink = { url, password };
    this.#own = gatewaySettings.parse({ ssid: name, dataDir: folder, uplink, devices: [] });
  }

  get state(): ModelState {
    const trusted = this.trusted.map((pem) => sha256Of(new X509Certificate(pem)));
    return { ...this.#state, ...(trusted.length > 0 && { trusted }) };
  }

  /** The certificates of the server that the gateway accepts beside those of authorities. */
  get trusted(): readonly string[] {
    return [this.#joined.certificate ?? []].flat();
  }

  /**
   * Accepts the certificates that the server names, so that its next one needs no visit. The message comes over a connection with an accepted
   * certificate. A gateway that trusts authorities only stays so.
   *
   * @throws Error for a wrong message
   */
  trust(payload: Buffer): void {
    const { certificates } = parse(payload, certificatesMessage);
    if (this.trusted.length === 0) return;
    for (const pem of certificates) new X509Certificate(pem).toString();
    const next = { ...this.#joined, certificate: certificates };
    writeJoined(this.#folder, next);
    this.#joined = next;
  }

  /**
   * The settings that the copy gives: no devices without one. A copy that this version does not accept counts as none, and the server sends
   * the model again.
   *
   * @param onWrong gets the reason for a copy that cannot be used
   */
  begin(onWrong: (why: string) => void): GatewaySettings {
    try {
      const kept = readOwnFile(this.#folder, MODEL_FILE, sentModel);
      if (kept) {
        const settings = this.#settingsOf(kept.model);
        this.#state = { version: kept.version };
        return settings;
      }
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      onWrong(error.message);
    }
    return this.#settingsOf({ devices: [] });
  }

  /** @returns undefined for the model in force @throws SettingsError for a model that cannot be used */
  read(
    payload: Buffer,
  ): { settings: GatewaySettings; overrides: readonly HeldOverride[]; keep: () => void } | undefined {
    const { overrides = [], ...message } = parse(payload, sentModel);
    if (message.version === this.#state.version && !this.#state.refused) return undefined;
    const settings = this.#settingsOf(message.model);
    return {
      settings,
      overrides,
      keep: () => {
        writeOwnFile(this.#folder, MODEL_FILE, message);
        this.#state = { version: message.version };
      },
    };
  }

  /** The model in force goes on, and the server learns why. */
  refuse(payload: Buffer, why: string): void {
    const { version } = parse(payload, sentVersion);
    this.#state = { version: this.#state.version, refused: { version, why: why.slice(0, 2_000) } };
  }

  #settingsOf(model: Record<string, unknown>): GatewaySettings {
    const { ssid: name, dataDir, uplink } = this.#own;
    const parsed = gatewaySettings.safeParse({ ...model, ssid: name, dataDir, uplink });
    if (!parsed.success) throw new SettingsError(z.prettifyError(parsed.error));
    return parsed.data;
  }
}

function parse<T extends z.ZodType>(payload: Buffer, schema: T): z.output<T> {
  let raw: unknown;
  try {
    raw = JSON.parse(payload.toString("utf8"));
  } catch (error) {
    throw new SettingsError("The message is not JSON", { cause: error });
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new SettingsError(z.prettifyError(parsed.error));
  return parsed.data;
}
