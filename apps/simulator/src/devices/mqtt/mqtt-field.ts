import type { KnownDevice } from "../../kinds/all-kinds.ts";
import type { Edge } from "../../kinds/device-kind.ts";
import type { Values } from "../../physics/measured.ts";
import { chance, seedOf } from "../../physics/surroundings/noise.ts";
import { CommandSlots } from "../command-slots.ts";
import { type DeviceOf, devicesOn, type FieldContext, type ProtocolField } from "../protocol-field.ts";
import { type EdgeCondition, type MqttEdge, startMqttEdge } from "./mqtt-edge.ts";

export interface MqttFieldOptions {
  edges: readonly Edge[];
  url: string;
  /** In place of each device's own interval, ms. */
  intervalMs?: number | undefined;
  /** State of an edge, from its faults and its power. */
  conditionOf: (edge: string, devices: readonly KnownDevice[]) => EdgeCondition;
  /** Error of an edge's clock, ms. */
  clockErrorMs: (edge: string) => number;
}

/** Starts every MQTT edge that sends values of one of the devices. */
export function startMqttField(
  devices: readonly KnownDevice[],
  context: FieldContext,
  options: MqttFieldOptions,
): ProtocolField {
  const byEdge = Map.groupBy(devicesOn(devices, "mqtt"), (device) => device.edge);
  const slots = new Map<string, CommandSlots>();
  const edgeOf = new Map<string, MqttEdge>();
  const edges: { ssid: string; edge: MqttEdge; devices: readonly DeviceOf<"mqtt">[] }[] = [];
  const shownBy = new Map<string, () => Values>();

  for (const { ssid: edgeSsid, kind } of options.edges) {
    const own = byEdge.get(edgeSsid);
    const wire = own?.[0]?.wire;
    if (!own || !wire) continue;
    const edge = startMqttEdge({
      ssid: edgeSsid,
      password: context.passwordOf(edgeSsid),
      url: options.url,
      devices: own.map((device) => edgeDevice(device)),
      intervalMs: options.intervalMs ?? wire.intervalMs,
      phase: chance(seedOf(edgeSsid), 0),
      software: `${own[0]?.kind.type.toLowerCase()} 1.0`,
      isGateway: kind === "gateway",
      reportsChanges: wire.reportsChanges ?? false,
      now: () => context.now() + options.clockErrorMs(edgeSsid),
      onWritten: context.onWritten,
    });
    edges.push({ ssid: edgeSsid, edge, devices: own });
    for (const device of own) edgeOf.set(device.ssid, edge);
  }

  function edgeDevice({ ssid, kind, wire, edge, complaints }: DeviceOf<"mqtt">) {
    const commanded = kind.points.filter((point) => point.kind !== "reading").map((point) => point.paramId);
    const held = commanded.length > 0 ? new CommandSlots(commanded, context.slotsOf(ssid)) : undefined;
    if (held) slots.set(ssid, held);
    // A command is stored at once, and the physics uses it at the next step.
    const values = () => ({ ...context.measure(ssid), ...held?.inForce(), ...context.instead(ssid) });
    shownBy.set(ssid, values);
    return {
      ssid,
      points: kind.points,
      values,
      ...(complaints && { complaints }),
      ...(held && { slots: held }),
      // A device that is its own edge fails as a whole.
      ...(edge !== ssid && { isSilent: () => context.isSilent(ssid) }),
      ignoresWrites: () => context.ignoresWrites(ssid),
      onWrite: wire.onWrite,
    };
  }

  return {
    insightOf(ssid) {
      const edge = edgeOf.get(ssid);
      const held = slots.get(ssid);
      const shown = shownBy.get(ssid)?.() ?? {};
      return edge && { shown, pending: edge.pending, ...(held && { slots: held.all() }) };
    },
    commandsOf: (ssid) => slots.get(ssid)?.inForce(),
    refresh() {
      for (const { ssid, edge, devices: own } of edges) {
        edge.become(options.conditionOf(ssid, own));
        edge.refresh();
      }
    },
    ports: () => ({}),
    slots: () => Object.fromEntries([...slots].map(([ssid, held]) => [ssid, held.all()])),
    gatewayEntries: () => [],
    async [Symbol.asyncDispose]() {
      await Promise.all(edges.map(({ edge }) => edge.close()));
    },
  };
}
