import { msg, type Text } from "@verandah/texts/msg.ts";

/** A field of a device in the settings of its gateway. */
export interface ProtocolField {
  readonly name: string;
  readonly label: Text;
  /** Secrets are written only: no reply has them. */
  readonly kind?: "text" | "number" | "secret" | "choice";
  readonly options?: readonly string[];
  readonly isRequired?: boolean;
  readonly example?: string;
}

const user = { name: "user", label: msg`Username` };
const password = { name: "password", label: msg`Password`, kind: "secret" } as const;
const address = (example: string) => ({
  name: "address",
  label: msg`Address`,
  isRequired: true,
  example,
});

/** How a gateway reaches a device, by protocol. A test compares them with the schemas of the field. */
export const protocolFields: Readonly<Record<string, readonly ProtocolField[]>> = {
  bacnet: [
    address("192.168.1.20:47808"),
    { name: "instance", label: msg`Device instance`, kind: "number", isRequired: true },
  ],
  modbus: [address("192.168.1.21:502"), { name: "unitId", label: msg`Unit id`, kind: "number" }],
  snmp: [
    address("192.168.1.22:161"),
    {
      name: "version",
      label: msg`SNMP version`,
      kind: "choice",
      options: ["1", "2c", "3"],
      isRequired: true,
    },
    { name: "community", label: msg`Community`, kind: "secret" },
    { name: "writeCommunity", label: msg`Community for writing`, kind: "secret" },
    user,
    {
      name: "authProtocol",
      label: msg`Authentication`,
      kind: "choice",
      options: ["md5", "sha", "sha224", "sha256", "sha384", "sha512"],
    },
    { name: "authKey", label: msg`Authentication passphrase`, kind: "secret" },
    {
      name: "privProtocol",
      label: msg`Encryption`,
      kind: "choice",
      options: ["des", "aes", "aes256b", "aes256r"],
    },
    { name: "privKey", label: msg`Encryption passphrase`, kind: "secret" },
  ],
  nut: [
    address("192.168.1.23:3493"),
    { name: "ups", label: msg`Name of the UPS`, isRequired: true, example: "ups1" },
    user,
    password,
  ],
  http: [
    { name: "url", label: msg`Address`, isRequired: true, example: "http://192.168.1.24" },
    { name: "path", label: msg`Path`, example: "/status" },
    user,
    password,
    { name: "token", label: msg`Token`, kind: "secret" },
  ],
  mqtt: [
    { name: "topic", label: msg`Topic`, example: "zigbee2mqtt/kitchen" },
    { name: "staleMs", label: msg`Offline after silence, ms`, kind: "number" },
  ],
};

/** Protocols as people write them. */
export const protocolNames: Readonly<Record<string, string>> = {
  bacnet: "BACnet",
  modbus: "Modbus",
  snmp: "SNMP",
  nut: "NUT",
  http: "HTTP",
  mqtt: "MQTT",
};
