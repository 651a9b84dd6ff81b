import { StatusFlags } from "@bacnet-js/client";

import type { Fault } from "../../faults/fault-kinds.ts";
import type { KnownDevice } from "../../kinds/all-kinds.ts";
import { devicesOn, type FieldContext, HOST, type ProtocolField } from "../protocol-field.ts";
import { NORMAL, type ObjectStatus } from "./bacnet-properties.ts";
import { type BacnetUnit, startBacnetUnit } from "./bacnet-unit.ts";

const FIRST_PORT = 47_901;

/** What a controller with faults reports about its points. */
function statusesOf(faults: readonly Fault[]): Record<string, ObjectStatus> {
  return Object.fromEntries(
    faults.flatMap((fault): [string, ObjectStatus][] => {
      if (fault.kind === "point-faulty")
        return [[fault.param_id, { flags: [StatusFlags.FAULT], reliability: fault.value }]];
      if (fault.kind === "point-out-of-service")
        return [[fault.param_id, { ...NORMAL, flags: [StatusFlags.OUT_OF_SERVICE] }]];
      if (fault.kind === "point-overridden")
        return [[fault.param_id, { ...NORMAL, flags: [StatusFlags.OVERRIDDEN] }]];
      return [];
    }),
  );
}

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
        statuses: () => statusesOf(context.faultsOf(ssid)),
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
