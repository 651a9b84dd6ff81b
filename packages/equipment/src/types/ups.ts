import { defineEquipment, type GuidanceOf, reading, readings, text, writable } from "../define.ts";

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
    ups_Temperature: reading(text("UPS temperature", "UPS का तापमान", "UPS ತಾಪಮಾನ"), "degC", [-20, 80], {
      brick: "Temperature_Sensor",
    }),
    ups_InputFrequency: reading(text("Input frequency", "इनपुट आवृत्ति", "ಇನ್‌ಪುಟ್ ಆವರ್ತನ"), "hertz", [0, 70], {
      brick: "Frequency_Sensor",
    }),
    ups_OutputFrequency: reading(text("Output frequency", "आउटपुट आवृत्ति", "ಔಟ್‌ಪುಟ್ ಆವರ್ತನ"), "hertz", [0, 70], {
      brick: "Frequency_Sensor",
    }),
    ups_BatteryCharge: reading(text("Battery charge", "बैटरी चार्ज", "ಬ್ಯಾಟರಿ ಚಾರ್ಜ್"), "percent", [0, 100]),
    ups_BatteryVoltage: reading(text("Battery voltage", "बैटरी वोल्टेज", "ಬ್ಯಾಟರಿ ವೋಲ್ಟೇಜ್"), "volt", [0, 500], {
      brick: "Battery_Voltage_Sensor",
    }),
    ups_Runtime: reading(
      text("Time left on battery", "बैटरी पर शेष समय", "ಬ್ಯಾಟರಿಯಲ್ಲಿ ಉಳಿದ ಸಮಯ"),
      "minute",
      [0, 10000],
    ),
    ups_Load: reading(text("UPS load", "UPS का भार", "UPS ಹೊರೆ"), "percent", [0, 200], { decimals: 0 }),
    ups_Status: reading(text("UPS status", "UPS की स्थिति", "UPS ಸ್ಥಿತಿ"), "none", [1, 7], {
      states: {
        1: text("Other", "अन्य", "ಇತರೆ"),
        2: text("No output", "आउटपुट नहीं", "ಔಟ್‌ಪುಟ್ ಇಲ್ಲ"),
        3: text("Normal", "सामान्य", "ಸಾಮಾನ್ಯ"),
        4: text("Bypass", "बायपास", "ಬೈಪಾಸ್"),
        5: text("On battery", "बैटरी पर", "ಬ್ಯಾಟರಿಯಲ್ಲಿ"),
        6: text("Booster", "बूस्टर", "ಬೂಸ್ಟರ್"),
        7: text("Reducer", "रिड्यूसर", "ರಿಡ್ಯೂಸರ್"),
      },
    }),
    ups_BatteryStatus: reading(text("Battery status", "बैटरी की स्थिति", "ಬ್ಯಾಟರಿ ಸ್ಥಿತಿ"), "none", [1, 4], {
      states: {
        1: text("Unknown", "अज्ञात", "ತಿಳಿದಿಲ್ಲ"),
        2: text("Normal", "सामान्य", "ಸಾಮಾನ್ಯ"),
        3: text("Low", "कम", "ಕಡಿಮೆ"),
        4: text("Depleted", "खाली", "ಖಾಲಿ"),
      },
    }),
    ups_TestResult: reading(text("Last self-test", "पिछली स्व-जाँच", "ಕೊನೆಯ ಸ್ವ-ಪರೀಕ್ಷೆ"), "none", [1, 6], {
      states: {
        1: { ...text("Passed", "सफल", "ಉತ್ತೀರ್ಣ"), level: "fine" },
        2: { ...text("Passed with a warning", "चेतावनी के साथ सफल", "ಎಚ್ಚರಿಕೆಯೊಂದಿಗೆ ಉತ್ತೀರ್ಣ"), level: "warning" },
        3: { ...text("Failed", "असफल", "ವಿಫಲ"), level: "alarm" },
        4: text("Aborted", "बीच में रुकी", "ಮಧ್ಯದಲ್ಲಿ ನಿಂತಿತು"),
        5: text("In progress", "जाँच चल रही है", "ಪರೀಕ್ಷೆ ನಡೆಯುತ್ತಿದೆ"),
        6: text("Not tested", "जाँच नहीं हुई", "ಪರೀಕ್ಷಿಸಿಲ್ಲ"),
      },
    }),
    ups_test: writable("command", text("Self-test", "स्व-जाँच", "ಸ್ವ-ಪರೀಕ್ಷೆ"), "none", {
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
        "मुख्य बिजली नहीं है: UPS अपनी बैटरी पर चल रहा है",
        "ಮುಖ್ಯ ವಿದ್ಯುತ್ ಇಲ್ಲ: UPS ತನ್ನ ಬ್ಯಾಟರಿಯಲ್ಲಿ ನಡೆಯುತ್ತಿದೆ",
      ),
      when: {
        point: "ups_Status",
        equals: upsSource.battery,
        onDelaySeconds: 10,
        offDelaySeconds: 5,
        // A self-test loads the battery while the mains are there.
        unless: [
          { point: "ups_TestResult", equals: upsTestResult.inProgress },
          { point: "ups_InputVoltagePhaseA", above: 100 },
        ],
      },
    },
    "ups-battery-low": {
      code: 121,
      title: text("UPS battery low", "UPS की बैटरी कम", "UPS ಬ್ಯಾಟರಿ ಕಡಿಮೆ"),
      message: text("The battery is nearly empty", "बैटरी लगभग खाली है", "ಬ್ಯಾಟರಿ ಬಹುತೇಕ ಖಾಲಿಯಾಗಿದೆ"),
      when: { point: "ups_BatteryStatus", above: 2.5, onDelaySeconds: 0, offDelaySeconds: 5 },
    },
    "ups-bypass": {
      code: 252,
      title: text("UPS on bypass", "UPS बाइपास पर", "UPS ಬೈಪಾಸ್‌ನಲ್ಲಿ"),
      message: text(
        "The load is on the bypass, without protection",
        "भार बाइपास पर है, सुरक्षा के बिना",
        "ಹೊರೆ ಬೈಪಾಸ್‌ನಲ್ಲಿದೆ, ರಕ್ಷಣೆ ಇಲ್ಲ",
      ),
      when: { point: "ups_Status", equals: upsSource.bypass, onDelaySeconds: 10, offDelaySeconds: 5 },
    },
    "ups-test-failed": {
      code: 253,
      title: text("UPS self-test failed", "UPS की स्व-जाँच असफल", "UPS ಸ್ವ-ಪರೀಕ್ಷೆ ವಿಫಲ"),
      message: text(
        "The UPS has failed its self-test",
        "UPS अपनी स्व-जाँच में असफल रहा",
        "UPS ತನ್ನ ಸ್ವ-ಪರೀಕ್ಷೆಯಲ್ಲಿ ವಿಫಲವಾಗಿದೆ",
      ),
      when: { point: "ups_TestResult", equals: upsTestResult.failed },
    },
    "ups-overload": {
      code: 122,
      title: text("UPS overload", "UPS पर अधिक भार", "UPS ಮೇಲೆ ಅಧಿಕ ಹೊರೆ"),
      message: text(
        "Load {0} %: more than the UPS can carry",
        "भार {0} %: UPS की क्षमता से अधिक",
        "ಹೊರೆ {0} %: UPS ಹೊರಬಲ್ಲುದಕ್ಕಿಂತ ಹೆಚ್ಚು",
      ),
      when: { point: "ups_Load", above: 100, onDelaySeconds: 10, offDelaySeconds: 10, deadband: 5 },
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
    summary: ["ups_Status", "ups_BatteryCharge", "ups_Runtime", "ups_Load"],
    trends: [
      { points: Object.keys(PHASES).map((phase) => `ups_OutputVoltagePhase${phase}`) },
      { points: Object.keys(PHASES).map((phase) => `ups_OutputCurrentPhase${phase}`) },
      { points: ["ups_Load"] },
      { points: ["ups_BatteryCharge"] },
    ],
  },
});

