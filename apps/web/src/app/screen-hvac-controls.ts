import { msg } from "@lingui/core/macro";
import { getAhu } from "@verandah/contract/hvac.ts";

import type { Screen } from "./screen.ts";

export const hvacControlsScreen: Screen = {
  path: "glAhu",
  name: msg`HVAC Controls`,
  about: msg`The floor map with device alarms, and the air handling units with their setpoints.`,
  access: getAhu.access,
};
