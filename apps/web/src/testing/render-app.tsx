import type { QueryClient } from "@tanstack/react-query";
import { type AnyRouter, createMemoryHistory, type RouterHistory } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { getAlarmSummary, listAlerts, listUnacknowledged } from "@verandah/contract/alarms/alarms.ts";
import { getSession, listDemoAccounts, listOwnCampuses, type Session } from "@verandah/contract/auth/auth.ts";
import { listAlarmBookings } from "@verandah/contract/bookings/alarm-bookings.ts";
import { listWaitlist, listWaitlistNews } from "@verandah/contract/bookings/waitlist.ts";
import {
  getLocation,
  getPlaceStatus,
  listLocationMetrics,
  listSubsystemStatuses,
} from "@verandah/contract/buildings.ts";
import { countOpenComfortReports, listOwnComfortReports } from "@verandah/contract/comfort-reports.ts";
import { listForeignOverrides, listOverrides } from "@verandah/contract/commands/overrides.ts";
import { getReasons } from "@verandah/contract/commands/why.ts";
import { getEnergyDemand } from "@verandah/contract/energy/energy-overview.ts";
import { listEquipmentTypes, listSystems } from "@verandah/contract/equipment.ts";
import { getOccupancyTrend } from "@verandah/contract/floor-plans/floor-occupancy.ts";
import { getHomeCounts, getHomeFigures, getSinceEvening } from "@verandah/contract/home.ts";
import { countZones } from "@verandah/contract/hvac/hvac.ts";
import {
  defaultNotificationSettings,
  getNotificationSettings,
} from "@verandah/contract/notifications/notifications.ts";
import { listPointTests } from "@verandah/contract/point-tests.ts";

import { createQueryClient } from "#data/query/query-client.ts";

import { App } from "../app/app.tsx";
import { createAppRouter } from "../app/router.tsx";
import {
  aFloor,
  alertLists,
  anEvening,
  aStatus,
  noCounts,
  noDemand,
  statuses,
  summaryOf,
} from "./builders.ts";
import { createScreenRouter } from "./screen-router.tsx";
import { serve } from "./serve.ts";

/** Answers for a calm building, and of `session` where there is one. */
function serveCalmBuilding(session: Session | null): void {
  serve(listDemoAccounts, { accounts: [] });
  serve(listAlerts, alertLists());
  serve(getAlarmSummary, summaryOf(alertLists()));
  serve(listUnacknowledged, { rows: [], total: 0 });
  serve(getNotificationSettings, { ...defaultNotificationSettings, email: "asha@example.org" });
  serve(listLocationMetrics, [aFloor()]);
  serve(getPlaceStatus, aStatus());
  serve(getSinceEvening, anEvening());
  serve(getHomeCounts, noCounts);
  serve(countZones, noCounts.zones);
  serve(getHomeFigures, {
    air: null,
    people: null,
    uncountedZones: 0,
    overrides: { kilowattHour: 0, rupees: null, unknown: 0 },
  });
  serve(getEnergyDemand, noDemand);
  serve(getOccupancyTrend, []);
  serve(listSubsystemStatuses, statuses());
  serve(listEquipmentTypes, []);
  serve(listSystems, [
    "hvac",
    "lighting",
    "ups",
    "energy",
    "environment",
    "parking",
    "pumps",
    "seats",
    "rooms",
  ]);
  serve(listOwnCampuses, []);
  serve(listOwnComfortReports, []);
  serve(countOpenComfortReports, { open: 0 });
  serve(listOverrides, []);
  serve(listForeignOverrides, []);
  serve(listAlarmBookings, []);
  serve(listPointTests, []);
  serve(listWaitlist, []);
  serve(listWaitlistNews, []);
  serve(getReasons, { deviceType: "AHU", isOn: null, points: [] });
  serve(getLocation, {
    id: 2,
    uuid: "blr/a",
    name: "Tower A",
    zone_type: "GL_LOCATION_TYPE_BUILDING",
    floor_type: null,
    path: [],
  });
  if (session) {
    document.cookie = `role=${session.role.id}; Path=/`;
    serve(getSession, session);
  }
}

/** Shows the whole dashboard at an address, with a session or without, against a calm building. Serve before for anything else. */
export function renderApp(address: string, session: Session | null, served?: () => void) {
  serveCalmBuilding(session);
  served?.();
  return renderRouter(createAppRouter, address);
}

/** Shows the screen of an address as `renderApp` does, without the shell: no menu, no top bar, no toasts of new alarms. */
export function renderScreen(address: string, session: Session, served?: () => void) {
  serveCalmBuilding(session);
  served?.();
  return renderRouter(createScreenRouter, address);
}

function renderRouter(
  createRouter: (queryClient: QueryClient, history: RouterHistory) => AnyRouter,
  address: string,
) {
  const queryClient = createQueryClient();
  const { queries, ...others } = queryClient.getDefaultOptions();
  // A failed call is repeated without a pause.
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } });
  const router = createRouter(queryClient, createMemoryHistory({ initialEntries: [address] }));
  const view = render(<App queryClient={queryClient} router={router} env="test" />);
  return { ...view, queryClient, router, path: () => router.state.location.pathname };
}
