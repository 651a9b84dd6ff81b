import { defineEquipment, reading, text, writable } from "../define.ts";
import { airSetpoint } from "./ahu.ts";

/** Positions of a damper, %. */
export const damperPosition = { from: 0, to: 100, step: 1 };

export const vav = defineEquipment({
  type: "VAV",
  name: text("VAV boxes", "VAV बॉक्स", "VAV ಬಾಕ್ಸ್‌ಗಳು"),
  brick: "Variable_Air_Volume_Box",
  subsystem: "hvac",
  icon: "wind",
  points: {
    "Zone Temperature": reading(text("Zone Temperature", "ज़ोन का तापमान", "ವಲಯದ ತಾಪಮಾನ"), "degC", [-20, 60], {
      brick: "Zone_Air_Temperature_Sensor",
      setpoint: { point: "vav_temperature_sp", within: 1, label: "Zone" },
      varies: true,
    }),
    "Damper Position": reading(text("Damper Position", "डैंपर स्थिति", "ಡ್ಯಾಂಪರ್ ಸ್ಥಾನ"), "percent", [0, 100], {
      brick: "Damper_Position_Sensor",
    }),
    CFM: reading(text("Air flow", "वायु प्रवाह", "ಗಾಳಿಯ ಹರಿವು"), "cubicFootPerMinute", [0, 5000], {
      brick: "Supply_Air_Flow_Sensor",
    }),
    "Design CFM": reading(
      text("Design air flow", "निर्धारित वायु प्रवाह", "ವಿನ್ಯಾಸದ ಗಾಳಿಯ ಹರಿವು"),
      "cubicFootPerMinute",
      [0, 5000],
    ),
    vav_temperature_sp: writable(
      "setpoint",
      text("Temperature Set Point", "तापमान सेट पॉइंट", "ತಾಪಮಾನ ಸೆಟ್ ಪಾಯಿಂಟ್"),
      "degC",
      { range: [0, 50], write: airSetpoint, brick: "Zone_Air_Temperature_Setpoint" },
    ),
    vav_damper_mode_sp: writable("command", text("Damper Control", "डैंपर नियंत्रण", "ಡ್ಯಾಂಪರ್ ನಿಯಂತ್ರಣ"), "none", {
      range: [0, 1],
      write: { oneOf: [0, 1] },
      brick: "Mode_Command",
      states: { 0: text("Auto", "स्वचालित", "ಸ್ವಯಂಚಾಲಿತ"), 1: text("Manual", "मैनुअल", "ಕೈಯಿಂದ") },
    }),
    vav_damper_position_sp: writable(
      "command",
      text("Damper Position", "डैंपर स्थिति", "ಡ್ಯಾಂಪರ್ ಸ್ಥಾನ"),
      "percent",
      { range: [0, 100], write: damperPosition, brick: "Damper_Position_Command" },
    ),
  },
  alarms: {},
  screen: {
    summary: ["Zone Temperature", "Damper Position", "CFM", "Design CFM"],
    controls: ["vav_temperature_sp", "vav_damper_mode_sp", "vav_damper_position_sp"],
    trends: [{ points: ["Zone Temperature", "vav_temperature_sp"] }, { points: ["CFM", "Design CFM"] }],
  },
});
