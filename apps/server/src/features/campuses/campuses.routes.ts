import * as delays from "@verandah/contract/campuses/alarm-delays.ts";
import { addDevice as addDeviceRoute } from "@verandah/contract/campuses/campus-devices.ts";
import * as tree from "@verandah/contract/campuses/campus-tree.ts";
import * as contract from "@verandah/contract/campuses/campuses.ts";
import { saveLimits as saveLimitsRoute } from "@verandah/contract/campuses/limits-preview.ts";
import * as siteFile from "@verandah/contract/campuses/site-file.ts";
import * as energy from "@verandah/contract/energy/energy-settings.ts";
import type { FastifyInstance } from "fastify";

import { mount, sendFile } from "#core/mount.ts";

import { listAlarmDelays, saveAlarmDelays } from "./alarm-delays.service.ts";
import { addDevice } from "./campus-devices.service.ts";
import { addTreeItem } from "./campus-tree-additions.service.ts";
import { getCampusTree } from "./campus-tree.service.ts";
import { getEnergySettings, saveEnergySettings } from "./energy-settings.service.ts";
import * as limits from "./limits.service.ts";
import { exportSite, importOwnSite, previewSite } from "./site/site-file.service.ts";

export function campusRoutes(app: FastifyInstance): void {
  mount(app, tree.getCampusTree, getCampusTree);
  mount(app, tree.addTreeItem, addTreeItem);
  mount(app, addDeviceRoute, addDevice);
  mount(app, contract.getConfiguration, limits.getConfiguration);
  mount(app, contract.saveConfiguration, limits.saveConfiguration);
  mount(app, contract.getPlaceConfiguration, limits.getPlaceConfiguration);
  mount(app, contract.savePlaceConfiguration, limits.savePlaceConfiguration);
  mount(app, contract.getAlarmSettings, limits.getAlarmSettings);
  mount(app, contract.saveAlarmSettings, limits.saveAlarmSettings);
  mount(app, saveLimitsRoute, limits.saveLimits);
  mount(app, delays.listAlarmDelays, listAlarmDelays);
  mount(app, delays.saveAlarmDelays, saveAlarmDelays);
  mount(app, energy.getEnergySettings, getEnergySettings);
  mount(app, energy.saveEnergySettings, saveEnergySettings);
  const bodyMaxBytes = siteFile.SITE_FILE_MAX_BYTES;
  mount(app, siteFile.importSiteFile, importOwnSite, { bodyMaxBytes });
  mount(app, siteFile.previewSite, previewSite, { bodyMaxBytes });
  mount(
    app,
    siteFile.exportSite,
    async (ctx, input, exchange) => sendFile(exchange, await exportSite(ctx, input)),
    { isStream: true },
  );
}
