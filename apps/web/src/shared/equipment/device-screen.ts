/** Types with a screen of their own; the other ones share one. */
const own: Readonly<Record<string, string>> = {
  AHU: "/admin/glAhu",
  UPS: "/admin/glUps",
  ENERGYMETER: "/admin/glEnergyMeter",
  SOLARPUMP: "/admin/dashboard",
};

/** The screen of all other types. */
export const GENERAL_SCREEN = "/admin/device";

/** The path of the screen of a device, which takes its ssid as `device`. */
export const deviceScreen = (type: string): string => own[type] ?? GENERAL_SCREEN;
