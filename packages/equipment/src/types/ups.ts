import { defineEquipment, reading, readings, text, writable } from "../define.ts";
import { batteryStates, faultStates, shutdownStates, sourceStates, testResultStates } from "./ups-states.ts";

export const UPS_STATUS = "ups_Status";
export const UPS_LOAD = "ups_Load";
/** Minutes. */
export const UPS_RUNTIME = "ups_Runtime";
export const UPS_CHARGE = "ups_BatteryCharge";
export const UPS_TEMPERATURE = "ups_Temperature";
export const UPS_BATTERY_STATUS = "ups_BatteryStatus";
export const UPS_TEST_RESULT = "ups_TestResult";
export const UPS_TEST = "ups_test";
export const UPS_OVERLOAD = "ups_Overload";
export const UPS_REPLACE_BATTERY = "ups_ReplaceBattery";
export const UPS_SHUTDOWN = "ups_Shutdown";
export const UPS_FAULT = "ups_Fault";

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

/**
 * Values of `ups_Fault`: a fault that the UPS reports and that no other point has. Source: RFC 1628 §4, upsWellKnownAlarms. Values from
 * `other` on are alarms.
 */
export const upsFault = {
  none: 0,
  input: 1,
  other: 2,
  temperature: 3,
  output: 4,
  bypass: 5,
  charger: 6,
  fan: 7,
  fuse: 8,
  general: 9,
  noConnection: 10,
  outputOff: 11,
} as const;

/** Values of `ups_test`, the test that was started last. Source: RFC 1628 §4, upsWellKnownTests. */
export const upsTest = { none: 1, general: 3, battery: 4 } as const;

