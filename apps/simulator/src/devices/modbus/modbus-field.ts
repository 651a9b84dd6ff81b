import type { KnownDevice } from "../../kinds/all-kinds.ts";
import { type DeviceOf, devicesOn, type FieldContext, HOST, type ProtocolField } from "../protocol-field.ts";
import { type MeterServer, startMeterServer } from "./meter-server.ts";

const FIRST_PORT = 47_701;

/** Starts a Modbus TCP server for each group of meters. */
export async function startModbusField(
  devices: readonly KnownDevice[],
  context: FieldContext,
): Promise<ProtocolField> {
  const byServer = Map.groupBy(devicesOn(devices, "modbus"), (device) => device.wire.server);
  const servers = new Map<string, { server: MeterServer; meters: DeviceOf<"modbus">[] }>();
  const shown = (ssid: string) => ({ ...context.measure(ssid), ...context.instead(ssid) });
  for (const [index, [name, meters]] of [...byServer].entries())
    servers.set(name, {
      meters,
      server: await startMeterServer({
        host: HOST,
        preferredPort: context.portFor(name, FIRST_PORT, index),
        units: meters.map(({ ssid, wire }) => ({
          unitId: wire.unitId,
          measure: () => shown(ssid),
          isSilent: () => context.isSilent(ssid),
          ignoresWrites: () => context.ignoresWrites(ssid),
        })),
      }),
    });
  const known = new Set([...byServer.values()].flat().map((meter) => meter.ssid));

  return {
    insightOf: (ssid) => (known.has(ssid) ? { shown: shown(ssid) } : undefined),
    commandsOf: () => undefined,
    refresh() {},
    ports: () => Object.fromEntries([...servers].map(([name, { server }]) => [name, server.port])),
    slots: () => ({}),
    gatewayEntries: () =>
      [...servers.values()].flatMap(({ server, meters }) =>
        meters.map(({ ssid, edge, wire, kind }) => ({
          gateway: edge,
          entry: {
            ssid,
            address: server.address,
            unitId: wire.unitId,
            driver: "modbus",
            profile: wire.profile,
            intervalMs: kind.points[0]?.intervalMs ?? 0,
          },
        })),
      ),
    async [Symbol.asyncDispose]() {
      await Promise.all([...servers.values()].map(({ server }) => server[Symbol.asyncDispose]()));
    },
  };
}
