import { roles } from "@verandah/contract/roles.ts";
import { expect, test } from "vitest";

import { screens } from "./screens.ts";

const letters = [
  [roles.operator, "O"],
  [roles.administrator, "A"],
  [roles.viewer, "V"],
  [roles.pumpCustomer, "P"],
  [roles.member, "M"],
] as const;

const rolesOf = (access: readonly number[]) =>
  letters.map(([id, letter]) => (access.includes(id) ? letter : "-")).join("");

test("each screen opens for these roles and no others", () => {
  expect(screens.map(({ path, access }) => `${rolesOf(access)} ${path}`).toSorted()).toMatchInlineSnapshot(`
    [
      "-A--- Vmap",
      "-A--- addUser",
      "-A--- changepassword",
      "-A--- demo",
      "-A--- floorplan",
      "-A--- gateways",
      "-A--- newCustomer",
      "-A--- siteFile",
      "-A--- upload",
      "-A--- users",
      "-A--- vdevice",
      "OA--- Glschedule",
      "OA--- configuration",
      "OA--- configuresetpoint",
      "OA--- pumpFleet",
      "OA--- roomCalendars",
      "OA--- schedule",
      "OA--- seatCodes",
      "OAV-- alerts",
      "OAV-- areadetail",
      "OAV-- arealist",
      "OAV-- areas/$param",
      "OAV-- comfort",
      "OAV-- controls",
      "OAV-- device",
      "OAV-- devicemap",
      "OAV-- energy",
      "OAV-- eventsviewer",
      "OAV-- floor/$id/$param/zones",
      "OAV-- floor/$id/hvac",
      "OAV-- floors",
      "OAV-- glAhu",
      "OAV-- glEnergyMeter",
      "OAV-- glLandingUps",
      "OAV-- glLms",
      "OAV-- glUps",
      "OAV-- glVav",
      "OAV-- hvac",
      "OAV-- networkDiagram",
      "OAV-- point-test/$id",
      "OAV-- reportsviewer",
      "OAV-- selector",
      "OAV-- zone",
      "OAV-- zone/$id/areas",
      "OAV-- zone/hvac",
      "OAV-- zoneMain",
      "OAV-M $context/$id/dashboard",
      "OAV-M building/$id/dashboard",
      "OAV-M city",
      "OAV-M flooroccupancy",
      "OAV-M home",
      "OAV-M room-booking",
      "OAV-M room-booking/$id",
      "OAV-M seat-booking",
      "OAV-M seat/$id",
      "OAVP- dashboard",
    ]
  `);
});
