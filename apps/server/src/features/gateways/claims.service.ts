import { createHash, randomInt } from "node:crypto";

import type { GatewayClaim, MqttAddress } from "@verandah/contract/gateways/gateways.ts";
import { claimMessage, type ClaimedMessage } from "@verandah/field/payloads.ts";

import { campusCtx, type Ctx, inTransaction, publishChange } from "#core/ctx.ts";
import { FAILURES_PERIOD_MS, NAME_FAILURES_MAX } from "#core/mqtt/login-limit.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { countCall } from "#features/auth/call-limits.service.ts";
import { endEdgeSession, wrongOf } from "#features/devices/edge-sessions.service.ts";

import * as repository from "./claims.repository.ts";

/** Without characters that are easily confused when a person reads them aloud: 0 and O, 1 and I. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** 60 bits. */
const LENGTH = 12;
const GROUP = 4;
const VALID_MS = 15 * 60_000;
/** Guesses of all addresses in a period. Further codes are refused until the period ends. */
const GUESSES_MAX = 300;
const ALL_GUESSES = "mqtt join";

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");
/** Case, spaces and hyphens do not count. */
const codeSha256 = (code: string) => sha256Of(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ""));

/** Makes a claim code of a gateway, which replaces an earlier one. Joins the caller's transaction. */
export async function createClaim(ctx: Ctx, id: number, address: MqttAddress): Promise<GatewayClaim> {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const code = (characters.match(new RegExp(`.{${GROUP}}`, "g")) ?? []).join("-");
  const expiresAt = new Date(ctx.now().getTime() + VALID_MS);
  await repository.upsertCode(ctx.db, { edgeId: id, codeSha256: codeSha256(code), expiresAt });
  return { id, code, expiresAt: expiresAt.toISOString(), address };
}

/** The part of the broker for clients that join with a claim code. */
export function createJoining(ctx: Ctx) {
  return {
    /** Whether a claim code exists, also an old one, whose client gets the reason. Counts a wrong one for all processes. */
    async isCode(code: string, name: string, address: string): Promise<boolean> {
      const limits = [
        { key: wrongOf(name, address), max: NAME_FAILURES_MAX },
        { key: ALL_GUESSES, max: GUESSES_MAX },
      ];
      if (await repository.isCode(ctx.db, codeSha256(code), limits, ctx.now())) return true;
      await countCall(ctx, ALL_GUESSES, { max: GUESSES_MAX, windowMs: FAILURES_PERIOD_MS });
      return false;
    },
    claim: (code: string, address: string, payload: unknown) => claimGateway(ctx, code, address, payload),
  };
}

/** Gives a gateway its password. The same claim again has the same answer. @returns undefined for an invalid message */
async function claimGateway(
  ctx: Ctx,
  code: string,
  address: string,
  payload: unknown,
): Promise<ClaimedMessage | undefined> {
  const parsed = claimMessage.safeParse(payload);
  if (!parsed.success) return undefined;
  const { passwordSha256 } = parsed.data;
  const now = ctx.now();
  return inTransaction(ctx, async (inner) => {
    const claim = await repository.findCodeForUpdate(inner.db, codeSha256(code));
    if (!claim) return { state: "refused", why: "unknown" };
    const { edgeId, campusId, ssid, name } = claim;
    if (claim.usedAt && claim.passwordSha256 !== passwordSha256) return { state: "refused", why: "used" };
    if (claim.expiresAt <= now) return { state: "refused", why: "expired" };
    const joined = { state: "joined", ssid, name } as const;
    if (claim.usedAt) return joined;
    await repository.updateJoined(inner.db, { edgeId, passwordSha256, at: now });
    await endEdgeSession(inner, edgeId, ssid);
    await recordAudit(
      { ...campusCtx(inner, campusId, name), address },
      { action: "join-gateway", target: `gateway:${ssid}` },
    );
    publishChange(inner, "gateways", { campusId });
    return joined;
  });
}
