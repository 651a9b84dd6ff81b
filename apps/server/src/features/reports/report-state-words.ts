import type { Language } from "@verandah/contract/language.ts";

import { inOne, said, type Words } from "./report-words.ts";

/** Why a command failed, by the field's codes, and why a schedule's command was refused. */
const failures: Words = {
  unreachable: said("the device does not answer", "उपकरण उत्तर नहीं देता", "ಸಾಧನವು ಉತ್ತರಿಸುತ್ತಿಲ್ಲ"),
  refused: said("the device refused it", "उपकरण ने अस्वीकार किया", "ಸಾಧನವು ಅದನ್ನು ನಿರಾಕರಿಸಿತು"),
  "not-verified": said("it does not read back", "मान वापस नहीं पढ़ा गया", "ಮೌಲ್ಯವನ್ನು ಮರಳಿ ಓದಲಾಗಲಿಲ್ಲ"),
  overridden: said(
    "held, overridden at a higher priority",
    "रखा गया, ऊँची प्राथमिकता लागू है",
    "ಉಳಿದಿದೆ, ಹೆಚ್ಚಿನ ಆದ್ಯತೆ ಜಾರಿಯಲ್ಲಿದೆ",
  ),
  expired: said("it came too late", "आदेश देर से पहुँचा", "ಆದೇಶ ತಡವಾಗಿ ತಲುಪಿತು"),
  "unknown-point": said("the device has no such point", "उपकरण में ऐसा पॉइंट नहीं है", "ಸಾಧನದಲ್ಲಿ ಅಂತಹ ಪಾಯಿಂಟ್ ಇಲ್ಲ"),
  "device-unreachable": said(
    "the device or its gateway is offline",
    "उपकरण या उसका गेटवे ऑफ़लाइन है",
    "ಸಾಧನ ಅಥವಾ ಅದರ ಗೇಟ್‌ವೇ ಆಫ್‌ಲೈನ್ ಆಗಿದೆ",
  ),
  "not-found": said("the device has no such point", "उपकरण में ऐसा पॉइंट नहीं है", "ಸಾಧನದಲ್ಲಿ ಅಂತಹ ಪಾಯಿಂಟ್ ಇಲ್ಲ"),
  "point-not-writable": said("the point cannot be written", "पॉइंट पर लिखा नहीं जा सकता", "ಪಾಯಿಂಟ್‌ಗೆ ಬರೆಯಲಾಗದು"),
  "out-of-range": said("outside what the device takes", "उपकरण की सीमा से बाहर", "ಸಾಧನ ಸ್ವೀಕರಿಸುವ ಮಿತಿಯ ಹೊರಗೆ"),
};

/** How far commands, and what schedules were to do, have come. */
const states: Words = {
  accepted: said("Sending", "भेजा जा रहा है", "ಕಳುಹಿಸಲಾಗುತ್ತಿದೆ"),
  queued: said("Waiting for the gateway", "गेटवे की प्रतीक्षा", "ಗೇಟ್‌ವೇಗಾಗಿ ಕಾಯುತ್ತಿದೆ"),
  sent: said("Sent", "भेजा गया", "ಕಳುಹಿಸಲಾಗಿದೆ"),
  acknowledged: said("Accepted, verifying", "स्वीकृत, वापस पढ़ा जा रहा है", "ಸ್ವೀಕರಿಸಲಾಗಿದೆ, ಮರಳಿ ಓದಲಾಗುತ್ತಿದೆ"),
  verified: said("Confirmed", "पुष्टि हुई", "ದೃಢೀಕರಿಸಲಾಗಿದೆ"),
  failed: said("Failed", "विफल", "ವಿಫಲ"),
  expired: said("Not confirmed within 40 s", "40 सेकंड में पुष्टि नहीं हुई", "40 ಸೆಕೆಂಡುಗಳಲ್ಲಿ ದೃಢೀಕರಿಸಲಾಗಿಲ್ಲ"),
  superseded: said("Replaced by a later command", "बाद के आदेश से बदला गया", "ನಂತರದ ಆದೇಶದಿಂದ ಬದಲಾಯಿಸಲಾಗಿದೆ"),
  planned: said("Planned", "नियोजित", "ಯೋಜಿತ"),
  running: said("Running", "चल रहा है", "ನಡೆಯುತ್ತಿದೆ"),
  done: said("Done", "पूरा हुआ", "ಪೂರ್ಣಗೊಂಡಿದೆ"),
  skipped: said("Skipped", "छोड़ा गया", "ಬಿಡಲಾಗಿದೆ"),
};

