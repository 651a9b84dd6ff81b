import { type KnownDevice, privacySecretOf } from "../../kinds/all-kinds.ts";
import { type DeviceOf, devicesOn, type FieldContext, HOST, type ProtocolField } from "../protocol-field.ts";
import { startUpsAgent, type UpsAccess, type UpsAgent } from "./ups-agent.ts";

const FIRST_PORT = 47_801;

function accessOf({ ssid, wire }: DeviceOf<"snmp">, context: FieldContext): UpsAccess {
  if (wire.version === "2c") return { version: "2c", community: context.passwordOf(ssid) };
  return {
    version: "3",
    user: ssid,
    authKey: context.passwordOf(ssid),
    privKey: context.passwordOf(privacySecretOf(ssid)),
  };
}

/** Starts an SNMP agent for each UPS. */
export async function startSnmpField(
  devices: readonly KnownDevice[],
  context: FieldContext,
): Promise<ProtocolField> {
  const models = devicesOn(devices, "snmp");
  const agents = new Map<string, UpsAgent>();
  const shown = (ssid: string) => ({ ...context.measure(ssid), ...context.instead(ssid) });
  for (const [index, device] of models.entries())
    agents.set(
      device.ssid,
      await startUpsAgent({
        name: device.name,
        host: HOST,
        preferredPort: context.portFor(device.ssid, FIRST_PORT, index),
        access: accessOf(device, context),
        measure: () => shown(device.ssid),
        isSilent: () => context.isSilent(device.ssid),
        ignoresWrites: () => context.ignoresWrites(device.ssid),
        now: context.now,
      }),
    );

  return {
    insightOf: (ssid) => (agents.has(ssid) ? { shown: shown(ssid) } : undefined),
    commandsOf: (ssid) => agents.get(ssid)?.commands(),
    refresh() {},
    ports: () => Object.fromEntries([...agents].map(([ssid, agent]) => [ssid, agent.port])),
    slots: () => ({}),
    gatewayEntries: () =>
      models.flatMap((device) => {
        const agent = agents.get(device.ssid);
        if (!agent) return [];
        const entry = {
          ssid: device.ssid,
          address: agent.address,
          driver: "snmp",
          profile: device.wire.profile,
          intervalMs: device.kind.points[0]?.intervalMs ?? 0,
          ...accessOf(device, context),
          ...(device.wire.version === "2c" && { writeCommunity: context.passwordOf(device.ssid) }),
        };
        return [{ gateway: device.edge, entry }];
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all([...agents.values()].map((agent) => agent[Symbol.asyncDispose]()));
    },
  };
}
