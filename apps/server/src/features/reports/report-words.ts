import type { Language } from "@verandah/contract/language.ts";

/** A text in each language, by its code. */
export type Words = Readonly<Record<string, Readonly<Record<Language, string>>>>;

export const said = (en: string, hi: string, kn: string) => ({ en, hi, kn });

/** Events of alarms and commands in the log. */
const logEvents: Words = {
  raised: said("Raised", "अलार्म आया", "ಅಲಾರಂ ಬಂದಿತು"),
  returned: said("Returned", "सामान्य हुआ", "ಸಾಮಾನ್ಯವಾಯಿತು"),
  acknowledged: said("Acknowledged", "स्वीकार किया गया", "ಅಂಗೀಕರಿಸಲಾಗಿದೆ"),
  ignored: said("Ignored", "अनदेखा किया गया", "ನಿರ್ಲಕ್ಷಿಸಲಾಗಿದೆ"),
  repeated: said("Repeated", "फिर आया", "ಮತ್ತೆ ಬಂದಿತು"),
  notified: said("Notified", "सूचना दी गई", "ಸೂಚನೆ ನೀಡಲಾಗಿದೆ"),
  "command accepted": said("Command accepted", "आदेश लिया गया", "ಆದೇಶ ಸ್ವೀಕರಿಸಲಾಗಿದೆ"),
  "command queued": said("Command queued", "आदेश कतार में", "ಆದೇಶ ಸರದಿಯಲ್ಲಿದೆ"),
  "command sent": said("Command sent", "आदेश भेजा गया", "ಆದೇಶ ಕಳುಹಿಸಲಾಗಿದೆ"),
  "command acknowledged": said("Command acknowledged", "आदेश मिल गया", "ಆದೇಶ ತಲುಪಿದೆ"),
  "command verified": said("Command verified", "आदेश की पुष्टि हुई", "ಆದೇಶ ದೃಢಪಟ್ಟಿದೆ"),
  "command failed": said("Command failed", "आदेश विफल", "ಆದೇಶ ವಿಫಲ"),
  "command expired": said("Command expired", "आदेश का समय समाप्त", "ಆದೇಶದ ಅವಧಿ ಮುಗಿದಿದೆ"),
  "command superseded": said("Command superseded", "आदेश बदला गया", "ಆದೇಶ ಬದಲಾಯಿಸಲಾಗಿದೆ"),
};

