import { plural } from "@lingui/core/macro";

/** How many overrides are in force. An action on several devices is one. */
export function overridesText(actions: number, devices: number): string {
  const on = plural(devices, { one: "# device", other: "# devices" });
  return plural(actions, { one: `# override on ${on}`, other: `# overrides on ${on}` });
}
