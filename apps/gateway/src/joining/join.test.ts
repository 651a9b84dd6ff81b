import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { claimMessage, type ClaimedMessage } from "@verandah/field/payloads.ts";
import { addressCertificate, certificate } from "@verandah/field/testing/certificate.ts";
import { startTestBroker, type TestBroker } from "@verandah/simulator/testing/start-test-broker.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { expect, test, vi } from "vitest";

import { joinServer } from "./join.ts";
import { readJoined } from "./joined-gateway.ts";

const CODE = "K7PM-2QXR-9TDF";
const { fingerprint256 } = new X509Certificate(certificate.cert);

/** Answers the next claim. @returns the hash of the password that came with it */
async function answerClaim(broker: TestBroker, answer: ClaimedMessage): Promise<string> {
  const before = broker.published.length;
  const claim = await vi.waitFor(() => {
    const found = broker.published.slice(before).find(({ kind }) => kind === "claim");
    if (!found) throw new Error("No claim has come");
    return found;
  });
  broker.send(claim.edge, "claimed", JSON.stringify(answer));
  return claimMessage.parse(JSON.parse(claim.payload)).passwordSha256;
}

test("a gateway joins with a password of its own, which only its owner can read", async () => {
  using folder = temporaryFolder();
  await using broker = await startTestBroker(certificate);
  const options = { url: broker.url, code: CODE, fingerprint: fingerprint256, folder: folder.path };
  const [joined] = await Promise.all([
    joinServer(options),
    answerClaim(broker, { state: "joined", ssid: "GW-7", name: "Plant room" }),
  ]);
  expect(joined).toMatchObject({ url: broker.url, ssid: "GW-7" });
  expect(readJoined(folder.path)).toEqual(joined);
  expect(statSync(join(folder.path, "joined.json")).mode & 0o777).toBe(0o600);
  expect(broker.published.some(({ payload }) => payload.includes(joined.password))).toBe(false);
});

test("the same command after a lost answer sends the same password", async () => {
  using folder = temporaryFolder();
  await using broker = await startTestBroker();
  const options = { url: broker.url, code: CODE, folder: folder.path };
  const refused = { state: "refused", why: "expired" } as const;
  const [first, why] = await Promise.all([
    answerClaim(broker, refused),
    joinServer(options).catch((error: Error) => error.message),
  ]);
  expect(why).toContain("15 minutes");
  const [second] = await Promise.all([
    answerClaim(broker, { state: "joined", ssid: "GW-7", name: "Plant room" }),
    joinServer(options),
  ]);
  expect(second).toBe(first);
});

test("another certificate than that of the line is refused before the code is sent", async () => {
  using folder = temporaryFolder();
  await using broker = await startTestBroker(addressCertificate);
  const joining = joinServer({
    url: broker.url,
    code: CODE,
    fingerprint: fingerprint256,
    folder: folder.path,
  });
  await expect(joining).rejects.toThrow("is another one: its fingerprint is");
  expect(broker.clients()).toBe(0);
  expect(readJoined(folder.path)).toBeUndefined();
});

test("a certificate that this machine does not trust is refused without a fingerprint", async () => {
  using folder = temporaryFolder();
  await using broker = await startTestBroker(certificate);
  await expect(joinServer({ url: broker.url, code: CODE, folder: folder.path })).rejects.toThrow(
    "cannot be reached: self-signed certificate",
  );
});

test.each(["unknown", "expired", "used"] as const)("a code that is %s is refused in words", async (why) => {
  using folder = temporaryFolder();
  await using broker = await startTestBroker();
  const joining = joinServer({ url: broker.url, code: CODE, folder: folder.path });
  await Promise.all([
    answerClaim(broker, { state: "refused", why }),
    expect(joining).rejects.toThrow("Make a new one on the page of the gateway"),
  ]);
  expect(readJoined(folder.path)).toBeUndefined();
});

test("a folder of a gateway is kept, unless it gets a new password", async () => {
  using folder = temporaryFolder();
  await using broker = await startTestBroker();
  const options = { url: broker.url, code: CODE, folder: folder.path };
  const asGateway = (ssid: string) => answerClaim(broker, { state: "joined", ssid, name: ssid });
  const [before] = await Promise.all([joinServer(options), asGateway("GW-7")]);
  await expect(joinServer(options)).rejects.toThrow("is that of GW-7. Add --again");
  const other = joinServer({ ...options, code: "B", isAgain: true });
  await Promise.all([asGateway("GW-8"), expect(other).rejects.toThrow("The code is for GW-8")]);
  expect(readJoined(folder.path)).toEqual(before);
  const [renewed] = await Promise.all([
    joinServer({ ...options, code: "C", isAgain: true }),
    asGateway("GW-7"),
  ]);
  expect(renewed.password).not.toBe(before.password);
  expect(readFileSync(join(folder.path, "joined.json"), "utf8")).toContain(renewed.password);
});
