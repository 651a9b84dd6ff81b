import * as contract from "@verandah/contract/gateways/gateways.ts";
import type { MqttAddress } from "@verandah/contract/gateways/gateways.ts";
import * as scans from "@verandah/contract/gateways/scans.ts";
import type { FastifyInstance } from "fastify";

import { type Exchange, mount } from "#core/mount.ts";
import type { BrokerCertificate } from "#core/mqtt/public-address.ts";

import { addFoundFile } from "./found-files.service.ts";
import { addGatewayDevice, editGatewayDevice, importGatewayFile } from "./gateway-devices.service.ts";
import {
  createGateway,
  editGateway,
  getGateway,
  listGateways,
  renewClaimCode,
  removeGateway,
  restoreGateway,
} from "./gateways.service.ts";
import { addSensor, listSensors, renewSensorPassword } from "./mqtt-sensors.service.ts";
import { getProfile, listProfiles, removeProfile, saveProfile } from "./profiles.service.ts";
import { addFound, listFound, listFoundPoints, startScan, stopScan } from "./scans.service.ts";

interface Parts {
  mqttAddress: (host: string) => MqttAddress;
  certificates: readonly BrokerCertificate[];
}

export function gatewayRoutes(app: FastifyInstance, { mqttAddress, certificates }: Parts): void {
  const addressFor = ({ request }: Exchange) => mqttAddress(request.hostname);
  mount(app, contract.listGateways, (ctx) => listGateways(ctx, certificates));
  mount(app, contract.getGateway, (ctx, input) => getGateway(ctx, input, certificates));
  mount(app, contract.createGateway, (ctx, input, call) => createGateway(ctx, input, addressFor(call)));
  mount(app, contract.renewClaimCode, (ctx, input, call) => renewClaimCode(ctx, input, addressFor(call)));
  mount(app, contract.editGateway, editGateway);
  mount(app, contract.removeGateway, removeGateway);
  mount(app, contract.restoreGateway, restoreGateway);
  mount(app, contract.addGatewayDevice, addGatewayDevice);
  mount(app, contract.editGatewayDevice, editGatewayDevice);
  mount(app, contract.importGatewayFile, importGatewayFile);
  mount(app, scans.startScan, startScan);
  mount(app, scans.stopScan, stopScan);
  mount(app, scans.listFound, listFound);
  mount(app, scans.listFoundPoints, listFoundPoints);
  mount(app, scans.addFoundFile, addFoundFile, { bodyMaxBytes: 2 * scans.FOUND_FILE_MAX_BYTES });
  mount(app, scans.addFound, addFound);
  mount(app, contract.listProfiles, listProfiles);
  mount(app, contract.getProfile, getProfile);
  mount(app, contract.saveProfile, saveProfile);
  mount(app, contract.removeProfile, removeProfile);
  mount(app, contract.listSensors, listSensors);
  mount(app, contract.addSensor, (ctx, input, call) => addSensor(ctx, input, addressFor(call)));
  mount(app, contract.renewSensorPassword, (ctx, input, call) =>
    renewSensorPassword(ctx, input, addressFor(call)),
  );
}
