import { startTestApp } from "../start-test-app.ts";

/** A topic id. */
export const TOPIC = "ASPump202600000000000000000077";

/** The form that adds a pump. */
export const form = {
  name: "Pump 77",
  ss_type: "NONGL_SS_SOLARPUMP",
  ss_address_value: TOPIC,
  serial_number: "4711",
  model_number: "M-5",
  manufacturing_site: "Pune",
  manufacturing_date: "31/12/2025",
  digital_board_serial_number: "D1",
  DR_DC_board_serial_number: "R1",
  power_board_serial_number: "P1",
};

/** An administrator, and a function that returns the id of a device by its topic id. */
export async function start() {
  const app = await startTestApp();
  const admin = await app.as("administrator");
  const idOf = async (ssid: string) =>
    Number((await app.query("select id from devices where ssid = $1", [ssid])).rows[0]?.["id"]);
  return { app, admin, idOf };
}
