import type { Language } from "@verandah/contract/language.ts";
import { type RoleId, roles } from "@verandah/contract/roles.ts";

import { inOne, said, type Words } from "./report-words.ts";

const roleWords: Record<RoleId, Words[string]> = {
  [roles.operator]: said("Operator", "ऑपरेटर", "ಆಪರೇಟರ್"),
  [roles.administrator]: said("Administrator", "प्रशासक", "ನಿರ್ವಾಹಕರು"),
  [roles.viewer]: said("Viewer", "दर्शक", "ವೀಕ್ಷಕರು"),
  [roles.pumpCustomer]: said("Pump customer", "पंप ग्राहक", "ಪಂಪ್ ಗ್ರಾಹಕರು"),
  [roles.member]: said("Coworking member", "को-वर्किंग सदस्य", "ಕೋ-ವರ್ಕಿಂಗ್ ಸದಸ್ಯ"),
};

const alarms = { alarms: said("Alarms", "अलार्म", "ಅಲಾರಂಗಳು") };
const reason = { reason: said("Reason", "कारण", "ಕಾರಣ") };
const times = {
  timeData: said("Times", "समय", "ಸಮಯಗಳು"),
  start: said("From", "से", "ಇಂದ"),
  end: said("To", "तक", "ವರೆಗೆ"),
};
const limitKinds = {
  temperature: said("Temperature", "तापमान", "ತಾಪಮಾನ"),
  humidity: said("Humidity", "नमी", "ತೇವಾಂಶ"),
  lux: said("Light", "प्रकाश", "ಬೆಳಕು"),
  co2: said("CO2", "CO2", "CO2"),
  overParked: said("Over-parked", "अधिक समय पार्किंग", "ಅಧಿಕ ಸಮಯ ನಿಲುಗಡೆ"),
  wastage: said("Wastage", "बर्बादी", "ವ್ಯರ್ಥ"),
  min: said("least", "न्यूनतम", "ಕನಿಷ್ಠ"),
  max: said("most", "अधिकतम", "ಗರಿಷ್ಠ"),
};
const named = { id: said("No.", "क्रमांक", "ಸಂಖ್ಯೆ"), name: said("Name", "नाम", "ಹೆಸರು") };
const schedule = {
  ...named,
  ...times,
  title: said("Title", "शीर्षक", "ಶೀರ್ಷಿಕೆ"),
  floor: said("Floor", "मंज़िल", "ಮಹಡಿ"),
  zones: said("Zones", "ज़ोन", "ವಲಯಗಳು"),
  action: said("Action", "क्रिया", "ಕ್ರಿಯೆ"),
  type: said("Type", "प्रकार", "ಪ್ರಕಾರ"),
  channel: said("Channel", "चैनल", "ಚಾನೆಲ್"),
  intensity: said("Intensity", "तीव्रता", "ತೀವ್ರತೆ"),
  intensityFlag: said("Own intensity", "अपनी तीव्रता", "ಸ್ವಂತ ತೀವ್ರತೆ"),
  hexColor: said("Colour", "रंग", "ಬಣ್ಣ"),
};
const selfTest = {
  kind: said("Kind", "प्रकार", "ಪ್ರಕಾರ"),
  start: times.start,
  isMonthly: said("Monthly", "मासिक", "ಮಾಸಿಕ"),
};
const plan = {
  ...named,
  version: said("Version", "संस्करण", "ಆವೃತ್ತಿ"),
  hasDrawing: said("Drawing", "चित्र", "ಚಿತ್ರ"),
  drawing: said("New drawing", "नया चित्र", "ಹೊಸ ಚಿತ್ರ"),
  zones: schedule.zones,
  outline: said("Outline", "रूपरेखा", "ಹೊರರೇಖೆ"),
  devices: said("Devices", "उपकरण", "ಸಾಧನಗಳು"),
  ssid: said("Device", "उपकरण", "ಸಾಧನ"),
  position: said("Position", "स्थान", "ಸ್ಥಾನ"),
  type: schedule.type,
  bytes: said("Bytes", "बाइट", "ಬೈಟ್‌ಗಳು"),
  sha256: said("Fingerprint", "फ़िंगरप्रिंट", "ಗುರುತು"),
};

