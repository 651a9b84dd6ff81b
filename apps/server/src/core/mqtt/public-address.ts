import { X509Certificate } from "node:crypto";

import type { MqttAddress } from "@verandah/contract/gateways/gateways.ts";

import type { Settings } from "../settings.ts";

/** A certificate of the broker. Gateways accept the present one and the next one. */
export interface BrokerCertificate {
  pem: string;
  sha256: string;
  validUntil: Date;
}

/** The first certificate of a PEM text. */
export function certificateOf(text: string): BrokerCertificate {
  const certificate = new X509Certificate(text);
  return {
    pem: certificate.toString(),
    sha256: certificate.fingerprint256.replaceAll(":", "").toLowerCase(),
    validUntil: certificate.validToDate,
  };
}

/**
 * How clients elsewhere reach the broker: `MQTT_PUBLIC_URL`, or else the host by which browsers reach the server, with TLS when the broker
 * has it. Behind a proxy that passes connections on, the certificate is the broker's own.
 *
 * @param port of the listener without TLS
 * @returns the address for a client whose call named `host`
 */
export function createMqttAddress(
  settings: Pick<Settings, "MQTT_PUBLIC_URL" | "PUBLIC_URL" | "MQTT_TLS_LISTEN">,
  certificate: BrokerCertificate | undefined,
  port: number,
): (host: string) => MqttAddress {
  const { MQTT_PUBLIC_URL: given, PUBLIC_URL: publicUrl, MQTT_TLS_LISTEN: secure } = settings;
  return (host) => {
    const name = publicUrl ? new URL(publicUrl).hostname : host;
    const url = given ?? (secure ? `mqtts://${name}:${secure.port}` : `mqtt://${name}:${port}`);
    const isEncrypted = url.startsWith("mqtts:");
    return { url, fingerprint: (isEncrypted && certificate?.sha256) || null, isEncrypted };
  };
}