export const upsGuidance: GuidanceOf<typeof ups> = {
  "ups-on-battery": {
    en: "The UPS has lost its mains supply. Check its input breaker and the supply; look at the runtime that is left, and shut down what can wait before it ends.",
    hi: "UPS से पहले की मुख्य बिजली नहीं है। उसका इनपुट ब्रेकर और आपूर्ति जाँचें; बचा हुआ समय देखें, और जो रुक सकता है उसे समय रहते बंद करें।",
    kn: "UPS ಮೊದಲಿನ ಮುಖ್ಯ ವಿದ್ಯುತ್ ಇಲ್ಲ. ಅದರ ಇನ್‌ಪುಟ್ ಬ್ರೇಕರ್ ಮತ್ತು ಪೂರೈಕೆ ಪರಿಶೀಲಿಸಿ; ಉಳಿದ ಸಮಯ ನೋಡಿ, ಕಾಯಬಹುದಾದುದನ್ನು ಅದು ಮುಗಿಯುವ ಮೊದಲು ನಿಲ್ಲಿಸಿ.",
  },
  "ups-battery-low": {
    en: "The battery will be empty within minutes. Shut down what is supplied by this UPS in an orderly way, or bring the mains back now.",
    hi: "बैटरी कुछ मिनटों में खाली हो जाएगी। इस UPS से चलने वाले उपकरणों को ठीक तरह से बंद करें, या मुख्य बिजली अभी लौटाएँ।",
    kn: "ಬ್ಯಾಟರಿ ಕೆಲವೇ ನಿಮಿಷಗಳಲ್ಲಿ ಖಾಲಿಯಾಗುತ್ತದೆ. ಈ UPS ನಿಂದ ನಡೆಯುವುದನ್ನು ಕ್ರಮವಾಗಿ ನಿಲ್ಲಿಸಿ, ಅಥವಾ ಮುಖ್ಯ ವಿದ್ಯುತ್ ಈಗಲೇ ಮರಳಿ ತನ್ನಿ.",
  },
  "ups-bypass": {
    en: "The UPS passes the mains through: a mains failure now switches off what it supplies. It was put there for maintenance, is overloaded, or has a fault. Read its display, and return it to normal operation.",
    hi: "UPS मुख्य बिजली को सीधे आगे भेज रहा है: अभी बिजली जाने पर जुड़े उपकरण बंद हो जाएँगे। उसे रखरखाव के लिए बाइपास पर रखा गया है, उस पर अधिक भार है, या उसमें ख़राबी है। उसका डिस्प्ले पढ़ें, और उसे सामान्य स्थिति में लौटाएँ।",
    kn: "UPS ಮುಖ್ಯ ವಿದ್ಯುತ್ತನ್ನು ನೇರವಾಗಿ ಹಾಯಿಸುತ್ತಿದೆ: ಈಗ ವಿದ್ಯುತ್ ಹೋದರೆ ಅದು ಪೂರೈಸುವ ಸಾಧನಗಳು ನಿಲ್ಲುತ್ತವೆ. ನಿರ್ವಹಣೆಗಾಗಿ ಹಾಗೆ ಇಡಲಾಗಿದೆ, ಅಧಿಕ ಹೊರೆ ಇದೆ, ಅಥವಾ ದೋಷವಿದೆ. ಅದರ ಪರದೆ ಓದಿ, ಸಾಮಾನ್ಯ ಸ್ಥಿತಿಗೆ ಮರಳಿಸಿ.",
  },
  "ups-test-failed": {
    en: "The UPS or its battery did not pass the self-test: in a mains failure it may not carry its load. Read the test result on its display, and have the battery checked before the next outage.",
    hi: "UPS या उसकी बैटरी स्व-जाँच में सफल नहीं हुई: बिजली जाने पर वह अपना भार शायद न उठा पाए। उसके डिस्प्ले पर जाँच का परिणाम पढ़ें, और अगली बिजली कटौती से पहले बैटरी की जाँच कराएँ।",
    kn: "UPS ಅಥವಾ ಅದರ ಬ್ಯಾಟರಿ ಸ್ವ-ಪರೀಕ್ಷೆಯಲ್ಲಿ ಉತ್ತೀರ್ಣವಾಗಲಿಲ್ಲ: ವಿದ್ಯುತ್ ಹೋದಾಗ ಅದು ತನ್ನ ಹೊರೆ ಹೊರಲಾರದು. ಅದರ ಪರದೆಯಲ್ಲಿ ಪರೀಕ್ಷೆಯ ಫಲಿತಾಂಶ ಓದಿ, ಮುಂದಿನ ವಿದ್ಯುತ್ ಕಡಿತಕ್ಕೂ ಮೊದಲು ಬ್ಯಾಟರಿ ಪರಿಶೀಲಿಸಿ.",
  },
  "ups-overload": {
    en: "The UPS carries more than its rating: it may switch off, or has gone to its bypass, where nothing protects what it supplies. Switch off or move part of the load, beginning with what was added last.",
    hi: "UPS अपनी क्षमता से अधिक भार उठा रहा है: वह बंद हो सकता है, या बाइपास पर जा चुका है, जहाँ जुड़े उपकरणों की कोई सुरक्षा नहीं रहती। भार का एक हिस्सा बंद करें या हटाएँ; जो सबसे बाद में जोड़ा गया था उससे शुरू करें।",
    kn: "UPS ತನ್ನ ಸಾಮರ್ಥ್ಯಕ್ಕಿಂತ ಹೆಚ್ಚು ಹೊರೆ ಹೊತ್ತಿದೆ: ಅದು ನಿಲ್ಲಬಹುದು, ಅಥವಾ ಬೈಪಾಸ್‌ಗೆ ಹೋಗಿದೆ, ಅಲ್ಲಿ ಅದು ಪೂರೈಸುವ ಸಾಧನಗಳಿಗೆ ರಕ್ಷಣೆ ಇಲ್ಲ. ಕೊನೆಯದಾಗಿ ಸೇರಿಸಿದ್ದರಿಂದ ಆರಂಭಿಸಿ ಹೊರೆಯ ಒಂದು ಭಾಗವನ್ನು ನಿಲ್ಲಿಸಿ ಅಥವಾ ಬೇರೆಡೆಗೆ ಸರಿಸಿ.",
  },
  "mains-failed": {
    en: "Several UPSs of this building run on battery: its mains supply has failed. Check the main incoming breaker, and ask the electricity supplier how long the outage will last. Check that the generator has started, if there is one. Look at the shortest runtime of the UPSs, and shut down what can wait before it ends.",
    hi: "इस भवन के कई UPS बैटरी पर चल रहे हैं: इसकी मुख्य बिजली चली गई है। मुख्य इनपुट ब्रेकर जाँचें, और बिजली कंपनी से पूछें कि बिजली कब लौटेगी। जनरेटर हो तो जाँचें कि वह चालू हुआ है। UPS का सबसे कम बचा हुआ समय देखें, और जो रुक सकता है उसे उससे पहले बंद करें।",
    kn: "ಈ ಕಟ್ಟಡದ ಹಲವು UPS ಬ್ಯಾಟರಿಯಲ್ಲಿ ನಡೆಯುತ್ತಿವೆ: ಅದರ ಮುಖ್ಯ ವಿದ್ಯುತ್ ಹೋಗಿದೆ. ಮುಖ್ಯ ಇನ್‌ಪುಟ್ ಬ್ರೇಕರ್ ಪರಿಶೀಲಿಸಿ, ವಿದ್ಯುತ್ ಯಾವಾಗ ಮರಳುತ್ತದೆ ಎಂದು ವಿದ್ಯುತ್ ಕಂಪನಿಯನ್ನು ಕೇಳಿ. ಜನರೇಟರ್ ಇದ್ದರೆ ಅದು ಆರಂಭವಾಗಿದೆಯೇ ನೋಡಿ. UPS ಗಳಲ್ಲಿ ಉಳಿದ ಅತಿ ಕಡಿಮೆ ಸಮಯ ನೋಡಿ, ಕಾಯಬಹುದಾದುದನ್ನು ಅದಕ್ಕೂ ಮೊದಲು ನಿಲ್ಲಿಸಿ.",
  },
};
