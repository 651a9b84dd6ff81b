import { text } from "../define.ts";

/** Of `ups_Status`. Source: RFC 1628 §4, upsOutputSource. */
export const sourceStates = {
  1: text("Other", "अन्य", "ಇತರೆ"),
  2: text("No output", "आउटपुट नहीं", "ಔಟ್‌ಪುಟ್ ಇಲ್ಲ"),
  3: text("Normal", "सामान्य", "ಸಾಮಾನ್ಯ"),
  4: text("Bypass", "बाइपास", "ಬೈಪಾಸ್"),
  5: text("On battery", "बैटरी पर", "ಬ್ಯಾಟರಿಯಲ್ಲಿ"),
  6: text("Booster", "बूस्टर", "ಬೂಸ್ಟರ್"),
  7: text("Reducer", "रिड्यूसर", "ರಿಡ್ಯೂಸರ್"),
} as const;

/** Of `ups_BatteryStatus`. Source: RFC 1628 §4, upsBatteryStatus. */
export const batteryStates = {
  1: text("Unknown", "अज्ञात", "ತಿಳಿದಿಲ್ಲ"),
  2: text("Normal", "सामान्य", "ಸಾಮಾನ್ಯ"),
  3: text("Low", "कम", "ಕಡಿಮೆ"),
  4: text("Depleted", "ख़ाली", "ಖಾಲಿ"),
} as const;

/** Of `ups_Shutdown`. Source: RFC 1628 §4, upsAlarmShutdownPending and upsAlarmShutdownImminent. */
export const shutdownStates = {
  0: { ...text("None", "कोई नहीं", "ಯಾವುದೂ ಇಲ್ಲ"), level: "fine" },
  1: { ...text("Planned", "नियोजित", "ಯೋಜಿತ"), level: "alarm" },
  2: { ...text("Imminent", "तुरंत होने वाला", "ತಕ್ಷಣ ಆಗಲಿದೆ"), level: "alarm" },
} as const;

/** Of `ups_Fault`, with the numbers of `upsFault`. */
export const faultStates = {
  0: { ...text("None", "कोई नहीं", "ಯಾವುದೂ ಇಲ್ಲ"), level: "fine" },
  1: {
    ...text("Input out of tolerance", "इनपुट सीमा से बाहर", "ಇನ್‌ಪುಟ್ ಮಿತಿಯ ಹೊರಗೆ"),
    level: "warning",
  },
  2: { ...text("Other alarm", "अन्य अलार्म", "ಇತರ ಅಲಾರಂ"), level: "alarm" },
  3: {
    ...text("Temperature out of tolerance", "तापमान सीमा से बाहर", "ತಾಪಮಾನ ಮಿತಿಯ ಹೊರಗೆ"),
    level: "alarm",
  },
  4: {
    ...text("Output out of tolerance", "आउटपुट सीमा से बाहर", "ಔಟ್‌ಪುಟ್ ಮಿತಿಯ ಹೊರಗೆ"),
    level: "alarm",
  },
  5: {
    ...text("Bypass out of tolerance", "बाइपास सीमा से बाहर", "ಬೈಪಾಸ್ ಮಿತಿಯ ಹೊರಗೆ"),
    level: "alarm",
  },
  6: { ...text("Charger failed", "चार्जर ख़राब", "ಚಾರ್ಜರ್ ವಿಫಲ"), level: "alarm" },
  7: { ...text("Fan failed", "पंखा ख़राब", "ಫ್ಯಾನ್ ವಿಫಲ"), level: "alarm" },
  8: { ...text("Fuse failed", "फ़्यूज़ ख़राब", "ಫ್ಯೂಸ್ ವಿಫಲ"), level: "alarm" },
  9: { ...text("General fault", "सामान्य ख़राबी", "ಸಾಮಾನ್ಯ ದೋಷ"), level: "alarm" },
  10: {
    ...text("No connection to the UPS", "UPS से संपर्क नहीं", "UPS ಜೊತೆ ಸಂಪರ್ಕವಿಲ್ಲ"),
    level: "alarm",
  },
  11: { ...text("Output switched off", "आउटपुट बंद किया गया", "ಔಟ್‌ಪುಟ್ ಆಫ್ ಮಾಡಲಾಗಿದೆ"), level: "alarm" },
} as const;

/** Of `ups_TestResult`. Source: RFC 1628 §4, upsTestResultsSummary. */
export const testResultStates = {
  1: { ...text("Passed", "सफल", "ಉತ್ತೀರ್ಣ"), level: "fine" },
  2: { ...text("Passed with a warning", "चेतावनी के साथ सफल", "ಎಚ್ಚರಿಕೆಯೊಂದಿಗೆ ಉತ್ತೀರ್ಣ"), level: "warning" },
  3: { ...text("Failed", "असफल", "ವಿಫಲ"), level: "alarm" },
  4: text("Aborted", "बीच में रुकी", "ಮಧ್ಯದಲ್ಲಿ ನಿಂತಿತು"),
  5: text("In progress", "जाँच चल रही है", "ಪರೀಕ್ಷೆ ನಡೆಯುತ್ತಿದೆ"),
  6: text("Not tested", "जाँच नहीं हुई", "ಪರೀಕ್ಷಿಸಿಲ್ಲ"),
} as const;
