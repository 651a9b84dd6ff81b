import userEvent from "@testing-library/user-event";
import {
  listPumpDevices,
  listPumpPlaces,
  listUserDevices,
} from "@verandah/contract/pumps/pump-administration.ts";
import { listPumpUsers } from "@verandah/contract/users/customers.ts";

import { aSession } from "./builders.ts";
import { renderScreen } from "./render-app.tsx";
import { serve } from "./serve.ts";

export const TOPIC = "ASPump202600000000000000000077";
const customer = {
  id: 9,
  username: "asha",
  building_id: 9,
  city: "Malur",
  customer_state: "Karnataka",
  farm_size_in_hector: 2,
  number_of_panels_in_array: 12,
};
export const place = { id: 31, name: "Hoskote" };
export const device = (id: number) => ({
  id,
  name: `Pump ${id}`,
  ssid: TOPIC.replace(/77$/, String(id)),
  lastSeenAt: null,
  latitude: null,
  longitude: null,
});

/** The pages of User Management for an administrator of one customer with six pumps. */
export function showPumpAdministration(address: string, served?: () => void) {
  const user = userEvent.setup();
  renderScreen(address, aSession({ role: { id: 2 } }), () => {
    serve(listPumpUsers, [customer]);
    serve(listPumpPlaces, [place]);
    serve(listPumpDevices, [11, 12, 13, 14, 15, 16].map(device));
    serve(
      listUserDevices,
      [11, 12, 13, 14, 15, 16].map((id) => ({
        userName: "asha",
        userId: 9,
        deviceName: `Pump ${id}`,
        deviceId: device(id).ssid,
        PumpId: id,
      })),
    );
    served?.();
  });
  return user;
}
