import * as contract from "@verandah/contract/gateways/gateways.ts";
import type { MqttAddress } from "@verandah/contract/gateways/gateways.ts";
import * as scans from "@verandah/contract/gateways/scans.ts";
import type { FastifyInstance } from "fastify";

import { type Exchange, mount } from "#core/mount.ts";
import type { BrokerCertificate } from "#core/mqtt/public-address.ts";

/**
 * Loaded at the first call: the schemas of all protocols, a reader of YAML and the rules of suggestions take 3 MB, which most servers never
 * need.
 */
const load = {
  gateways: () => import("./gateways.service.ts"),
  devices: () => import("./gateway-devices.service.ts"),
  sensors: () => import("./mqtt-sensors.service.ts"),
  profiles: () => import("./profiles.service.ts"),
  found: () => import("./scans.service.ts"),
  files: () => import("./found-files.service.ts"),
};

interface Parts {
  mqttAddress: (host: string) => MqttAddress;
  certificates: readonly BrokerCertificate[];
}

export function gatewayRoutes(app: FastifyInstance, { mqttAddress, certificates }: Parts): void {
  const addressFor = ({ request }: Exchange) => mqttAddress(request.hostname);
  mount(app, contract.listGateways, async (ctx) => (await load.gateways()).listGateways(ctx, certificates));
  mount(app, contract.getGateway, async (ctx, input) =>
    (await load.gateways()).getGateway(ctx, input, certificates),
  );
  mount(app, contract.createGateway, async (ctx, input, call) =>
    (await load.gateways()).createGateway(ctx, input, addressFor(call)),
  );
  mount(app, contract.renewClaimCode, async (ctx, input, call) =>
    (await load.gateways()).renewClaimCode(ctx, input, addressFor(call)),
  );
  mount(app, contract.editGateway, async (ctx, input) => (await load.gateways()).editGateway(ctx, input));
  mount(app, contract.removeGateway, async (ctx, input) => (await load.gateways()).removeGateway(ctx, input));
  mount(app, contract.restoreGateway, async (ctx, input) =>
    (await load.gateways()).restoreGateway(ctx, input),
  );
  mount(app, contract.addGatewayDevice, async (ctx, input) =>
    (await load.devices()).addGatewayDevice(ctx, input),
  );
  mount(app, contract.editGatewayDevice, async (ctx, input) =>
    (await load.devices()).editGatewayDevice(ctx, input),
  );
  mount(app, contract.importGatewayFile, async (ctx, input) =>
    (await load.devices()).importGatewayFile(ctx, input),
  );
  mount(app, scans.startScan, async (ctx, input) => (await load.found()).startScan(ctx, input));
  mount(app, scans.stopScan, async (ctx, input) => (await load.found()).stopScan(ctx, input));
  mount(app, scans.listFound, async (ctx, input) => (await load.found()).listFound(ctx, input));
  mount(app, scans.listFoundPoints, async (ctx, input) => (await load.found()).listFoundPoints(ctx, input));
  mount(app, scans.addFoundFile, async (ctx, input) => (await load.files()).addFoundFile(ctx, input), {
    bodyMaxBytes: 2 * scans.FOUND_FILE_MAX_BYTES,
  });
  mount(app, scans.addFound, async (ctx, input) => (await load.found()).addFound(ctx, input));
  mount(app, contract.listProfiles, async (ctx, input) => (await load.profiles()).listProfiles(ctx, input));
  mount(app, contract.getProfile, async (ctx, input) => (await load.profiles()).getProfile(ctx, input));
  mount(app, contract.saveProfile, async (ctx, input) => (await load.profiles()).saveProfile(ctx, input));
  mount(app, contract.removeProfile, async (ctx, input) => (await load.profiles()).removeProfile(ctx, input));
  mount(app, contract.listSensors, async (ctx, input) => (await load.sensors()).listSensors(ctx, input));
  mount(app, contract.addSensor, async (ctx, input, call) =>
    (await load.sensors()).addSensor(ctx, input, addressFor(call)),
  );
  mount(app, contract.renewSensorPassword, async (ctx, input, call) =>
    (await load.sensors()).renewSensorPassword(ctx, input, addressFor(call)),
  );
}
