import {
  AIR_FLOW,
  DAMPER_COMMAND,
  DAMPER_MODE,
  DAMPER_POSITION,
  DESIGN_AIR_FLOW,
  vav,
  ZONE_SETPOINT,
  ZONE_TEMPERATURE,
} from "@verandah/equipment/types/vav.ts";

import type { BacnetObject } from "./bacnet-objects.ts";
import { objectsFor } from "./object-makers.ts";

const { analogInput, analogOutput, analogValue, binaryValue } = objectsFor(vav);

/** The object list of every VAV box of the demo campus. */
export const vavObjects: BacnetObject[] = [
  analogInput(1, ZONE_TEMPERATURE, 0.2),
  analogInput(2, DAMPER_POSITION, 2),
  analogInput(3, AIR_FLOW, 25),
  analogValue(2, DESIGN_AIR_FLOW),
  analogValue(1, ZONE_SETPOINT, 0.1),
  binaryValue(1, DAMPER_MODE),
  analogOutput(1, DAMPER_COMMAND, 2),
];
