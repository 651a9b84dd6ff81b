import { defineEquipment, reading, text, writable } from "../define.ts";
import { airSetpoint } from "./ahu.ts";

// Ids of the points that code names.
export const ZONE_TEMPERATURE = "Zone Temperature";
export const DAMPER_POSITION = "Damper Position";
export const AIR_FLOW = "CFM";
export const DESIGN_AIR_FLOW = "Design CFM";
export const ZONE_SETPOINT = "vav_temperature_sp";
export const DAMPER_MODE = "vav_damper_mode_sp";
export const DAMPER_COMMAND = "vav_damper_position_sp";

export const damperMode = { auto: 0, manual: 1 } as const;
/** Positions of a damper, %. */
export const damperPosition = { from: 0, to: 100, step: 1 };

export const vav = defineEquipment({
  type: "VAV",
  name: text("VAV boxes", "VAV बॉक्स", "VAV ಬಾಕ್ಸ್‌ಗಳು"),
  singular: text("VAV box", "VAV बॉक्स", "VAV ಬಾಕ್ಸ್"),
  brick: "Variable_Air_Volume_Box",
  subsystem: "hvac",
  icon: "wind",
  points: {
    [ZONE_TEMPERATURE]: reading(text("Zone Temperature", "ज़ोन का तापमान", "ವಲಯದ ತಾಪಮಾನ"), "degC", [-20, 60], {
      brick: "Zone_Air_Temperature_Sensor",
      setpoint: { point: ZONE_SETPOINT, within: 1, label: "Zone" },
      varies: true,
    }),
    [DAMPER_POSITION]: reading(text("Damper Position", "डैंपर स्थिति", "ಡ್ಯಾಂಪರ್ ಸ್ಥಾನ"), "percent", [0, 100], {
      brick: "Damper_Position_Sensor",
    }),
    [AIR_FLOW]: reading(text("Air flow", "वायु प्रवाह", "ಗಾಳಿಯ ಹರಿವು"), "cubicFootPerMinute", [0, 5000], {
      brick: "Supply_Air_Flow_Sensor",
    }),
    [DESIGN_AIR_FLOW]: reading(
      text("Design air flow", "डिज़ाइन वायु प्रवाह", "ವಿನ್ಯಾಸದ ಗಾಳಿಯ ಹರಿವು"),
      "cubicFootPerMinute",
      [0, 5000],
    ),
    [ZONE_SETPOINT]: writable(
      "setpoint",
      text("Temperature Set Point", "तापमान सेटपॉइंट", "ತಾಪಮಾನ ಸೆಟ್‌ಪಾಯಿಂಟ್"),
      "degC",
      { range: [0, 50], write: airSetpoint, brick: "Zone_Air_Temperature_Setpoint" },
    ),
    [DAMPER_MODE]: writable("command", text("Damper Control", "डैंपर नियंत्रण", "ಡ್ಯಾಂಪರ್ ನಿಯಂತ್ರಣ"), "none", {
      range: [0, 1],
      write: { oneOf: [damperMode.auto, damperMode.manual] },
      brick: "Mode_Command",
      states: { 0: text("Auto", "स्वचालित", "ಸ್ವಯಂಚಾಲಿತ"), 1: text("Manual", "मैनुअल", "ಕೈಯಿಂದ") },
    }),
    [DAMPER_COMMAND]: writable("command", text("Damper Position", "डैंपर स्थिति", "ಡ್ಯಾಂಪರ್ ಸ್ಥಾನ"), "percent", {
      range: [0, 100],
      write: damperPosition,
      brick: "Damper_Position_Command",
    }),
  },
  alarms: {},
  screen: {
    summary: [ZONE_TEMPERATURE, DAMPER_POSITION, AIR_FLOW, DESIGN_AIR_FLOW],
    controls: [ZONE_SETPOINT, DAMPER_MODE, DAMPER_COMMAND],
    trends: [{ points: [ZONE_TEMPERATURE, ZONE_SETPOINT] }, { points: [AIR_FLOW, DESIGN_AIR_FLOW] }],
  },
});
