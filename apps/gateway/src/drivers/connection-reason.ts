import type { OfflineReason } from "./driver.ts";

const reasons: Readonly<Record<string, OfflineReason>> = {
  ECONNREFUSED: "connection-refused",
  ECONNRESET: "connection-lost",
  EHOSTUNREACH: "address-unreachable",
  ENETUNREACH: "address-unreachable",
  ENOTFOUND: "address-unreachable",
  EAI_AGAIN: "address-unreachable",
};

/** Why a TCP connection failed; any other error is a timeout. */
export function connectionReason(error: unknown): OfflineReason {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons[code] ?? "no-answer";
}
