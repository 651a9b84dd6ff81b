import type { Fault } from "../faults/fault-kinds.ts";
import type { KnownDevice } from "../kinds/all-kinds.ts";
import type { Wire } from "../kinds/device-kind.ts";
import type { Values } from "../physics/measured.ts";
import type { Commands } from "../physics/surroundings/influence.ts";

export type DeviceOf<P extends Wire["protocol"]> = KnownDevice & { wire: Wire & { protocol: P } };

export function devicesOn<P extends Wire["protocol"]>(
  devices: readonly KnownDevice[],
  protocol: P,
): DeviceOf<P>[] {
  const isSpeaker = (device: KnownDevice): device is DeviceOf<P> => device.wire.protocol === protocol;
  return devices.filter(isSpeaker);
}

/** Input of the devices of each protocol. */
export interface FieldContext {
  now: () => number;
  /** A device's measurements, without faults of the device. */
  measure: (ssid: string) => Values;
  /** Values that a fault shows instead. */
  instead: (ssid: string) => Values;
  /** It has no power, or a fault makes it silent. */
  isSilent: (ssid: string) => boolean;
  ignoresWrites: (ssid: string) => boolean;
  /** The faults of a device. */
  faultsOf: (ssid: string) => readonly Fault[];
  /** Identifies the latest restart of a device; undefined when it has not restarted. */
  restartOf: (ssid: string) => string | undefined;
  /** The secret of an edge or device. @throws Error when there is none */
  passwordOf: (ssid: string) => string;
  /** Priority arrays that a device had before. */
  slotsOf: (ssid: string) => Record<string, (number | null)[]>;
  /** Called after a write that must be stored. */
  onWritten: () => void;
  /** The port of a device or server in the last run, otherwise the n-th port of the protocol's range; 0 for any. */
  portFor: (name: string, first: number, index: number) => number;
}

/** Internal state of a device, for tests and the control port. */
export interface DeviceInsight {
  /** Its shown values. */
  shown: Values;
  slots?: Record<string, (number | null)[]>;
  /** Unacknowledged messages, for a device that stores them. */
  pending?: number;
}

/** All devices with one protocol. */
export interface ProtocolField extends AsyncDisposable {
  insightOf(ssid: string): DeviceInsight | undefined;
  commandsOf(ssid: string): Commands | undefined;
  /** Called after each step of the physics and each change of the faults. */
  refresh(): void;
  /** Ports by device or server, which the next run uses again. */
  ports(): Record<string, number>;
  /** Priority arrays by device, for the next run. */
  slots(): Record<string, Record<string, (number | null)[]>>;
  /** Entries for the settings of the gateways that these devices are behind. */
  gatewayEntries(): { gateway: string; entry: GatewayEntry }[];
}

/** A device in a gateway's settings. */
export type GatewayEntry = { ssid: string; driver: string; profile: string; address: string } & Record<
  string,
  string | number
>;

export const HOST = "127.0.0.1";
