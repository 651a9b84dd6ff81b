import { text } from "./define.ts";

/** Alarms that a device of every type may have. */
export const deviceAlarms = {
  "gateway-lost": {
    code: 101,
    title: text("Gateway offline", "गेटवे ऑफ़लाइन", "ಗೇಟ್‌ವೇ ಆಫ್‌ಲೈನ್"),
    message: text(
      "Gateway offline: its devices cannot be monitored",
      "गेटवे ऑफ़लाइन: उसके उपकरणों की निगरानी नहीं हो सकती",
      "ಗೇಟ್‌ವೇ ಆಫ್‌ಲೈನ್: ಅದರ ಸಾಧನಗಳನ್ನು ಗಮನಿಸಲಾಗುತ್ತಿಲ್ಲ",
    ),
  },
  "controller-lost": {
    code: 102,
    title: text("Controller offline", "कंट्रोलर ऑफ़लाइन", "ನಿಯಂತ್ರಕ ಆಫ್‌ಲೈನ್"),
  },
  "sensor-lost": {
    code: 201,
    title: text("Sensor not reporting", "सेंसर मान नहीं भेज रहा", "ಸಂವೇದಕ ಮೌಲ್ಯ ಕಳುಹಿಸುತ್ತಿಲ್ಲ"),
  },
  "device-lost": {
    code: 202,
    title: text("Device offline", "उपकरण ऑफ़लाइन", "ಸಾಧನ ಆಫ್‌ಲೈನ್"),
  },
  "clock-ahead": {
    code: 203,
    title: text("Clock ahead", "घड़ी आगे है", "ಗಡಿಯಾರ ಮುಂದಿದೆ"),
    message: text(
      "Clock {0} min fast: readings marked suspect",
      "घड़ी {0} मिनट आगे: मान संदिग्ध माने गए",
      "ಗಡಿಯಾರ {0} ನಿಮಿಷ ಮುಂದಿದೆ: ಮೌಲ್ಯಗಳನ್ನು ಸಂಶಯಾಸ್ಪದವೆಂದು ಗುರುತಿಸಲಾಗಿದೆ",
    ),
    variants: {
      days: text(
        "Clock {0} days fast: readings marked suspect",
        "घड़ी {0} दिन आगे: मान संदिग्ध माने गए",
        "ಗಡಿಯಾರ {0} ದಿನ ಮುಂದಿದೆ: ಮೌಲ್ಯಗಳನ್ನು ಸಂಶಯಾಸ್ಪದವೆಂದು ಗುರುತಿಸಲಾಗಿದೆ",
      ),
    },
  },
  "clock-behind": {
    code: 204,
    title: text("Clock behind", "घड़ी पीछे है", "ಗಡಿಯಾರ ಹಿಂದಿದೆ"),
    message: text(
      "Clock {0} min slow: readings marked suspect",
      "घड़ी {0} मिनट पीछे: मान संदिग्ध माने गए",
      "ಗಡಿಯಾರ {0} ನಿಮಿಷ ಹಿಂದಿದೆ: ಮೌಲ್ಯಗಳನ್ನು ಸಂಶಯಾಸ್ಪದವೆಂದು ಗುರುತಿಸಲಾಗಿದೆ",
    ),
    variants: {
      days: text(
        "Clock {0} days slow: readings marked suspect",
        "घड़ी {0} दिन पीछे: मान संदिग्ध माने गए",
        "ಗಡಿಯಾರ {0} ದಿನ ಹಿಂದಿದೆ: ಮೌಲ್ಯಗಳನ್ನು ಸಂಶಯಾಸ್ಪದವೆಂದು ಗುರುತಿಸಲಾಗಿದೆ",
      ),
      "not-set": text(
        "Clock not set, it shows the year {0}: readings marked suspect",
        "घड़ी सेट नहीं है, वर्ष {0} दिखाती है: मान संदिग्ध माने गए",
        "ಗಡಿಯಾರ ಹೊಂದಿಸಿಲ್ಲ, {0} ನೇ ವರ್ಷ ತೋರಿಸುತ್ತಿದೆ: ಮೌಲ್ಯಗಳನ್ನು ಸಂಶಯಾಸ್ಪದವೆಂದು ಗುರುತಿಸಲಾಗಿದೆ",
      ),
    },
  },
  "foreign-override": {
    code: 260,
    title: text("Foreign override", "अन्य सिस्टम का ओवरराइड", "ಬೇರೆ ವ್ಯವಸ್ಥೆಯ ಓವರ್‌ರೈಡ್"),
    message: text(
      "Another system overrides a point at priority {0}: {1}",
      "किसी अन्य सिस्टम ने प्राथमिकता {0} पर एक पॉइंट ओवरराइड किया है: {1}",
      "ಬೇರೆ ವ್ಯವಸ್ಥೆಯೊಂದು ಆದ್ಯತೆ {0} ರಲ್ಲಿ ಪಾಯಿಂಟ್ ಅನ್ನು ಓವರ್‌ರೈಡ್ ಮಾಡಿದೆ: {1}",
    ),
  },
  "override-lost": {
    code: 261,
    title: text("Override lost", "ओवरराइड हट गया", "ಓವರ್‌ರೈಡ್ ಕಳೆದುಹೋಗಿದೆ"),
    message: text(
      "Another system ended an override before its time",
      "किसी अन्य सिस्टम ने एक ओवरराइड समय से पहले समाप्त कर दिया",
      "ಬೇರೆ ವ್ಯವಸ್ಥೆಯೊಂದು ಓವರ್‌ರೈಡ್ ಅನ್ನು ಅವಧಿಗೆ ಮುನ್ನ ಕೊನೆಗೊಳಿಸಿದೆ",
    ),
  },
  "sensor-out-of-range": {
    code: 270,
    title: text("Sensor out of range", "सेंसर का मान सीमा से बाहर", "ಸಂವೇದಕದ ಮೌಲ್ಯ ಮಿತಿ ಮೀರಿದೆ"),
    message: text(
      "Sensor value out of range: {0}{unit} ({1} to {2})",
      "सेंसर का मान सीमा से बाहर: {0}{unit} ({1} से {2})",
      "ಸಂವೇದಕದ ಮೌಲ್ಯ ಮಿತಿ ಮೀರಿದೆ: {0}{unit} ({1} ರಿಂದ {2})",
    ),
  },
  "sensor-frozen": {
    code: 271,
    title: text("Sensor frozen", "सेंसर अटका हुआ", "ಸಂವೇದಕ ಸ್ಥಗಿತ"),
    message: text(
      "Sensor frozen at {0}{unit} for {1} h",
      "सेंसर {1} घंटे से {0}{unit} पर अटका है",
      "ಸಂವೇದಕ {1} ಗಂಟೆಯಿಂದ {0}{unit} ನಲ್ಲೇ ನಿಂತಿದೆ",
    ),
  },
};