/** Actions of users and of the system. */
const actions: Words = {
  command: said("Command", "आदेश", "ಆದೇಶ"),
  login: said("Login", "लॉगिन", "ಲಾಗಿನ್"),
  logout: said("Logout", "लॉगआउट", "ಲಾಗ್‌ಔಟ್"),
  "login-refused": said("Login refused", "लॉगिन अस्वीकृत", "ಲಾಗಿನ್ ನಿರಾಕರಿಸಲಾಗಿದೆ"),
  "lock-account": said("Account locked", "खाता बंद किया गया", "ಖಾತೆ ಲಾಕ್ ಆಗಿದೆ"),
  "create-user": said("User created", "उपयोगकर्ता बनाया गया", "ಬಳಕೆದಾರರನ್ನು ಸೇರಿಸಲಾಗಿದೆ"),
  "edit-user": said("User changed", "उपयोगकर्ता बदला गया", "ಬಳಕೆದಾರರನ್ನು ಬದಲಾಯಿಸಲಾಗಿದೆ"),
  "unlock-user": said("User unlocked", "उपयोगकर्ता का ताला खोला गया", "ಬಳಕೆದಾರರ ಲಾಕ್ ತೆರೆಯಲಾಗಿದೆ"),
  "end-sessions": said("Sessions ended", "सत्र समाप्त किए गए", "ಸೆಷನ್‌ಗಳನ್ನು ಮುಗಿಸಲಾಗಿದೆ"),
  "replace-user": said("User replaced", "उपयोगकर्ता बदला गया (नया खाता)", "ಬಳಕೆದಾರರನ್ನು ಮರುಸ್ಥಾಪಿಸಲಾಗಿದೆ"),
  "change-password": said("Password changed", "पासवर्ड बदला गया", "ಪಾಸ್‌ವರ್ಡ್ ಬದಲಾಯಿಸಲಾಗಿದೆ"),
  "request-password-link": said("Password link requested", "पासवर्ड लिंक माँगा गया", "ಪಾಸ್‌ವರ್ಡ್ ಕೊಂಡಿ ಕೇಳಲಾಗಿದೆ"),
  "set-password-by-link": said("Password set by link", "लिंक से पासवर्ड रखा गया", "ಕೊಂಡಿಯಿಂದ ಪಾಸ್‌ವರ್ಡ್ ಹೊಂದಿಸಲಾಗಿದೆ"),
  "acknowledge-alarm": said("Alarm acknowledged", "अलार्म स्वीकार किया गया", "ಅಲಾರಂ ಅಂಗೀಕರಿಸಲಾಗಿದೆ"),
  "unshelve-alarm": said("Alarm unshelved", "अलार्म का स्थगन हटाया गया", "ಅಲಾರಂ ತಡೆಹಿಡಿಕೆ ತೆಗೆಯಲಾಗಿದೆ"),
  "map-pumps": said("Pumps mapped", "पंप जोड़े गए", "ಪಂಪ್‌ಗಳನ್ನು ಜೋಡಿಸಲಾಗಿದೆ"),
  "add-device": said("Device added", "उपकरण जोड़ा गया", "ಸಾಧನ ಸೇರಿಸಲಾಗಿದೆ"),
  "edit-device": said("Device changed", "उपकरण बदला गया", "ಸಾಧನ ಬದಲಾಯಿಸಲಾಗಿದೆ"),
  "add-place": said("Place added", "स्थान जोड़ा गया", "ಸ್ಥಳ ಸೇರಿಸಲಾಗಿದೆ"),
  "add-space": said("Seat or room added", "सीट या कमरा जोड़ा गया", "ಆಸನ ಅಥವಾ ಕೊಠಡಿ ಸೇರಿಸಲಾಗಿದೆ"),
  "edit-place": said("Place changed", "स्थान बदला गया", "ಸ್ಥಳ ಬದಲಾಯಿಸಲಾಗಿದೆ"),
  "edit-space": said("Seat or room changed", "सीट या कमरा बदला गया", "ಆಸನ ಅಥವಾ ಕೊಠಡಿ ಬದಲಾಯಿಸಲಾಗಿದೆ"),
  "delete-device": said("Device removed", "उपकरण हटाया गया", "ಸಾಧನ ತೆಗೆದುಹಾಕಲಾಗಿದೆ"),
  "start-rollout": said("Pumps switched in waves", "पंप चरणों में बदले गए", "ಪಂಪ್‌ಗಳನ್ನು ಹಂತಗಳಲ್ಲಿ ಬದಲಿಸಲಾಗಿದೆ"),
  "stop-rollout": said("Waves of pumps stopped", "पंपों के चरण रोके गए", "ಪಂಪ್‌ಗಳ ಹಂತಗಳನ್ನು ನಿಲ್ಲಿಸಲಾಗಿದೆ"),
  "undo-rollout": said("Waves of pumps undone", "पंपों के चरण वापस लिए गए", "ಪಂಪ್‌ಗಳ ಹಂತಗಳನ್ನು ರದ್ದುಮಾಡಲಾಗಿದೆ"),
  "place-device": said("Device placed on the map", "उपकरण मानचित्र पर रखा गया", "ಸಾಧನವನ್ನು ನಕ್ಷೆಯಲ್ಲಿ ಇರಿಸಲಾಗಿದೆ"),
  "renew-credentials": said("Credentials renewed", "क्रेडेंशियल बदले गए", "ರುಜುವಾತುಗಳನ್ನು ನವೀಕರಿಸಲಾಗಿದೆ"),
  "delete-user": said("User deleted", "उपयोगकर्ता हटाया गया", "ಬಳಕೆದಾರರನ್ನು ಅಳಿಸಲಾಗಿದೆ"),
  "verify-secret": said("Security answer accepted", "सुरक्षा उत्तर स्वीकृत", "ಭದ್ರತಾ ಉತ್ತರ ಒಪ್ಪಲಾಗಿದೆ"),
  "secret-refused": said("Security answer refused", "सुरक्षा उत्तर अस्वीकृत", "ಭದ್ರತಾ ಉತ್ತರ ನಿರಾಕರಿಸಲಾಗಿದೆ"),
  "set-password-by-secret": said(
    "Password set after the security answer",
    "सुरक्षा उत्तर के बाद पासवर्ड रखा गया",
    "ಭದ್ರತಾ ಉತ್ತರದ ನಂತರ ಪಾಸ್‌ವರ್ಡ್ ಹೊಂದಿಸಲಾಗಿದೆ",
  ),
  "ignore-alarm": said("Alarm ignored", "अलार्म अनदेखा किया गया", "ಅಲಾರಂ ನಿರ್ಲಕ್ಷಿಸಲಾಗಿದೆ"),
  "import-site": said("Site imported", "साइट आयात की गई", "ಸೈಟ್ ಆಮದು ಮಾಡಲಾಗಿದೆ"),
  "save-ups-battery": said("UPS battery entered", "UPS बैटरी दर्ज की गई", "UPS ಬ್ಯಾಟರಿ ನಮೂದಿಸಲಾಗಿದೆ"),
  "upload-coworking-users": said(
    "Coworking users uploaded",
    "को-वर्किंग उपयोगकर्ता अपलोड किए गए",
    "ಕೋ-ವರ್ಕಿಂಗ್ ಬಳಕೆದಾರರನ್ನು ಅಪ್‌ಲೋಡ್ ಮಾಡಲಾಗಿದೆ",
  ),
  "delete-coworking-users": said(
    "Coworking users deleted",
    "को-वर्किंग उपयोगकर्ता हटाए गए",
    "ಕೋ-ವರ್ಕಿಂಗ್ ಬಳಕೆದಾರರನ್ನು ಅಳಿಸಲಾಗಿದೆ",
  ),
  "save-room-calendar": said("Calendar of a room connected", "कमरे का कैलेंडर जोड़ा गया", "ಕೊಠಡಿಯ ಕ್ಯಾಲೆಂಡರ್ ಜೋಡಿಸಲಾಗಿದೆ"),
  "remove-room-calendar": said("Calendar of a room removed", "कमरे का कैलेंडर हटाया गया", "ಕೊಠಡಿಯ ಕ್ಯಾಲೆಂಡರ್ ತೆಗೆಯಲಾಗಿದೆ"),
  "renew-booking-feed": said("Calendar feed made", "कैलेंडर फ़ीड बनाया गया", "ಕ್ಯಾಲೆಂಡರ್ ಫೀಡ್ ಮಾಡಲಾಗಿದೆ"),
  "end-booking-feed": said("Calendar feed ended", "कैलेंडर फ़ीड समाप्त", "ಕ್ಯಾಲೆಂಡರ್ ಫೀಡ್ ಮುಕ್ತಾಯ"),
  "join-waitlist": said("Joined the waitlist", "प्रतीक्षा सूची में जोड़ा गया", "ಕಾಯುವ ಪಟ್ಟಿಗೆ ಸೇರಿಸಲಾಗಿದೆ"),
  "leave-waitlist": said("Left the waitlist", "प्रतीक्षा सूची से हटाया गया", "ಕಾಯುವ ಪಟ್ಟಿಯಿಂದ ತೆಗೆಯಲಾಗಿದೆ"),
  "book-from-waitlist": said(
    "Booked from the waitlist",
    "प्रतीक्षा सूची से बुक किया गया",
    "ಕಾಯುವ ಪಟ್ಟಿಯಿಂದ ಕಾಯ್ದಿರಿಸಲಾಗಿದೆ",
  ),
  "renew-room-display": said("Door display made", "दरवाज़े का डिस्प्ले बनाया गया", "ಬಾಗಿಲಿನ ಪರದೆ ಮಾಡಲಾಗಿದೆ"),
  "end-room-display": said("Door display ended", "दरवाज़े का डिस्प्ले समाप्त", "ಬಾಗಿಲಿನ ಪರದೆ ಮುಕ್ತಾಯ"),
  "create-booking": said("Booked", "बुक किया गया", "ಕಾಯ್ದಿರಿಸಲಾಗಿದೆ"),
  "edit-booking": said("Booking changed", "बुकिंग बदली गई", "ಕಾಯ್ದಿರಿಸುವಿಕೆ ಬದಲಾಯಿಸಲಾಗಿದೆ"),
  "cancel-booking": said("Booking cancelled", "बुकिंग रद्द की गई", "ಕಾಯ್ದಿರಿಸುವಿಕೆ ರದ್ದುಮಾಡಲಾಗಿದೆ"),
  "check-in": said("Checked in", "चेक-इन किया गया", "ಚೆಕ್-ಇನ್ ಮಾಡಲಾಗಿದೆ"),
  "report-comfort": said("Comfort reported", "आराम की शिकायत दर्ज", "ಸೌಕರ್ಯದ ದೂರು ದಾಖಲಾಗಿದೆ"),
  "close-comfort-report": said("Comfort report closed", "आराम की शिकायत बंद की गई", "ಸೌಕರ್ಯದ ದೂರು ಮುಚ್ಚಲಾಗಿದೆ"),
  "save-energy-settings": said("Tariff saved", "टैरिफ़ सहेजा गया", "ದರಪಟ್ಟಿ ಉಳಿಸಲಾಗಿದೆ"),
  "save-configuration": said("Limits saved", "सीमाएँ सहेजी गईं", "ಮಿತಿಗಳನ್ನು ಉಳಿಸಲಾಗಿದೆ"),
  "save-limit-manners": said("Alarm delays saved", "अलार्म की देरी सहेजी गई", "ಅಲಾರಂ ವಿಳಂಬ ಉಳಿಸಲಾಗಿದೆ"),
  "save-notification-settings": said("Notifications saved", "सूचनाएँ सहेजी गईं", "ಸೂಚನೆಗಳನ್ನು ಉಳಿಸಲಾಗಿದೆ"),
  "save-floor-plan": said("Floor plan saved", "मंज़िल का नक्शा सहेजा गया", "ಮಹಡಿ ನಕ್ಷೆ ಉಳಿಸಲಾಗಿದೆ"),
  "reset-floor-plan": said("Floor plan reset", "मंज़िल का नक्शा पहले जैसा किया गया", "ಮಹಡಿ ನಕ್ಷೆ ಮರುಹೊಂದಿಸಲಾಗಿದೆ"),
  "create-schedule": said("Schedule created", "समय-सारणी बनाई गई", "ವೇಳಾಪಟ್ಟಿ ರಚಿಸಲಾಗಿದೆ"),
  "edit-schedule": said("Schedule changed", "समय-सारणी बदली गई", "ವೇಳಾಪಟ್ಟಿ ಬದಲಾಯಿಸಲಾಗಿದೆ"),
  "delete-schedule": said("Schedule deleted", "समय-सारणी हटाई गई", "ವೇಳಾಪಟ್ಟಿ ಅಳಿಸಲಾಗಿದೆ"),
  "change-default-schedule": said(
    "Default schedule changed",
    "डिफ़ॉल्ट समय-सारणी बदली गई",
    "ಡೀಫಾಲ್ಟ್ ವೇಳಾಪಟ್ಟಿ ಬದಲಾಯಿಸಲಾಗಿದೆ",
  ),
  "add-schedule-day": said("Special day added", "विशेष दिन जोड़ा गया", "ವಿಶೇಷ ದಿನ ಸೇರಿಸಲಾಗಿದೆ"),
  "save-light-scene": said("Light scene saved", "प्रकाश दृश्य सहेजा गया", "ಬೆಳಕಿನ ದೃಶ್ಯ ಉಳಿಸಲಾಗಿದೆ"),
  "rename-light-scene": said(
    "Light scene renamed",
    "प्रकाश दृश्य का नाम बदला गया",
    "ಬೆಳಕಿನ ದೃಶ್ಯದ ಹೆಸರು ಬದಲಾಯಿಸಲಾಗಿದೆ",
  ),
  "delete-light-scene": said("Light scene deleted", "प्रकाश दृश्य हटाया गया", "ಬೆಳಕಿನ ದೃಶ್ಯ ಅಳಿಸಲಾಗಿದೆ"),
  "plan-emergency-test": said("Emergency test planned", "आपातकालीन जाँच तय की गई", "ತುರ್ತು ಪರೀಕ್ಷೆ ನಿಗದಿಪಡಿಸಲಾಗಿದೆ"),
  "delete-emergency-test": said("Emergency test deleted", "आपातकालीन जाँच हटाई गई", "ತುರ್ತು ಪರೀಕ್ಷೆ ಅಳಿಸಲಾಗಿದೆ"),
  "plan-ups-test": said("UPS self-test planned", "UPS की स्व-जाँच तय की गई", "UPS ಸ್ವ-ಪರೀಕ್ಷೆ ನಿಗದಿಪಡಿಸಲಾಗಿದೆ"),
  "delete-ups-test": said("UPS self-test deleted", "UPS की स्व-जाँच हटाई गई", "UPS ಸ್ವ-ಪರೀಕ್ಷೆ ಅಳಿಸಲಾಗಿದೆ"),
  "choose-building": said("Building chosen", "भवन चुना गया", "ಕಟ್ಟಡ ಆಯ್ಕೆ"),
  "delete-schedule-day": said("Special day deleted", "विशेष दिन हटाया गया", "ವಿಶೇಷ ದಿನ ಅಳಿಸಲಾಗಿದೆ"),
};

export const inOne = (words: Words, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([code, texts]) => [code, texts[language]]));

/** Words of log events by their codes. */
export const logEventWords = (language: Language): Record<string, string> => inOne(logEvents, language);
/** Words of audited actions by their codes. */
export const actionWords = (language: Language): Record<string, string> => inOne(actions, language);
