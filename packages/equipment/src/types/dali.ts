import { defineEquipment, type GuidanceOf, reading, text, writable } from "../define.ts";

const lightControl = { 0: text("Manual", "मैनुअल", "ಕೈಯಿಂದ"), 1: text("Auto", "स्वचालित", "ಸ್ವಯಂಚಾಲಿತ") };

/** Results of the emergency test of a DALI group. Source: IEC 62386-202 (function test, duration test). */
export const EMERGENCY_RESULT = { notTested: 0, passed: 1, failed: 2, inProgress: 3 } as const;
/** Commands of the emergency test. */
export const EMERGENCY_TEST = { none: 0, function: 1, duration: 2 } as const;

/** The points of one lighting channel. */
export const channelPoints = {
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
  burn_hours: reading(text("Burn hours", "जलने के घंटे", "ಉರಿದ ಗಂಟೆಗಳು"), "hour", [0, 200_000], {
    summary: "counter",
  }),
  auto_basis: reading(text("Automatic light", "स्वचालित प्रकाश", "ಸ್ವಯಂಚಾಲಿತ ಬೆಳಕು"), "none", [0, 3], {
    states: {
      0: text("None", "कोई नहीं", "ಯಾವುದೂ ಇಲ್ಲ"),
      1: text("Daylight", "दिन का प्रकाश", "ಹಗಲು ಬೆಳಕು"),
      2: text("Occupancy", "लोगों की उपस्थिति", "ಜನರ ಇರುವಿಕೆ"),
      3: text("Daylight and occupancy", "दिन का प्रकाश और उपस्थिति", "ಹಗಲು ಬೆಳಕು ಮತ್ತು ಇರುವಿಕೆ"),
    },
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
};

/** A group of lamps. */
export const dali = defineEquipment({
  type: "DALI",
  name: text("DALI lighting", "DALI प्रकाश", "DALI ಬೆಳಕು"),
  brick: "Luminaire",
  subsystem: "lighting",
  icon: "bulb",
  points: {
    ...channelPoints,
    emergency_test: writable(
      "command",
      text("Emergency light test", "आपातकालीन लाइट की जाँच", "ತುರ್ತು ದೀಪದ ಪರೀಕ್ಷೆ"),
      "none",
      {
        range: [0, 2],
        write: { oneOf: [0, 1, 2] },
        states: {
          0: text("None", "कोई नहीं", "ಯಾವುದೂ ಇಲ್ಲ"),
          1: text("Function test", "कार्य जाँच", "ಕಾರ್ಯ ಪರೀಕ್ಷೆ"),
          2: text("Duration test", "अवधि जाँच", "ಅವಧಿ ಪರೀಕ್ಷೆ"),
        },
      },
    ),
    emergency_result: reading(text("Emergency light", "आपातकालीन लाइट", "ತುರ್ತು ದೀಪ"), "none", [0, 3], {
      states: {
        0: text("Not tested", "जाँच नहीं हुई", "ಪರೀಕ್ಷಿಸಿಲ್ಲ"),
        1: { ...text("Passed", "सफल", "ಉತ್ತೀರ್ಣ"), level: "fine" },
        2: { ...text("Failed", "असफल", "ವಿಫಲ"), level: "alarm" },
        3: text("In progress", "जाँच चल रही है", "ಪರೀಕ್ಷೆ ನಡೆಯುತ್ತಿದೆ"),
      },
    }),
  },
  alarms: {
    "lamp-failed": {
      code: 230,
      title: text("Lamp failed", "लैंप ख़राब", "ದೀಪ ಕೆಟ್ಟಿದೆ"),
      message: text("A lamp has failed", "एक लैंप ख़राब हो गया है", "ಒಂದು ದೀಪ ಕೆಟ್ಟಿದೆ"),
      when: { point: "lamp_failure", above: 0.5, onDelaySeconds: 15, offDelaySeconds: 15 },
    },
    "emergency-test-failed": {
      code: 231,
      title: text("Emergency light test failed", "आपातकालीन लाइट की जाँच असफल", "ತುರ್ತು ದೀಪದ ಪರೀಕ್ಷೆ ವಿಫಲ"),
      message: text(
        "An emergency light has failed its test",
        "एक आपातकालीन लाइट जाँच में असफल रही",
        "ಒಂದು ತುರ್ತು ದೀಪ ಪರೀಕ್ಷೆಯಲ್ಲಿ ವಿಫಲವಾಗಿದೆ",
      ),
      when: { point: "emergency_result", equals: EMERGENCY_RESULT.failed },
    },
  },
  screen: {
    summary: ["light_level", "light_mode", "auto_basis", "burn_hours", "lamp_failure", "emergency_result"],
    controls: ["light_level_sp", "light_mode_sp", "emergency_test"],
    trends: [{ points: ["light_level"] }],
  },
});

export const daliGuidance: GuidanceOf<typeof dali> = {
  "lamp-failed": {
    en: "A lamp or its ballast has failed. Note the fitting and replace it; check the others of the group on the same visit.",
    hi: "कोई लैंप या उसका बैलास्ट ख़राब हो गया है। फ़िटिंग नोट करके उसे बदलें; उसी बार समूह के बाकी लैंप भी जाँचें।",
    kn: "ಒಂದು ದೀಪ ಅಥವಾ ಅದರ ಬ್ಯಾಲಸ್ಟ್ ಕೆಟ್ಟಿದೆ. ಫಿಟ್ಟಿಂಗ್ ಗುರುತಿಸಿ ಬದಲಾಯಿಸಿ; ಅದೇ ಭೇಟಿಯಲ್ಲಿ ಗುಂಪಿನ ಇತರವನ್ನೂ ನೋಡಿ.",
  },
  "emergency-test-failed": {
    en: "The emergency light did not stay lit on its battery. The battery is most likely old or disconnected: replace it, let it charge for a day, and test again.",
    hi: "आपातकालीन लाइट अपनी बैटरी पर जलती नहीं रही। बैटरी शायद पुरानी है या जुड़ी नहीं है: उसे बदलें, एक दिन चार्ज होने दें, और दोबारा जाँचें।",
    kn: "ತುರ್ತು ದೀಪ ತನ್ನ ಬ್ಯಾಟರಿಯಲ್ಲಿ ಉರಿಯುತ್ತಲೇ ಇರಲಿಲ್ಲ. ಬ್ಯಾಟರಿ ಹಳೆಯದಾಗಿರಬಹುದು ಅಥವಾ ಸಂಪರ್ಕ ತಪ್ಪಿರಬಹುದು: ಅದನ್ನು ಬದಲಾಯಿಸಿ, ಒಂದು ದಿನ ಚಾರ್ಜ್ ಆಗಲು ಬಿಡಿ, ಮತ್ತೆ ಪರೀಕ್ಷಿಸಿ.",
  },
};