/** Why what a schedule was to do was not done. */
const reasons: Words = {
  overruled: said("overridden by", "इसकी जगह लागू:", "ಇದರ ಬದಲು ಜಾರಿ:"),
  late: said("no server ran in time", "समय पर कोई सर्वर नहीं चल रहा था", "ಸಮಯಕ್ಕೆ ಯಾವ ಸರ್ವರ್ ನಡೆಯುತ್ತಿರಲಿಲ್ಲ"),
  replaced: said("replaced by", "इससे बदला गया:", "ಇದರಿಂದ ಬದಲಾಯಿಸಲಾಗಿದೆ:"),
  "no-units": said("no unit", "कोई यूनिट नहीं", "ಯಾವ ಘಟಕವೂ ಇಲ್ಲ"),
};

/** What schedules were to do. */
const occurrences: Words = {
  "occurrence: on": said("Schedule: on", "समय-सारणी: चालू", "ವೇಳಾಪಟ್ಟಿ: ಆನ್"),
  "occurrence: off": said("Schedule: off", "समय-सारणी: बंद", "ವೇಳಾಪಟ್ಟಿ: ಆಫ್"),
  "occurrence: end": said("Schedule: end", "समय-सारणी: समाप्त", "ವೇಳಾಪಟ್ಟಿ: ಅಂತ್ಯ"),
  "occurrence: change": said("Schedule: change", "समय-सारणी: बदलाव", "ವೇಳಾಪಟ್ಟಿ: ಬದಲಾವಣೆ"),
};

/** Sources of commands; `system` is not a person. */
const names: Words = {
  "Default schedule": said("Default schedule", "डिफ़ॉल्ट समय-सारणी", "ಡೀಫಾಲ್ಟ್ ವೇಳಾಪಟ್ಟಿ"),
  Schedule: said("Schedule", "समय-सारणी", "ವೇಳಾಪಟ್ಟಿ"),
  Person: said("Person", "व्यक्ति", "ವ್ಯಕ್ತಿ"),
  system: said("system", "सिस्टम", "ವ್ಯವಸ್ಥೆ"),
  Critical: said("Critical", "गंभीर", "ಗಂಭೀರ"),
  NonCritical: said("NonCritical", "गैर-गंभीर", "ಗಂಭೀರವಲ್ಲದ"),
};

/** What became of sessions. */
const sessions: Words = {
  active: said("Logged in", "लॉगिन है", "ಲಾಗಿನ್ ಆಗಿದ್ದಾರೆ"),
  logout: said("Logged out", "लॉगआउट किया", "ಲಾಗ್‌ಔಟ್ ಆಗಿದ್ದಾರೆ"),
  expired: said("Session expired", "सत्र समाप्त", "ಅವಧಿ ಮುಗಿದಿದೆ"),
  replaced: said("Session replaced by another login", "कहीं और लॉगिन किया", "ಬೇರೆಡೆ ಲಾಗಿನ್ ಆಗಿದ್ದಾರೆ"),
  "password-changed": said("Password changed", "पासवर्ड बदला गया", "ಪಾಸ್‌ವರ್ಡ್ ಬದಲಾಯಿಸಲಾಗಿದೆ"),
};

const qualities: Words = {
  good: said("good", "ठीक", "ಉತ್ತಮ"),
  suspect: said("suspect", "संदिग्ध", "ಸಂಶಯಾಸ್ಪದ"),
};

/** Words of failures by their codes. */
export const failureWords = (language: Language): Record<string, string> => inOne(failures, language);

/** Words of states by their codes. */
export const stateCodeWords = (language: Language): Record<string, string> => inOne(states, language);
export const occurrenceWords = (language: Language): Record<string, string> => inOne(occurrences, language);
export const reasonWords = (language: Language): Record<string, string> => inOne(reasons, language);
export const nameWords = (language: Language): Record<string, string> => inOne(names, language);
export const sessionWords = (language: Language): Record<string, string> => inOne(sessions, language);
export const qualityWords = (language: Language): Record<string, string> => inOne(qualities, language);