const PHASES = { A: "L1", B: "L2", C: "L3" };
/** Between two lines or to neutral. Source: IEC 60038 §3, low voltage. */
const LOW_VOLTAGE: [number, number] = [0, 1000];
const needed = {
  0: { ...text("Not needed", "ज़रूरी नहीं", "ಅಗತ್ಯವಿಲ್ಲ"), level: "fine" },
  1: { ...text("Needed", "ज़रूरी", "ಅಗತ್ಯವಿದೆ"), level: "alarm" },
} as const;

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
      LOW_VOLTAGE,
      { brick: "Voltage_Sensor" },
    ),
    ...readings(
      "ups_OutputVoltagePhase",
      PHASES,
      text("Output voltage", "आउटपुट वोल्टेज", "ಔಟ್‌ಪುಟ್ ವೋಲ್ಟೇಜ್"),
      "volt",
      LOW_VOLTAGE,
      { brick: "Voltage_Sensor" },
    ),
    ...readings(
      "ups_OutputCurrentPhase",
      PHASES,
      text("Output current", "आउटपुट धारा", "ಔಟ್‌ಪುಟ್ ಪ್ರವಾಹ"),
      "ampere",
      [0, 6300],
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
    [UPS_TEMPERATURE]: reading(text("UPS temperature", "UPS का तापमान", "UPS ತಾಪಮಾನ"), "degC", [-40, 100], {
      brick: "Temperature_Sensor",
    }),
    ups_InputFrequency: reading(text("Input frequency", "इनपुट आवृत्ति", "ಇನ್‌ಪುಟ್ ಆವರ್ತನ"), "hertz", [0, 70], {
      brick: "Frequency_Sensor",
    }),
    ups_OutputFrequency: reading(text("Output frequency", "आउटपुट आवृत्ति", "ಔಟ್‌ಪುಟ್ ಆವರ್ತನ"), "hertz", [0, 70], {
      brick: "Frequency_Sensor",
    }),
    [UPS_CHARGE]: reading(text("Battery charge", "बैटरी चार्ज", "ಬ್ಯಾಟರಿ ಚಾರ್ಜ್"), "percent", [0, 100]),
    ups_BatteryVoltage: reading(text("Battery voltage", "बैटरी वोल्टेज", "ಬ್ಯಾಟರಿ ವೋಲ್ಟೇಜ್"), "volt", [0, 1000], {
      brick: "Battery_Voltage_Sensor",
    }),
    [UPS_RUNTIME]: reading(
      text("Time left on battery", "बैटरी पर शेष समय", "ಬ್ಯಾಟರಿಯಲ್ಲಿ ಉಳಿದ ಸಮಯ"),
      "minute",
      [0, 10000],
    ),
    // Of several phases the one with the highest load.
    [UPS_LOAD]: reading(text("UPS load", "UPS का भार", "UPS ಹೊರೆ"), "percent", [0, 200], { decimals: 0 }),
    ...readings("ups_LoadPhase", PHASES, text("Load", "भार", "ಹೊರೆ"), "percent", [0, 200], { decimals: 0 }),
    [UPS_OVERLOAD]: reading(text("Overload", "अधिक भार", "ಅಧಿಕ ಹೊರೆ"), "none", [0, 1], {
      states: {
        0: { ...text("No", "नहीं", "ಇಲ್ಲ"), level: "fine" },
        1: { ...text("Yes", "हाँ", "ಹೌದು"), level: "alarm" },
      },
    }),
    [UPS_STATUS]: reading(text("UPS status", "UPS की स्थिति", "UPS ಸ್ಥಿತಿ"), "none", [1, 7], {
      states: sourceStates,
    }),
    [UPS_BATTERY_STATUS]: reading(text("Battery status", "बैटरी की स्थिति", "ಬ್ಯಾಟರಿ ಸ್ಥಿತಿ"), "none", [1, 4], {
      states: batteryStates,
    }),
    [UPS_REPLACE_BATTERY]: reading(
      text("Battery replacement", "बैटरी बदलना", "ಬ್ಯಾಟರಿ ಬದಲಾವಣೆ"),
      "none",
      [0, 1],
      { states: needed },
    ),
    [UPS_SHUTDOWN]: reading(text("Shutdown", "शटडाउन", "ಶಟ್‌ಡೌನ್"), "none", [0, 2], {
      states: shutdownStates,
    }),
    [UPS_FAULT]: reading(text("Reported fault", "बताई गई ख़राबी", "ವರದಿಯಾದ ದೋಷ"), "none", [0, 11], {
      states: faultStates,
    }),
    [UPS_TEST_RESULT]: reading(text("Last self-test", "पिछली स्व-जाँच", "ಕೊನೆಯ ಸ್ವ-ಪರೀಕ್ಷೆ"), "none", [1, 6], {
      states: testResultStates,
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
    "ups-output-off": {
      code: 124,
      title: text("UPS output off", "UPS का आउटपुट बंद", "UPS ಔಟ್‌ಪುಟ್ ಆಫ್"),
      message: text(
        "The UPS supplies no power to its load",
        "UPS अपने भार को बिजली नहीं दे रहा",
        "UPS ತನ್ನ ಹೊರೆಗೆ ವಿದ್ಯುತ್ ನೀಡುತ್ತಿಲ್ಲ",
      ),
      when: { point: UPS_STATUS, equals: upsSource.none, onDelaySeconds: 0, offDelaySeconds: 5 },
    },
    "ups-shutdown": {
      code: 125,
      title: text("UPS shutdown", "UPS शटडाउन", "UPS ಶಟ್‌ಡೌನ್"),
      message: text(
        "Shutdown: the UPS is about to switch off its load",
        "शटडाउन: UPS अपना भार बंद करने वाला है",
        "ಶಟ್‌ಡೌನ್: UPS ತನ್ನ ಹೊರೆಯನ್ನು ಆಫ್ ಮಾಡಲಿದೆ",
      ),
      when: { point: UPS_SHUTDOWN, above: 0.5, onDelaySeconds: 0, offDelaySeconds: 5 },
    },
    "ups-overload-reported": {
      code: 126,
      title: text("UPS reports an overload", "UPS अधिक भार बताता है", "UPS ಅಧಿಕ ಹೊರೆ ವರದಿ ಮಾಡಿದೆ"),
      when: {
        point: UPS_OVERLOAD,
        equals: 1,
        onDelaySeconds: 10,
        offDelaySeconds: 10,
        // Then "ups-overload" has the load.
        unless: [{ point: UPS_LOAD, above: 100 }],
      },
    },
    "ups-replace-battery": {
      code: 254,
      title: text("UPS battery must be replaced", "UPS की बैटरी बदलनी है", "UPS ಬ್ಯಾಟರಿ ಬದಲಾಯಿಸಬೇಕು"),
      message: text(
        "The UPS reports that its battery must be replaced",
        "UPS बताता है कि उसकी बैटरी बदलनी है",
        "ತನ್ನ ಬ್ಯಾಟರಿ ಬದಲಾಯಿಸಬೇಕೆಂದು UPS ವರದಿ ಮಾಡಿದೆ",
      ),
      when: { point: UPS_REPLACE_BATTERY, equals: 1, onDelaySeconds: 10, offDelaySeconds: 10 },
    },
    "ups-fault": {
      code: 255,
      title: text("UPS fault", "UPS में ख़राबी", "UPS ದೋಷ"),
      message: text("The UPS reports a fault", "UPS एक ख़राबी बताता है", "UPS ಒಂದು ದೋಷ ವರದಿ ಮಾಡಿದೆ"),
      when: {
        point: UPS_FAULT,
        above: upsFault.input,
        onDelaySeconds: 10,
        offDelaySeconds: 10,
        // "ups-output-off" is the same fault.
        unless: [
          { point: UPS_FAULT, equals: upsFault.outputOff },
          { point: UPS_STATUS, equals: upsSource.none },
        ],
      },
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
    summary: [UPS_STATUS, UPS_CHARGE, UPS_RUNTIME, UPS_LOAD],
    trends: [
      { points: Object.keys(PHASES).map((phase) => `ups_OutputVoltagePhase${phase}`) },
      { points: Object.keys(PHASES).map((phase) => `ups_OutputCurrentPhase${phase}`) },
      { points: [UPS_LOAD] },
      { points: [UPS_CHARGE] },
    ],
  },
});