/** Fields that an action changed, by the action. */
const fields: Readonly<Record<string, Words>> = {
  login: {
    force: said("Ends any other session", "कोई दूसरा सत्र हो तो समाप्त", "ಬೇರೆ ಅವಧಿ ಇದ್ದರೆ ಕೊನೆ"),
    guest: said("Guest", "अतिथि", "ಅತಿಥಿ"),
  },
  "create-user": {
    roleId: said("Role", "भूमिका", "ಪಾತ್ರ"),
    username: said("Username", "उपयोगकर्ता नाम", "ಬಳಕೆದಾರ ಹೆಸರು"),
  },
  "acknowledge-alarm": alarms,
  "ignore-alarm": { ...alarms, ...reason, until: said("Until", "कब तक", "ಯಾವಾಗಿನವರೆಗೆ") },
  "map-pumps": { deviceIds: plan.devices },
  "import-site": { siteSha256: plan.sha256, devices: plan.devices },
  "save-configuration": limitKinds,
  "save-limit-manners": {
    ...limitKinds,
    deadband: said("Deadband", "डेडबैंड", "ಡೆಡ್‌ಬ್ಯಾಂಡ್"),
    on_delay_seconds: said("Delay, s", "देरी, सेकंड", "ವಿಳಂಬ, ಸೆಕೆಂಡು"),
    off_delay_seconds: said("Delay of the end, s", "समाप्ति की देरी, सेकंड", "ಅಂತ್ಯದ ವಿಳಂಬ, ಸೆಕೆಂಡು"),
  },
  "save-notification-settings": {
    by_mail: said("By e-mail", "ई-मेल से", "ಇ-ಮೇಲ್ ಮೂಲಕ"),
    in_browser: said("In the browser", "ब्राउज़र में", "ಬ್ರೌಸರ್‌ನಲ್ಲಿ"),
    floor_ids: said("Floors", "मंज़िलें", "ಮಹಡಿಗಳು"),
    digest_minutes: said("Digest, min", "सारांश, मिनट", "ಸಾರಾಂಶ, ನಿಮಿಷ"),
    language: said("Language", "भाषा", "ಭಾಷೆ"),
  },
  "save-floor-plan": plan,
  "reset-floor-plan": plan,
  "create-schedule": schedule,
  "edit-schedule": schedule,
  "change-default-schedule": { ...times, weekData: said("Weekdays", "सप्ताह के दिन", "ವಾರದ ದಿನಗಳು") },
  "save-light-scene": { name: named.name, lights: said("Lights", "लाइटें", "ದೀಪಗಳು") },
  "rename-light-scene": { name: named.name },
  "plan-emergency-test": selfTest,
  "plan-ups-test": selfTest,
  "add-schedule-day": {
    ...named,
    ...times,
    day: said("Day", "दिन", "ದಿನ"),
    kind: said("Kind", "प्रकार", "ಪ್ರಕಾರ"),
  },
};

/** Values that are codes, as JSON has them. */
const values: Words = {
  true: said("yes", "हाँ", "ಹೌದು"),
  false: said("no", "नहीं", "ಇಲ್ಲ"),
  '"function"': said("function test", "कार्य जाँच", "ಕಾರ್ಯ ಪರೀಕ್ಷೆ"),
  '"duration"': said("duration test", "अवधि जाँच", "ಅವಧಿ ಪರೀಕ್ಷೆ"),
  '"general"': said("general test", "सामान्य जाँच", "ಸಾಮಾನ್ಯ ಪರೀಕ್ಷೆ"),
  '"battery"': said("battery test", "बैटरी जाँच", "ಬ್ಯಾಟರಿ ಪರೀಕ್ಷೆ"),
  '"none"': said("none", "कोई नहीं", "ಯಾವುದೂ ಇಲ್ಲ"),
  '"critical"': said("critical", "गंभीर", "ಗಂಭೀರ"),
  '"all"': said("all", "सभी", "ಎಲ್ಲ"),
  '"en"': said("English", "अंग्रेज़ी", "ಇಂಗ್ಲಿಷ್"),
  '"hi"': said("Hindi", "हिन्दी", "ಹಿಂದಿ"),
  '"kn"': said("Kannada", "कन्नड़", "ಕನ್ನಡ"),
  null: said("all", "सभी", "ಎಲ್ಲ"),
};
/** Actions whose fields have such values. */
const withValues: Readonly<Record<string, readonly string[]>> = {
  login: ["true", "false"],
  "plan-emergency-test": ["true", "false", '"function"', '"duration"'],
  "plan-ups-test": ["true", "false", '"general"', '"battery"'],
  "save-notification-settings": ['"none"', '"critical"', '"all"', "null", '"en"', '"hi"', '"kn"'],
  "save-floor-plan": ["true", "false"],
  "reset-floor-plan": ["true", "false"],
  "create-schedule": ["true", "false"],
  "edit-schedule": ["true", "false"],
};

const withInstants = new Set(["create-schedule", "edit-schedule", "plan-emergency-test", "plan-ups-test"]);

/** Words of what an action changed. */
export interface ChangeWords {
  fields: Record<string, string>;
  /** By the JSON of a value, such as `true` and `"none"`. */
  values: Record<string, string>;
  /** Fields that hold an instant. */
  instants: readonly string[];
}

/** Words for the JSON that the audit keeps of an action, by the action. */
export function changeWords(language: Language): Record<string, ChangeWords> {
  const inThis = inOne(values, language);
  return Object.fromEntries(
    Object.entries(fields).map(([action, words]) => [
      action,
      {
        fields: inOne(words, language),
        values:
          action === "create-user"
            ? inOne(roleWords, language)
            : Object.fromEntries((withValues[action] ?? []).map((value) => [value, inThis[value] ?? value])),
        instants: withInstants.has(action) ? ["start", "end"] : [],
      },
    ]),
  );
}
