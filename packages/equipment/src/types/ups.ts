import { defineEquipment, type GuidanceOf, reading, readings, text, writable } from "../define.ts";

export const UPS_STATUS = "ups_Status";
export const UPS_LOAD = "ups_Load";
export const UPS_CHARGE = "ups_BatteryCharge";
export const UPS_TEMPERATURE = "ups_Temperature";
export const UPS_BATTERY_STATUS = "ups_BatteryStatus";
export const UPS_TEST_RESULT = "ups_TestResult";
export const UPS_TEST = "ups_test";

/** Values of `ups_Status`. Source: RFC 1628 §4, upsOutputSource. */
export const upsSource = { none: 2, normal: 3, bypass: 4, battery: 5 } as const;

/** Values of `ups_TestResult`. Source: RFC 1628 §4, upsTestResultsSummary. */
export const upsTestResult = {
  passed: 1,
  warning: 2,
  failed: 3,
  aborted: 4,
  inProgress: 5,
  none: 6,
} as const;

/** Values of `ups_test`, the test that was started last. Source: RFC 1628 §4, upsWellKnownTests. */
export const upsTest = { none: 1, general: 3, battery: 4 } as const;

const PHASES = { A: "L1", B: "L2", C: "L3" };

export const ups = defineEquipment({
  type: "UPS",
  name: text("UPS", "UPS", "UPS"),
  subsystem: "ups",
  icon: "battery-charging",
  lossAlarm: "controller-lost",
  points: {
    ...readings(
      "ups_InputVoltagePhase",
      PHASES,
      text("Input voltage", "इनपुट वोल्टेज", "ಇನ್‌ಪುಟ್ ವೋಲ್ಟೇಜ್"),
      "volt",
      [0, 350],
      { brick: "Voltage_Sensor" },
    ),
    ...readings(
      "ups_OutputVoltagePhase",
      PHASES,
      text("Output voltage", "आउटपुट वोल्टेज", "ಔಟ್‌ಪುಟ್ ವೋಲ್ಟೇಜ್"),
      "volt",
      [0, 350],
      { brick: "Voltage_Sensor" },
    ),
    ...readings(
      "ups_OutputCurrentPhase",
      PHASES,
      text("Output current", "आउटपुट धारा", "ಔಟ್‌ಪುಟ್ ಪ್ರವಾಹ"),
      "ampere",
      [0, 1000],
      { brick: "Current_Sensor" },
    ),
    ...readings(
      "ups_OutputPowerPhase",
      PHASES,
      text("Output power", "आउटपुट शक्ति", "ಔಟ್‌ಪುಟ್ ಶಕ್ತಿ"),
      "watt",
      [0, 1000000],
      { brick: "Active_Power_Sensor" },
    ),
    [UPS_TEMPERATURE]: reading(text("UPS temperature", "UPS का तापमान", "UPS ತಾಪಮಾನ"), "degC", [-20, 80], {
      brick: "Temperature_Sensor",
    }),
    ups_InputFrequency: reading(text("Input frequency", "इनपुट आवृत्ति", "ಇನ್‌ಪುಟ್ ಆವರ್ತನ"), "hertz", [0, 70], {
      brick: "Frequency_Sensor",
    }),
    ups_OutputFrequency: reading(text("Output frequency", "आउटपुट आवृत्ति", "ಔಟ್‌ಪುಟ್ ಆವರ್ತನ"), "hertz", [0, 70], {
      brick: "Frequency_Sensor",
    }),
    [UPS_CHARGE]: reading(text("Battery charge", "बैटरी चार्ज", "ಬ್ಯಾಟರಿ ಚಾರ್ಜ್"), "percent", [0, 100]),
    ups_BatteryVoltage: reading(text("Battery voltage", "बैटरी वोल्टेज", "ಬ್ಯಾಟರಿ ವೋಲ್ಟೇಜ್"), "volt", [0, 500], {
      brick: "Battery_Voltage_Sensor",
    }),
    ups_Runtime: reading(
      text("Time left on battery", "बैटरी पर शेष समय", "ಬ್ಯಾಟರಿಯಲ್ಲಿ ಉಳಿದ ಸಮಯ"),
      "minute",
      [0, 10000],
    ),
    [UPS_LOAD]: reading(text("UPS load", "UPS का भार", "UPS ಹೊರೆ"), "percent", [0, 200], { decimals: 0 }),
    [UPS_STATUS]: reading(text("UPS status", "UPS की स्थिति", "UPS ಸ್ಥಿತಿ"), "none", [1, 7], {
      states: {
        1: text("Other", "अन्य", "ಇತರೆ"),
        2: text("No output", "आउटपुट नहीं", "ಔಟ್‌ಪುಟ್ ಇಲ್ಲ"),
        3: text("Normal", "सामान्य", "ಸಾಮಾನ್ಯ"),
        4: text("Bypass", "बाइपास", "ಬೈಪಾಸ್"),
        5: text("On battery", "बैटरी पर", "ಬ್ಯಾಟರಿಯಲ್ಲಿ"),
        6: text("Booster", "बूस्टर", "ಬೂಸ್ಟರ್"),
        7: text("Reducer", "रिड्यूसर", "ರಿಡ್ಯೂಸರ್"),
      },
    }),
    [UPS_BATTERY_STATUS]: reading(text("Battery status", "बैटरी की स्थिति", "ಬ್ಯಾಟರಿ ಸ್ಥಿತಿ"), "none", [1, 4], {
      states: {
        1: text("Unknown", "अज्ञात", "ತಿಳಿದಿಲ್ಲ"),
        2: text("Normal", "सामान्य", "ಸಾಮಾನ್ಯ"),
        3: text("Low", "कम", "ಕಡಿಮೆ"),
        4: text("Depleted", "ख़ाली", "ಖಾಲಿ"),
      },
    }),
    [UPS_TEST_RESULT]: reading(text("Last self-test", "पिछली स्व-जाँच", "ಕೊನೆಯ ಸ್ವ-ಪರೀಕ್ಷೆ"), "none", [1, 6], {
      states: {
        1: { ...text("Passed", "सफल", "ಉತ್ತೀರ್ಣ"), level: "fine" },
        2: { ...text("Passed with a warning", "चेतावनी के साथ सफल", "ಎಚ್ಚರಿಕೆಯೊಂದಿಗೆ ಉತ್ತೀರ್ಣ"), level: "warning" },
        3: { ...text("Failed", "असफल", "ವಿಫಲ"), level: "alarm" },
        4: text("Aborted", "बीच में रुकी", "ಮಧ್ಯದಲ್ಲಿ ನಿಂತಿತು"),
        5: text("In progress", "जाँच चल रही है", "ಪರೀಕ್ಷೆ ನಡೆಯುತ್ತಿದೆ"),
        6: text("Not tested", "जाँच नहीं हुई", "ಪರೀಕ್ಷಿಸಿಲ್ಲ"),
      },
    }),
    [UPS_TEST]: writable("command", text("Self-test", "स्व-जाँच", "ಸ್ವ-ಪರೀಕ್ಷೆ"), "none", {
      range: [1, 5],
      write: { oneOf: [upsTest.general, upsTest.battery] },
      onlyTests: true,
      states: {
        1: text("None", "कोई नहीं", "ಯಾವುದೂ ಇಲ್ಲ"),
        2: text("Stop the test", "जाँच रोकें", "ಪರೀಕ್ಷೆ ನಿಲ್ಲಿಸಿ"),
        3: text("General test", "सामान्य जाँच", "ಸಾಮಾನ್ಯ ಪರೀಕ್ಷೆ"),
        4: text("Battery test", "बैटरी जाँच", "ಬ್ಯಾಟರಿ ಪರೀಕ್ಷೆ"),
        5: text("Battery calibration", "बैटरी अंशांकन", "ಬ್ಯಾಟರಿ ಮಾಪನಾಂಕನ"),
      },
    }),
    ups_TotalAlarms: reading(text("UPS alarms", "UPS के अलार्म", "UPS ಅಲಾರಂಗಳು"), "none", [0, 100]),
  },
  alarms: {
    "ups-on-battery": {
      code: 120,
      title: text("UPS on battery", "UPS बैटरी पर", "UPS ಬ್ಯಾಟರಿಯಲ್ಲಿ"),
      message: text(
        "Mains failure: UPS on battery",
        "मुख्य बिजली गुल: UPS बैटरी पर",
        "ಮುಖ್ಯ ವಿದ್ಯುತ್ ವೈಫಲ್ಯ: UPS ಬ್ಯಾಟರಿಯಲ್ಲಿ",
      ),
      when: {
        point: UPS_STATUS,
        equals: upsSource.battery,
        onDelaySeconds: 10,
        offDelaySeconds: 5,
        // A self-test loads the battery while the mains are there.
        unless: [
          { point: UPS_TEST_RESULT, equals: upsTestResult.inProgress },
          { point: "ups_InputVoltagePhaseA", above: 100 },
        ],
      },
    },
    "ups-battery-low": {
      code: 121,
      title: text("UPS battery low", "UPS की बैटरी कम", "UPS ಬ್ಯಾಟರಿ ಕಡಿಮೆ"),
      message: text("The battery is nearly empty", "बैटरी लगभग ख़ाली है", "ಬ್ಯಾಟರಿ ಬಹುತೇಕ ಖಾಲಿಯಾಗಿದೆ"),
      when: { point: UPS_BATTERY_STATUS, above: 2.5, onDelaySeconds: 0, offDelaySeconds: 5 },
    },
    "ups-bypass": {
      code: 252,
      title: text("UPS on bypass", "UPS बाइपास पर", "UPS ಬೈಪಾಸ್‌ನಲ್ಲಿ"),
      message: text(
        "The load is on the bypass, without protection",
        "भार बाइपास पर है, सुरक्षा के बिना",
        "ಹೊರೆ ಬೈಪಾಸ್‌ನಲ್ಲಿದೆ, ರಕ್ಷಣೆ ಇಲ್ಲ",
      ),
      when: { point: UPS_STATUS, equals: upsSource.bypass, onDelaySeconds: 10, offDelaySeconds: 5 },
    },
    "ups-test-failed": {
      code: 253,
      title: text("UPS self-test failed", "UPS की स्व-जाँच असफल", "UPS ಸ್ವ-ಪರೀಕ್ಷೆ ವಿಫಲ"),
      message: text(
        "The UPS has failed its self-test",
        "UPS अपनी स्व-जाँच में असफल रहा",
        "UPS ತನ್ನ ಸ್ವ-ಪರೀಕ್ಷೆಯಲ್ಲಿ ವಿಫಲವಾಗಿದೆ",
      ),
      when: { point: UPS_TEST_RESULT, equals: upsTestResult.failed },
    },
    "ups-overload": {
      code: 122,
      title: text("UPS overload", "UPS पर अधिक भार", "UPS ಮೇಲೆ ಅಧಿಕ ಹೊರೆ"),
      message: text(
        "Load {0} %: more than the UPS can carry",
        "भार {0} %: UPS की क्षमता से अधिक",
        "ಹೊರೆ {0} %: UPS ಹೊರಬಲ್ಲುದಕ್ಕಿಂತ ಹೆಚ್ಚು",
      ),
      when: { point: UPS_LOAD, above: 100, onDelaySeconds: 10, offDelaySeconds: 10, deadband: 5 },
    },
    "mains-failed": {
      code: 123,
      title: text("Mains failure", "मुख्य बिजली गुल", "ಮುಖ್ಯ ವಿದ್ಯುತ್ ವೈಫಲ್ಯ"),
      message: text(
        "Mains failure: several UPSs on battery",
        "मुख्य बिजली गुल: कई UPS बैटरी पर",
        "ಮುಖ್ಯ ವಿದ್ಯುತ್ ವೈಫಲ್ಯ: ಹಲವು UPS ಬ್ಯಾಟರಿಯಲ್ಲಿ",
      ),
    },
  },
  screen: {
    summary: [UPS_STATUS, UPS_CHARGE, "ups_Runtime", UPS_LOAD],
    trends: [
      { points: Object.keys(PHASES).map((phase) => `ups_OutputVoltagePhase${phase}`) },
      { points: Object.keys(PHASES).map((phase) => `ups_OutputCurrentPhase${phase}`) },
      { points: [UPS_LOAD] },
      { points: [UPS_CHARGE] },
    ],
  },
});

