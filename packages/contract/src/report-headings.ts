import type { Language } from "./language.ts";

/** Headings of the reports' columns in the other languages; in English it is the column's name, to the letter. Source: spec 2 §3 Report rows. */
const headings: Record<Exclude<Language, "en">, Record<string, string>> = {
  hi: {
    DeviceName: "उपकरण का नाम",
    Date: "तारीख",
    Time: "समय",
    Category: "श्रेणी",
    Criticality: "गंभीरता",
    Key: "विवरण",
    Value: "मान",
    Unit: "इकाई",
    username: "उपयोगकर्ता नाम",
    LoginDate: "लॉगिन तारीख",
    ActiveTime: "सक्रिय समय",
    Server: "सर्वर",
    State: "स्थिति",
    ReadBack: "पढ़ा गया मान",
    Reason: "कारण",
    triggered_date: "अलार्म आने की तारीख",
    triggered_time: "अलार्म आने का समय",
    measured_date: "मापन तारीख",
    measured_time: "मापन समय",
    Minimum: "न्यूनतम",
    Maximum: "अधिकतम",
    Interval: "अंतराल",
    Quality: "गुणवत्ता",
  },
  kn: {
    DeviceName: "ಸಾಧನದ ಹೆಸರು",
    Date: "ದಿನಾಂಕ",
    Time: "ಸಮಯ",
    Category: "ವರ್ಗ",
    Criticality: "ಗಂಭೀರತೆ",
    Key: "ವಿವರ",
    Value: "ಮೌಲ್ಯ",
    Unit: "ಏಕಮಾನ",
    username: "ಬಳಕೆದಾರ ಹೆಸರು",
    LoginDate: "ಲಾಗಿನ್ ದಿನಾಂಕ",
    ActiveTime: "ಸಕ್ರಿಯ ಸಮಯ",
    Server: "ಸರ್ವರ್",
    State: "ಸ್ಥಿತಿ",
    ReadBack: "ಓದಿದ ಮೌಲ್ಯ",
    Reason: "ಕಾರಣ",
    triggered_date: "ಅಲಾರಂ ಬಂದ ದಿನಾಂಕ",
    triggered_time: "ಅಲಾರಂ ಬಂದ ಸಮಯ",
    measured_date: "ಅಳತೆಯ ದಿನಾಂಕ",
    measured_time: "ಅಳತೆಯ ಸಮಯ",
    Minimum: "ಕನಿಷ್ಠ",
    Maximum: "ಗರಿಷ್ಠ",
    Interval: "ಅವಧಿ",
    Quality: "ಗುಣಮಟ್ಟ",
  },
};

/** The heading of a report's column, as shown and exported. */
export function reportHeading(inLanguage: Language, column: string): string {
  return inLanguage === "en" ? column : (headings[inLanguage][column] ?? column);
}
