import { defineEquipment, type GuidanceOf, reading, text, writable } from "../define.ts";

const lightControl = { 0: text("Manual", "मैनुअल", "ಕೈಯಿಂದ"), 1: text("Auto", "स्वचालित", "ಸ್ವಯಂಚಾಲಿತ") };

/** A group of lamps. */
export const dali = defineEquipment({
  type: "DALI",
  name: text("DALI lighting", "DALI प्रकाश", "DALI ಬೆಳಕು"),
  brick: "Luminaire",
  subsystem: "lighting",
  icon: "bulb",
  points: {
    light_level: reading(text("Light level", "प्रकाश स्तर", "ಬೆಳಕಿನ ಮಟ್ಟ"), "percent", [0, 100], {
      brick: "Luminance_Sensor",
    }),
    lamp_failure: reading(text("Lamp failure", "लैंप की ख़राबी", "ದೀಪದ ದೋಷ"), "none", [0, 1], {
      brick: "Fault_Status",
      states: { 0: text("Well", "ठीक", "ಸರಿಯಾಗಿದೆ"), 1: text("Lamp failed", "लैंप ख़राब", "ದೀಪ ಕೆಟ್ಟಿದೆ") },
    }),
    light_mode: reading(text("Light control", "प्रकाश नियंत्रण", "ಬೆಳಕಿನ ನಿಯಂತ್ರಣ"), "none", [0, 1], {
      states: lightControl,
    }),
    light_level_sp: writable(
      "command",
      text("Light level command", "प्रकाश स्तर का आदेश", "ಬೆಳಕಿನ ಮಟ್ಟದ ಆದೇಶ"),
      "percent",
      { range: [0, 100], write: { from: 0, to: 100, step: 1 }, brick: "Lighting_Level_Command" },
    ),
    light_mode_sp: writable(
      "command",
      text("Light control command", "प्रकाश नियंत्रण का आदेश", "ಬೆಳಕಿನ ನಿಯಂತ್ರಣದ ಆದೇಶ"),
      "none",
      {
        range: [0, 1],
        write: { oneOf: [0, 1] },
        brick: "Mode_Command",
        states: lightControl,
      },
    ),
  },
  alarms: {
    "lamp-failed": {
      code: 230,
      title: text("Lamp failed", "लैंप ख़राब", "ದೀಪ ಕೆಟ್ಟಿದೆ"),
      message: text("A lamp has failed", "एक लैंप ख़राब हो गया है", "ಒಂದು ದೀಪ ಕೆಟ್ಟಿದೆ"),
      when: { point: "lamp_failure", above: 0.5, onDelaySeconds: 15, offDelaySeconds: 15 },
    },
  },
  screen: {
    summary: ["light_level", "light_mode", "lamp_failure"],
    controls: ["light_level_sp", "light_mode_sp"],
    trends: [{ points: ["light_level"] }],
  },
});

export const daliGuidance: GuidanceOf<typeof dali> = {
  "lamp-failed": {
    en: "A lamp or its ballast has failed. Note the fitting and replace it; check the others of the group on the same visit.",
    hi: "कोई लैंप या उसका बैलास्ट ख़राब हो गया है। फ़िटिंग नोट करके उसे बदलें; उसी बार समूह के बाकी लैंप भी जाँचें।",
    kn: "ಒಂದು ದೀಪ ಅಥವಾ ಅದರ ಬ್ಯಾಲಸ್ಟ್ ಕೆಟ್ಟಿದೆ. ಫಿಟ್ಟಿಂಗ್ ಗುರುತಿಸಿ ಬದಲಾಯಿಸಿ; ಅದೇ ಭೇಟಿಯಲ್ಲಿ ಗುಂಪಿನ ಇತರವನ್ನೂ ನೋಡಿ.",
  },
};
