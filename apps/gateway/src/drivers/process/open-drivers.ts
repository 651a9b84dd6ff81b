import type { Protocol } from "../../device-profile.ts";
import type { DeviceProfile } from "../../device-profile.ts";
import type { DeviceSettings, ProfiledDevice } from "../../device-settings.ts";
import type { ProtocolDrivers } from "../driver.ts";
import type { ProtocolSettings } from "./messages.ts";

type Devices = readonly { settings: DeviceSettings; profile: DeviceProfile }[];

function of<P extends Protocol>(protocol: P, devices: Devices): ProfiledDevice<P>[] {
  return devices.filter(
    (device): device is ProfiledDevice<P> & { settings: DeviceSettings; profile: DeviceProfile } =>
      device.settings.driver === protocol && device.profile.protocol === protocol,
  );
}

type Opener = (settings: ProtocolSettings, devices: Devices) => Promise<ProtocolDrivers>;

/** The one place that knows which protocols there are; each is loaded only where it is used. */
const openers: Record<Protocol, Opener> = {
  async bacnet({ host = "0.0.0.0", port = 0, requestTimeoutMs }, devices) {
    const { openBacnetDrivers } = await import("../bacnet/bacnet-drivers.ts");
    return openBacnetDrivers({ host, port, requestTimeoutMs }, of("bacnet", devices));
  },
  async modbus(settings, devices) {
    const { openModbusDrivers } = await import("../modbus/modbus-drivers.ts");
    return openModbusDrivers(settings, of("modbus", devices));
  },
  async snmp(settings, devices) {
    const { openSnmpDrivers } = await import("../snmp/snmp-drivers.ts");
    return openSnmpDrivers(settings, of("snmp", devices));
  },
  async nut(settings, devices) {
    const { openNutDrivers } = await import("../nut/nut-drivers.ts");
    return openNutDrivers(settings, of("nut", devices));
  },
};

/** Opens the drivers of one protocol. */
export function openDrivers(
  protocol: Protocol,
  settings: ProtocolSettings,
  devices: Devices,
): Promise<ProtocolDrivers> {
  return openers[protocol](settings, devices);
}