export const upsGuidance: GuidanceOf<typeof ups> = {
  "ups-on-battery": {
    en: "The UPS has lost its mains supply.\n1. Check its input breaker and the supply.\n2. Read the remaining runtime.\n3. Shut down less important equipment before the runtime ends.",
    hi: "UPS को मुख्य बिजली नहीं मिल रही।\n1. उसका इनपुट ब्रेकर और आपूर्ति जाँचें।\n2. बचा हुआ समय देखें।\n3. समय समाप्त होने से पहले कम ज़रूरी उपकरण बंद करें।",
    kn: "UPS ಗೆ ಮುಖ್ಯ ವಿದ್ಯುತ್ ಸಿಗುತ್ತಿಲ್ಲ.\n1. ಅದರ ಇನ್‌ಪುಟ್ ಬ್ರೇಕರ್ ಮತ್ತು ಪೂರೈಕೆ ಪರಿಶೀಲಿಸಿ.\n2. ಉಳಿದ ಸಮಯ ನೋಡಿ.\n3. ಆ ಸಮಯ ಮುಗಿಯುವ ಮೊದಲು ಕಡಿಮೆ ಮುಖ್ಯವಾದ ಸಾಧನಗಳನ್ನು ನಿಲ್ಲಿಸಿ.",
  },
  "ups-battery-low": {
    en: "The battery will be empty within minutes.\n1. Restore the mains supply if you can.\n2. Shut down the connected equipment now.",
    hi: "बैटरी कुछ मिनटों में ख़ाली हो जाएगी।\n1. हो सके तो मुख्य बिजली बहाल करें।\n2. जुड़े उपकरण अभी ठीक तरह से बंद करें।",
    kn: "ಬ್ಯಾಟರಿ ಕೆಲವೇ ನಿಮಿಷಗಳಲ್ಲಿ ಖಾಲಿಯಾಗುತ್ತದೆ.\n1. ಸಾಧ್ಯವಾದರೆ ಮುಖ್ಯ ವಿದ್ಯುತ್ ಮರಳಿ ತನ್ನಿ.\n2. ಸಂಪರ್ಕದಲ್ಲಿರುವ ಸಾಧನಗಳನ್ನು ಈಗಲೇ ಕ್ರಮವಾಗಿ ನಿಲ್ಲಿಸಿ.",
  },
  "ups-bypass": {
    en: "The UPS passes the mains through: a mains failure switches off the connected equipment.\n1. Ask whether maintenance is in progress.\n2. Read the display of the UPS for an overload or a fault.\n3. Return the UPS to normal operation.",
    hi: "UPS मुख्य बिजली को सीधे आगे भेज रहा है: बिजली जाने पर जुड़े उपकरण बंद हो जाएँगे।\n1. पूछें कि रखरखाव तो नहीं चल रहा।\n2. UPS के डिस्प्ले पर अधिक भार या ख़राबी देखें।\n3. UPS को सामान्य स्थिति में लौटाएँ।",
    kn: "UPS ಮುಖ್ಯ ವಿದ್ಯುತ್ತನ್ನು ನೇರವಾಗಿ ಹಾಯಿಸುತ್ತಿದೆ: ವಿದ್ಯುತ್ ಹೋದರೆ ಸಂಪರ್ಕದಲ್ಲಿರುವ ಸಾಧನಗಳು ನಿಲ್ಲುತ್ತವೆ.\n1. ನಿರ್ವಹಣೆ ನಡೆಯುತ್ತಿದೆಯೇ ಕೇಳಿ.\n2. UPS ಪರದೆಯಲ್ಲಿ ಅಧಿಕ ಹೊರೆ ಅಥವಾ ದೋಷ ಇದೆಯೇ ನೋಡಿ.\n3. UPS ಅನ್ನು ಸಾಮಾನ್ಯ ಸ್ಥಿತಿಗೆ ಮರಳಿಸಿ.",
  },
  "ups-test-failed": {
    en: "The UPS or its battery did not pass the self-test. It may not carry its load in a mains failure.\n1. Read the test result on the display of the UPS.\n2. Have the battery checked before the next outage.",
    hi: "UPS या उसकी बैटरी स्व-जाँच में सफल नहीं हुई। बिजली जाने पर वह अपना भार शायद न उठा पाए।\n1. UPS के डिस्प्ले पर जाँच का परिणाम पढ़ें।\n2. अगली बिजली कटौती से पहले बैटरी की जाँच कराएँ।",
    kn: "UPS ಅಥವಾ ಅದರ ಬ್ಯಾಟರಿ ಸ್ವ-ಪರೀಕ್ಷೆಯಲ್ಲಿ ಉತ್ತೀರ್ಣವಾಗಲಿಲ್ಲ. ವಿದ್ಯುತ್ ಹೋದಾಗ ಅದು ತನ್ನ ಹೊರೆ ಹೊರಲಾರದು.\n1. UPS ಪರದೆಯಲ್ಲಿ ಪರೀಕ್ಷೆಯ ಫಲಿತಾಂಶ ಓದಿ.\n2. ಮುಂದಿನ ವಿದ್ಯುತ್ ಕಡಿತಕ್ಕೂ ಮೊದಲು ಬ್ಯಾಟರಿಯನ್ನು ಪರಿಶೀಲಿಸಿ.",
  },
  "ups-overload": {
    en: "The load is above the rating. The UPS may switch off, or is on its bypass without protection.\n1. Switch off or move part of the load. Begin with the equipment that was added last.\n2. Check that the load is below 100 %.",
    hi: "भार क्षमता से अधिक है। UPS बंद हो सकता है, या बिना सुरक्षा के बाइपास पर है।\n1. भार का एक हिस्सा बंद करें या हटाएँ। सबसे बाद में जोड़े गए उपकरण से शुरू करें।\n2. जाँचें कि भार 100 % से कम है।",
    kn: "ಹೊರೆ ಸಾಮರ್ಥ್ಯಕ್ಕಿಂತ ಹೆಚ್ಚು. UPS ನಿಲ್ಲಬಹುದು, ಅಥವಾ ರಕ್ಷಣೆ ಇಲ್ಲದೆ ಬೈಪಾಸ್‌ನಲ್ಲಿದೆ.\n1. ಹೊರೆಯ ಒಂದು ಭಾಗವನ್ನು ನಿಲ್ಲಿಸಿ ಅಥವಾ ಸರಿಸಿ. ಕೊನೆಯದಾಗಿ ಸೇರಿಸಿದ ಸಾಧನದಿಂದ ಆರಂಭಿಸಿ.\n2. ಹೊರೆ 100 % ಗಿಂತ ಕಡಿಮೆಯಿದೆಯೇ ಪರಿಶೀಲಿಸಿ.",
  },
  "mains-failed": {
    en: "Several UPSs of this building run on battery: its mains supply has failed.\n1. Check the main incoming breaker.\n2. Check that the generator has started, if there is one.\n3. Ask the electricity supplier how long the outage will last.\n4. Read the shortest runtime of the UPSs. Shut down less important equipment before it ends.",
    hi: "इस भवन के कई UPS बैटरी पर चल रहे हैं: इसकी मुख्य बिजली चली गई है।\n1. मुख्य इनपुट ब्रेकर जाँचें।\n2. जनरेटर हो तो जाँचें कि वह चालू हुआ है।\n3. बिजली कंपनी से पूछें कि बिजली कब लौटेगी।\n4. UPS का सबसे कम बचा हुआ समय देखें। उससे पहले कम ज़रूरी उपकरण बंद करें।",
    kn: "ಈ ಕಟ್ಟಡದ ಹಲವು UPS ಬ್ಯಾಟರಿಯಲ್ಲಿ ನಡೆಯುತ್ತಿವೆ: ಅದರ ಮುಖ್ಯ ವಿದ್ಯುತ್ ಹೋಗಿದೆ.\n1. ಮುಖ್ಯ ಇನ್‌ಪುಟ್ ಬ್ರೇಕರ್ ಪರಿಶೀಲಿಸಿ.\n2. ಜನರೇಟರ್ ಇದ್ದರೆ ಅದು ಆರಂಭವಾಗಿದೆಯೇ ಪರಿಶೀಲಿಸಿ.\n3. ವಿದ್ಯುತ್ ಯಾವಾಗ ಮರಳುತ್ತದೆ ಎಂದು ವಿದ್ಯುತ್ ಕಂಪನಿಯನ್ನು ಕೇಳಿ.\n4. UPS ಗಳಲ್ಲಿ ಉಳಿದ ಅತಿ ಕಡಿಮೆ ಸಮಯ ನೋಡಿ. ಅದಕ್ಕೂ ಮೊದಲು ಕಡಿಮೆ ಮುಖ್ಯವಾದ ಸಾಧನಗಳನ್ನು ನಿಲ್ಲಿಸಿ.",
  },
};
