import type { KnownDevice } from "../../kinds/all-kinds.ts";
import { devicesOn, type FieldContext, HOST, type ProtocolField } from "../protocol-field.ts";
import { type BacnetUnit, startBacnetUnit } from "./bacnet-unit.ts";

const FIRST_PORT = 47_901;

/** Starts every BACnet/IP unit among the devices. */
export async function startBacnetField(
  devices: readonly KnownDevice[],
  context: FieldContext,
): Promise<ProtocolField> {
  const models = devicesOn(devices, "bacnet");
  const units = new Map<string, BacnetUnit>();
  const restarts = new Map<string, string | undefined>();
  for (const [index, { ssid, name, wire }] of models.entries())
    units.set(
      ssid,
      await startBacnetUnit({
        instance: wire.instance,
        name,
        model: wire.model,
        objects: wire.objects,
        host: HOST,
        preferredPort: context.portFor(ssid, FIRST_PORT, index),
        measure: () => context.measure(ssid),
        isSilent: () => context.isSilent(ssid),
        ignoresWrites: () => context.ignoresWrites(ssid),
        forced: () => context.instead(ssid),
        slots: context.slotsOf(ssid),
        onCommanded: context.onWritten,
        now: context.now,
      }),
    );

  return {
    insightOf(ssid) {
      const unit = units.get(ssid);
      return unit && { shown: unit.presentValues(), slots: unit.slots() };
    },
    commandsOf: (ssid) => units.get(ssid)?.commands(),
    refresh() {
      for (const [ssid, unit] of units) {
        const restart = context.restartOf(ssid);
        if (restart !== undefined && restarts.get(ssid) !== restart) unit.restart();
        restarts.set(ssid, restart);
        unit.notify();
      }
    },
    ports: () => Object.fromEntries([...units].map(([ssid, unit]) => [ssid, unit.port])),
    slots: () => Object.fromEntries([...units].map(([ssid, unit]) => [ssid, unit.slots()])),
    gatewayEntries: () =>
      models.flatMap(({ ssid, edge, wire }) => {
        const unit = units.get(ssid);
        const entry = unit && {
          ssid,
          address: unit.address,
          instance: unit.instance,
          driver: "bacnet",
          profile: wire.profile,
        };
        return entry ? [{ gateway: edge, entry }] : [];
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all([...units.values()].map((unit) => unit[Symbol.asyncDispose]()));
    },
  };
}
