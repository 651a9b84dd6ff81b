import { defineEquipment, type GuidanceOf, reading, text, writable } from "../define.ts";

const lightControl = { 0: text("Manual", "मैनुअल", "ಕೈಯಿಂದ"), 1: text("Auto", "स्वचालित", "ಸ್ವಯಂಚಾಲಿತ") };

export const LIGHT_TEST = "emergency_test";
export const LIGHT_TEST_RESULT = "emergency_result";
/** Results of the emergency test of a DALI group. Source: IEC 62386-202 (function test, duration test). */
export const EMERGENCY_RESULT = { notTested: 0, passed: 1, failed: 2, inProgress: 3 } as const;
/** Commands of the emergency test. */
export const EMERGENCY_TEST = { none: 0, function: 1, duration: 2 } as const;

/** Levels of a lamp, %. */
export const lightLevel = { from: 0, to: 100, step: 1 };

/** The points of one lighting channel. */
export const channelPoints = {
  light_level: reading(text("Light level", "प्रकाश स्तर", "ಬೆಳಕಿನ ಮಟ್ಟ"), "percent", [0, 100], {
    brick: "Luminance_Sensor",
  }),
  lamp_failure: reading(text("Lamp failure", "लैंप की ख़राबी", "ದೀಪದ ದೋಷ"), "none", [0, 1], {
    brick: "Fault_Status",
    states: { 0: text("OK", "ठीक", "ಸರಿಯಾಗಿದೆ"), 1: text("Lamp failed", "लैंप ख़राब", "ದೀಪ ಕೆಟ್ಟಿದೆ") },
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
    { range: [0, 100], write: lightLevel, brick: "Lighting_Level_Command" },
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
    [LIGHT_TEST]: writable(
      "command",
      text("Emergency light test", "आपातकालीन लाइट की जाँच", "ತುರ್ತು ದೀಪದ ಪರೀಕ್ಷೆ"),
      "none",
      {
        range: [0, 2],
        write: { oneOf: Object.values(EMERGENCY_TEST) },
        states: {
          0: text("None", "कोई नहीं", "ಯಾವುದೂ ಇಲ್ಲ"),
          1: text("Function test", "कार्य जाँच", "ಕಾರ್ಯ ಪರೀಕ್ಷೆ"),
          2: text("Duration test", "अवधि जाँच", "ಅವಧಿ ಪರೀಕ್ಷೆ"),
        },
      },
    ),
    [LIGHT_TEST_RESULT]: reading(text("Emergency light", "आपातकालीन लाइट", "ತುರ್ತು ದೀಪ"), "none", [0, 3], {
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
      when: { point: LIGHT_TEST_RESULT, equals: EMERGENCY_RESULT.failed },
    },
  },
  screen: {
    summary: ["light_level", "light_mode", "auto_basis", "burn_hours", "lamp_failure", LIGHT_TEST_RESULT],
    controls: ["light_level_sp", "light_mode_sp", LIGHT_TEST],
    trends: [{ points: ["light_level"] }],
  },
});

export const daliGuidance: GuidanceOf<typeof dali> = {
  "lamp-failed": {
    en: "A lamp or its ballast has failed.\n1. Find the light fitting.\n2. Replace the lamp or the ballast.\n3. Check the other lamps of the group on the same visit.",
    hi: "कोई लैंप या उसका बैलास्ट ख़राब हो गया है।\n1. फ़िटिंग खोजें।\n2. लैंप या बैलास्ट बदलें।\n3. उसी बार समूह के बाक़ी लैंप भी जाँचें।",
    kn: "ಒಂದು ದೀಪ ಅಥವಾ ಅದರ ಬ್ಯಾಲಸ್ಟ್ ಕೆಟ್ಟಿದೆ.\n1. ಫಿಟ್ಟಿಂಗ್ ಹುಡುಕಿ.\n2. ದೀಪ ಅಥವಾ ಬ್ಯಾಲಸ್ಟ್ ಬದಲಾಯಿಸಿ.\n3. ಅದೇ ಭೇಟಿಯಲ್ಲಿ ಗುಂಪಿನ ಇತರ ದೀಪಗಳನ್ನೂ ಪರಿಶೀಲಿಸಿ.",
  },
  "emergency-test-failed": {
    en: "The emergency light went out on its battery. The battery is probably old or disconnected.\n1. Check the battery connection.\n2. Replace the battery.\n3. Let it charge for a day, then test again.",
    hi: "आपातकालीन लाइट बैटरी पर बुझ गई। बैटरी शायद पुरानी है या जुड़ी नहीं है।\n1. बैटरी का जोड़ जाँचें।\n2. बैटरी बदलें।\n3. एक दिन चार्ज होने दें, फिर दोबारा जाँच करें।",
    kn: "ತುರ್ತು ದೀಪ ಬ್ಯಾಟರಿಯಲ್ಲಿ ಆರಿಹೋಯಿತು. ಬ್ಯಾಟರಿ ಹಳೆಯದಾಗಿರಬಹುದು ಅಥವಾ ಸಂಪರ್ಕ ತಪ್ಪಿರಬಹುದು.\n1. ಬ್ಯಾಟರಿಯ ಸಂಪರ್ಕ ಪರಿಶೀಲಿಸಿ.\n2. ಬ್ಯಾಟರಿ ಬದಲಾಯಿಸಿ.\n3. ಒಂದು ದಿನ ಚಾರ್ಜ್ ಆಗಲು ಬಿಡಿ, ನಂತರ ಮತ್ತೆ ಪರೀಕ್ಷಿಸಿ.",
  },
};
