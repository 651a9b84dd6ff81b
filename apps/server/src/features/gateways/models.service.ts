import { createHash } from "node:crypto";

import type { GatewayModelInput, ModelMessage } from "@verandah/field/gateway-model.ts";
import type { CertificatesMessage, HeldOverride, StatusMessage } from "@verandah/field/payloads.ts";
import { MQTT_STALE_MS, polling, writtenProfile } from "@verandah/field/protocols/fields.ts";

import { createBatches } from "#core/batches.ts";
import { type Ctx, publishChange } from "#core/ctx.ts";
import type { BrokerCertificate } from "#core/mqtt/public-address.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";

import * as repository from "./gateways.repository.ts";

/** How often a gateway with some settings polls a device that has no interval of its own, ms. */
export const pollMsOf = (settings: Record<string, object>): number =>
  polling.parse(settings["polling"]).intervalMs;

/** In what time a device behind a gateway sends a value, ms: it is polled, or it sends by itself and is offline after three times this time. */
export const measuresMsOf = (
  {
    protocol,
    address,
    intervalMs,
  }: { protocol: string; address: Record<string, unknown>; intervalMs: number | null },
  pollMs: number,
): number => {
  const { staleMs } = address;
  if (intervalMs !== null) return intervalMs;
  if (protocol !== "mqtt") return pollMs;
  return Math.round((typeof staleMs === "number" ? staleMs : MQTT_STALE_MS) / 3);
};

/** The models of the gateways of a campus, or of those with some ids, by their ids. Gateways that run from files have none. */
export async function buildModels(
  ctx: Ctx,
  where: Parameters<typeof repository.listModelSettings>[1],
): Promise<Map<number, ModelMessage>> {
  const edges = await repository.listModelSettings(ctx.db, where);
  const campusIds = [...new Set(edges.map(({ campusId }) => campusId))];
  const devices = await repository.listDevices(
    ctx.db,
    edges.map(({ id }) => id),
  );
  const profiles = await repository.listProfiles(ctx.db, campusIds);
  const typesOf = new Map(
    await Promise.all(campusIds.map(async (id) => [id, await listTypesOf(ctx, id)] as const)),
  );
  const { parse } = await import("yaml");
  const devicesOf = Map.groupBy(devices, ({ edgeId }) => edgeId);
  return new Map(
    edges.map(({ id, campusId, settings }) => {
      const all = devicesOf.get(id) ?? [];
      const own = all.filter(({ protocol }) => protocol !== null);
      const used = new Set(own.map(({ profile }) => profile));
      const names = new Set(all.map(({ type }) => type));
      const model = {
        ...settings,
        types: (typesOf.get(campusId) ?? []).filter(({ type }) => names.has(type)),
        profiles: Object.fromEntries(
          profiles.flatMap(({ name, yaml, ...profile }) =>
            profile.campusId === campusId && used.has(name)
              ? [[name, writtenProfile.parse(parse(yaml))]]
              : [],
          ),
        ),
        devices: own.map(({ ssid, protocol, profile, intervalMs, address }) => ({
          ...address,
          ssid,
          driver: protocol,
          profile,
          ...(intervalMs !== null && { intervalMs }),
        })),
      };
      const version = createHash("sha256").update(JSON.stringify(model)).digest("hex").slice(0, 16);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part was checked when it was stored
      return [id, { version, model: model as GatewayModelInput }] as const;
    }),
  );
}

interface Connected {
  id: number;
  ssid: string;
  campusId: number;
}

/** Sends models to the gateways that are connected to this process. */
export interface ModelSender {
  /** A gateway reports the model that it has. */
  report: (edge: Connected, model: NonNullable<StatusMessage["model"]>) => Promise<void>;
  /** The models of a campus may have changed; without one, of all. */
  refresh: (campusId: number | undefined) => Promise<void>;
}

interface SenderParts {
  /** Returns false when the gateway is not connected. */
  send: (ssid: string, message: ModelMessage) => boolean;
  /** That a gateway has to accept, unless it trusts authorities only. */
  certificates: readonly BrokerCertificate[];
  sendCertificates: (ssid: string, message: CertificatesMessage) => boolean;
  /** Values in force with an end behind a gateway. */
  listTimedOverrides: (edgeId: number) => Promise<HeldOverride[]>;
}

export function createModelSender(
  ctx: Ctx,
  { send, certificates, sendCertificates, listTimedOverrides }: SenderParts,
): ModelSender {
  const accepted = certificates.map(({ sha256 }) => sha256).join();
  /** What each gateway has, was sent, or has refused. */
  const known = new Map<number, Connected & { versions: Set<string> }>();

  async function sendTo(gateways: readonly number[]): Promise<void> {
    for (const [id, message] of await buildModels(ctx, { ids: gateways })) {
      const gateway = known.get(id);
      if (!gateway || gateway.versions.has(message.version)) continue;
      const isWithout = gateway.versions.has("");
      // Before anything is awaited, so that another change does not send the same version.
      gateway.versions = new Set([message.version]);
      // One without a model replaces a lost one, which may have written values with an end.
      const overrides = isWithout ? await listTimedOverrides(id) : [];
      // One that is not connected reports its version when it connects again.
      if (!send(gateway.ssid, { ...message, ...(overrides.length > 0 && { overrides }) })) known.delete(id);
    }
  }
  // Changes that follow each other closely need two loads.
  const refresh = createBatches<number, void>(Infinity, async (campuses) => {
    const wanted = new Set(campuses);
    const gateways = [...known.values()].filter(({ campusId }) => wanted.has(0) || wanted.has(campusId));
    if (gateways.length > 0) await sendTo(gateways.map(({ id }) => id));
    return () => undefined;
  });

  return {
    async report({ id, ssid, campusId }, { version, refused, trusted }) {
      if (trusted && accepted !== "" && trusted.join() !== accepted)
        sendCertificates(ssid, { certificates: certificates.map(({ pem }) => pem) });
      const changedIn = await repository.updateModelState(ctx.db, id, {
        version,
        refusedVersion: refused?.version ?? null,
        why: refused?.why ?? null,
        trusted: trusted ?? null,
      });
      if (changedIn !== undefined) publishChange(ctx, "gateways", { campusId: changedIn });
      known.set(id, {
        id,
        ssid,
        campusId,
        versions: new Set(refused ? [version, refused.version] : [version]),
      });
      await sendTo([id]);
    },
    refresh: (campusId) => refresh(campusId ?? 0),
  };
}
