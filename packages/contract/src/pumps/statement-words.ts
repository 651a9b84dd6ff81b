import type { Language } from "../language.ts";

const said = (en: string, hi: string, kn: string) => ({ en, hi, kn });

/** Words of a pump's monthly statement, on its screen and in its files. `{0}` is a number or a time. */
const words = {
  title: said("Monthly statement", "मासिक विवरण", "ಮಾಸಿಕ ವಿವರಪಟ್ಟಿ"),
  pump: said("Solar pump", "सोलर पंप", "ಸೌರ ಪಂಪ್"),
  customer: said("Customer", "ग्राहक", "ಗ್ರಾಹಕ"),
  "no-customer": said("Not mapped to a customer", "किसी ग्राहक से नहीं जुड़ा", "ಯಾವ ಗ್ರಾಹಕರಿಗೂ ಜೋಡಿಸಿಲ್ಲ"),
  month: said("Month", "महीना", "ತಿಂಗಳು"),
  "until-now": said(
    "Until now: {0}. The month is not over.",
    "अब तक: {0}। महीना पूरा नहीं हुआ है।",
    "ಇಲ್ಲಿಯವರೆಗೆ: {0}. ತಿಂಗಳು ಮುಗಿದಿಲ್ಲ.",
  ),
  issued: said("Issued", "जारी", "ನೀಡಿದ ಸಮಯ"),
  date: said("Date", "तारीख", "ದಿನಾಂಕ"),
  litres: said("Water (L)", "पानी (L)", "ನೀರು (L)"),
  runHours: said("Run time (h)", "चलने का समय (घंटे)", "ಓಡಿದ ಸಮಯ (ಗಂಟೆ)"),
  kilowattHour: said("Energy (kWh)", "ऊर्जा (kWh)", "ವಿದ್ಯುತ್ (kWh)"),
  completeness: said("Readings (%)", "रीडिंग (%)", "ರೀಡಿಂಗ್ (%)"),
  total: said("Whole month", "पूरा महीना", "ಇಡೀ ತಿಂಗಳು"),
  "total-until-now": said("Month until now", "महीना अब तक", "ತಿಂಗಳು ಇಲ್ಲಿಯವರೆಗೆ"),
  measured: said("measured", "मापा गया", "ಅಳತೆ"),
  estimated: said("estimated", "अनुमानित", "ಅಂದಾಜು"),
  missing: said("missing", "नहीं मिला", "ಲಭ್ಯವಿಲ್ಲ"),
  "missing-days": said("days missing: {0}", "न मिले दिन: {0}", "ಲಭ್ಯವಿಲ್ಲದ ದಿನಗಳು: {0}"),
  "by-day": said("By day", "दिन के अनुसार", "ದಿನವಾರು"),
  "how-counted": said("How the figures are counted", "आँकड़े कैसे गिने जाते हैं", "ಅಂಕಿಗಳ ಲೆಕ್ಕದ ವಿಧಾನ"),
  rule: said(
    "Figures are counted in quarters of an hour. Measured: all quarters have readings. Estimated: a gap of up to 2 hours gets the mean of both sides; the water of a longer gap within a day comes from the pump's counter; a gap between 17:00 and 08:00 counts as no pumping if the motor was off before and after it. Missing: a longer gap, or readings in less than 40 % of the day. The month is the sum of the known days; it is marked missing if a day is missing.",
    "आँकड़े 15-15 मिनट में गिने जाते हैं। मापा गया: हर 15 मिनट की रीडिंग है। अनुमानित: 2 घंटे तक की कमी में दोनों ओर का औसत लिया जाता है; दिन में इससे लंबी कमी का पानी पंप के काउंटर से लिया जाता है; 17:00 से 08:00 के बीच की कमी में पंप बंद माना जाता है, यदि मोटर उससे पहले और बाद में बंद थी। नहीं मिला: इससे लंबी कमी, या दिन के 40 % से कम समय की रीडिंग। महीना ज्ञात दिनों का योग है; कोई दिन न मिला हो, तो महीने पर भी यही लिखा जाता है।",
    "ಅಂಕಿಗಳನ್ನು 15 ನಿಮಿಷಗಳ ಭಾಗಗಳಲ್ಲಿ ಲೆಕ್ಕ ಮಾಡಲಾಗುತ್ತದೆ. ಅಳತೆ: ಎಲ್ಲ ಭಾಗಗಳಿಗೂ ರೀಡಿಂಗ್ ಇದೆ. ಅಂದಾಜು: 2 ಗಂಟೆಯವರೆಗಿನ ಅಂತರಕ್ಕೆ ಎರಡೂ ಬದಿಯ ಸರಾಸರಿ; ದಿನದೊಳಗೆ ಇನ್ನೂ ಉದ್ದದ ಅಂತರದ ನೀರನ್ನು ಪಂಪ್‌ನ ಕೌಂಟರ್‌ನಿಂದ ಪಡೆಯಲಾಗುತ್ತದೆ; 17:00 ರಿಂದ 08:00 ರ ನಡುವಿನ ಅಂತರದ ಮೊದಲು ಮತ್ತು ನಂತರ ಮೋಟಾರ್ ನಿಂತಿದ್ದರೆ ಪಂಪ್ ನಿಂತಿತ್ತೆಂದು ಎಣಿಸಲಾಗುತ್ತದೆ. ಲಭ್ಯವಿಲ್ಲ: ಇದಕ್ಕಿಂತ ಉದ್ದದ ಅಂತರ, ಅಥವಾ ದಿನದ 40 % ಕ್ಕಿಂತ ಕಡಿಮೆ ರೀಡಿಂಗ್. ತಿಂಗಳು ತಿಳಿದಿರುವ ದಿನಗಳ ಮೊತ್ತ; ಒಂದು ದಿನ ಲಭ್ಯವಿಲ್ಲದಿದ್ದರೆ ತಿಂಗಳಿಗೂ ಹಾಗೆಯೇ ಗುರುತು ಇರುತ್ತದೆ.",
  ),
  signature: said("Signature (Ed25519)", "हस्ताक्षर (Ed25519)", "ಸಹಿ (Ed25519)"),
  key: said(
    "Key {0}. The server publishes it at /v1/pumps/statement-key. The signed text is attached to this file.",
    "कुंजी {0}। सर्वर इसे /v1/pumps/statement-key पर प्रकाशित करता है। हस्ताक्षरित पाठ इस फ़ाइल के साथ संलग्न है।",
    "ಕೀ {0}. ಸರ್ವರ್ ಇದನ್ನು /v1/pumps/statement-key ನಲ್ಲಿ ಪ್ರಕಟಿಸುತ್ತದೆ. ಸಹಿ ಮಾಡಿದ ಪಠ್ಯವನ್ನು ಈ ಫೈಲ್‌ಗೆ ಲಗತ್ತಿಸಲಾಗಿದೆ.",
  ),
} as const;
export type StatementWord = keyof typeof words;

/** A word of a statement in a language, with `value` in its place. */
export const statementWord = (inLanguage: Language, word: StatementWord, value = ""): string =>
  words[word][inLanguage].replace("{0}", () => value);
