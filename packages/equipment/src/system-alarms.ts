import { type FullText, text } from "./define.ts";

/** Alarms that belong to no type of equipment. */
export const systemAlarms = {
  "gateway-lost": {
    code: 101,
    title: text("Gateway offline", "गेटवे से संपर्क टूटा", "ಗೇಟ್‌ವೇ ಸಂಪರ್ಕ ತಪ್ಪಿದೆ"),
    message: text(
      "Gateway offline: its devices cannot be monitored",
      "गेटवे उत्तर नहीं दे रहा; उसके पीछे के उपकरण दिखाई नहीं दे रहे",
      "ಗೇಟ್‌ವೇ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ; ಅದರ ಹಿಂದಿನ ಸಾಧನಗಳು ಕಾಣಿಸುತ್ತಿಲ್ಲ",
    ),
  },
  "controller-lost": {
    code: 102,
    title: text("Controller offline", "कंट्रोलर से संपर्क टूटा", "ನಿಯಂತ್ರಕದ ಸಂಪರ್ಕ ತಪ್ಪಿದೆ"),
    message: text("Controller offline", "कंट्रोलर उत्तर नहीं दे रहा", "ನಿಯಂತ್ರಕ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ"),
  },
  "sensor-lost": {
    code: 201,
    title: text("Sensor not reporting", "सेंसर से संपर्क टूटा", "ಸಂವೇದಕದ ಸಂಪರ್ಕ ತಪ್ಪಿದೆ"),
    message: text("Sensor not reporting", "सेंसर कोई मान नहीं भेज रहा", "ಸಂವೇದಕ ಯಾವುದೇ ಮೌಲ್ಯ ಕಳುಹಿಸುತ್ತಿಲ್ಲ"),
  },
  "device-lost": {
    code: 202,
    title: text("Device offline", "उपकरण से संपर्क टूटा", "ಸಾಧನದ ಸಂಪರ್ಕ ತಪ್ಪಿದೆ"),
    message: text("Device offline", "उपकरण उत्तर नहीं दे रहा", "ಸಾಧನ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ"),
  },
  "disk-nearly-full": {
    code: 103,
    title: text("Disk nearly full", "डिस्क लगभग भरी", "ಡಿಸ್ಕ್ ಬಹುತೇಕ ತುಂಬಿದೆ"),
    message: text(
      "Disk of the server nearly full: {0} % free",
      "सर्वर की डिस्क लगभग भरी: {0} % ख़ाली",
      "ಸರ್ವರ್‌ನ ಡಿಸ್ಕ್ ಬಹುತೇಕ ತುಂಬಿದೆ: {0} % ಖಾಲಿ",
    ),
  },
  "clock-ahead": {
    code: 203,
    title: text("Clock ahead", "घड़ी आगे है", "ಗಡಿಯಾರ ಮುಂದಿದೆ"),
    message: text(
      "Clock {0} min fast: readings marked suspect",
      "घड़ी {0} मिनट आगे है: मापे गए मान संदिग्ध माने जाते हैं",
      "ಗಡಿಯಾರ {0} ನಿಮಿಷ ಮುಂದಿದೆ: ಅಳೆದ ಮೌಲ್ಯಗಳನ್ನು ಸಂಶಯಾಸ್ಪದವೆಂದು ಇಡಲಾಗುತ್ತದೆ",
    ),
  },
  "clock-behind": {
    code: 204,
    title: text("Clock behind", "घड़ी पीछे है", "ಗಡಿಯಾರ ಹಿಂದಿದೆ"),
    message: text(
      "Clock {0} min slow: readings marked suspect",
      "घड़ी {0} मिनट पीछे है: मापे गए मान संदिग्ध माने जाते हैं",
      "ಗಡಿಯಾರ {0} ನಿಮಿಷ ಹಿಂದಿದೆ: ಅಳೆದ ಮೌಲ್ಯಗಳನ್ನು ಸಂಶಯಾಸ್ಪದವೆಂದು ಇಡಲಾಗುತ್ತದೆ",
    ),
  },
  "on-against-schedule": {
    code: 226,
    title: text("Schedule not followed: on", "समय-सारणी का पालन नहीं: चालू", "ವೇಳಾಪಟ್ಟಿ ಪಾಲನೆಯಾಗಿಲ್ಲ: ಆನ್"),
    message: text(
      "Schedule not followed: unit is on, schedule: off",
      "समय-सारणी का पालन नहीं: यूनिट चालू है, समय-सारणी: बंद",
      "ವೇಳಾಪಟ್ಟಿ ಪಾಲನೆಯಾಗಿಲ್ಲ: ಘಟಕ ಆನ್ ಆಗಿದೆ, ವೇಳಾಪಟ್ಟಿ: ಆಫ್",
    ),
  },
  "off-against-schedule": {
    code: 227,
    title: text("Schedule not followed: off", "समय-सारणी का पालन नहीं: बंद", "ವೇಳಾಪಟ್ಟಿ ಪಾಲನೆಯಾಗಿಲ್ಲ: ಆಫ್"),
    message: text(
      "Schedule not followed: unit is off, schedule: on",
      "समय-सारणी का पालन नहीं: यूनिट बंद है, समय-सारणी: चालू",
      "ವೇಳಾಪಟ್ಟಿ ಪಾಲನೆಯಾಗಿಲ್ಲ: ಘಟಕ ಆಫ್ ಆಗಿದೆ, ವೇಳಾಪಟ್ಟಿ: ಆನ್",
    ),
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

const wrongClock: FullText = {
  en: "The clock of this gateway or device is wrong. What it measures is kept with its own time and the time of its arrival, and counts to no mean. Check that it reaches its time server (NTP) and that its time zone is right; one that loses its time at each restart needs a new backup battery. The alarm goes when the clock is right.",
  hi: "इस गेटवे या उपकरण की घड़ी गलत है। इसके मापे मान इसके अपने समय और पहुँचने के समय, दोनों के साथ रखे जाते हैं और किसी औसत में नहीं गिने जाते। जाँचें कि यह अपने समय सर्वर (NTP) तक पहुँचता है और इसका समय क्षेत्र सही है; जो हर बार चालू होने पर समय भूल जाए, उसकी बैकअप बैटरी बदलें। घड़ी सही होते ही अलार्म हट जाता है।",
  kn: "ಈ ಗೇಟ್‌ವೇ ಅಥವಾ ಸಾಧನದ ಗಡಿಯಾರ ತಪ್ಪಾಗಿದೆ. ಇದು ಅಳೆದ ಮೌಲ್ಯಗಳನ್ನು ಅದರ ಸ್ವಂತ ಸಮಯ ಮತ್ತು ತಲುಪಿದ ಸಮಯ ಎರಡರೊಂದಿಗೂ ಇಡಲಾಗುತ್ತದೆ; ಅವು ಯಾವ ಸರಾಸರಿಗೂ ಸೇರುವುದಿಲ್ಲ. ಇದು ತನ್ನ ಸಮಯ ಸರ್ವರ್ (NTP) ತಲುಪುತ್ತದೆಯೇ ಮತ್ತು ಅದರ ಸಮಯ ವಲಯ ಸರಿಯೇ ಎಂದು ಪರಿಶೀಲಿಸಿ; ಪ್ರತಿ ಮರುಪ್ರಾರಂಭದಲ್ಲಿ ಸಮಯ ಮರೆತರೆ ಅದರ ಬ್ಯಾಕಪ್ ಬ್ಯಾಟರಿ ಬದಲಾಯಿಸಿ. ಗಡಿಯಾರ ಸರಿಯಾದಾಗ ಅಲಾರಂ ತಾನಾಗಿ ಹೋಗುತ್ತದೆ.",
};

export const systemGuidance: Record<keyof typeof systemAlarms | "device-event", FullText> = {
  "gateway-lost": {
    en: "The gateway does not answer, so the devices behind it are not seen; they go on working by themselves. Check its power and its network cable, then whether its host runs. It delivers what it kept when it is back.",
    hi: "गेटवे उत्तर नहीं दे रहा, इसलिए उसके पीछे के उपकरण दिखाई नहीं देते; वे अपने आप काम करते रहते हैं। उसकी बिजली और नेटवर्क केबल जाँचें, फिर देखें कि उसका कंप्यूटर चल रहा है या नहीं। लौटने पर वह सँभालकर रखे मान भेज देगा।",
    kn: "ಗೇಟ್‌ವೇ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ, ಆದ್ದರಿಂದ ಅದರ ಹಿಂದಿನ ಸಾಧನಗಳು ಕಾಣಿಸುವುದಿಲ್ಲ; ಅವು ತಾವಾಗಿಯೇ ಕೆಲಸ ಮುಂದುವರಿಸುತ್ತವೆ. ಅದರ ವಿದ್ಯುತ್ ಮತ್ತು ನೆಟ್‌ವರ್ಕ್ ಕೇಬಲ್ ಪರಿಶೀಲಿಸಿ, ನಂತರ ಅದರ ಕಂಪ್ಯೂಟರ್ ನಡೆಯುತ್ತಿದೆಯೇ ನೋಡಿ. ಮರಳಿ ಬಂದಾಗ ಉಳಿಸಿಕೊಂಡ ಮೌಲ್ಯಗಳನ್ನು ಕಳುಹಿಸುತ್ತದೆ.",
  },
  "controller-lost": {
    en: "The gateway is there, but the controller does not answer it. Check the controller's power and bus connection, and whether its address was changed. Until it is back the plant runs on its last settings: look at it on site.",
    hi: "गेटवे है, पर कंट्रोलर उसे उत्तर नहीं देता। कंट्रोलर की बिजली और बस कनेक्शन जाँचें, और देखें कि उसका पता तो नहीं बदला। उसके लौटने तक संयंत्र पिछली सेटिंग पर चलता है: मौके पर जाकर देखें।",
    kn: "ಗೇಟ್‌ವೇ ಇದೆ, ಆದರೆ ನಿಯಂತ್ರಕ ಅದಕ್ಕೆ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ. ನಿಯಂತ್ರಕದ ವಿದ್ಯುತ್ ಮತ್ತು ಬಸ್ ಸಂಪರ್ಕ ಪರಿಶೀಲಿಸಿ, ವಿಳಾಸ ಬದಲಾಗಿದೆಯೇ ನೋಡಿ. ಅದು ಮರಳುವವರೆಗೆ ಘಟಕ ಕೊನೆಯ ಸೆಟ್ಟಿಂಗ್‌ನಲ್ಲಿ ನಡೆಯುತ್ತದೆ: ಸ್ಥಳದಲ್ಲೇ ನೋಡಿ.",
  },
  "sensor-lost": {
    en: "The sensor sends no values. Check its battery or supply and its radio or network; a sensor that was moved or painted over is a common cause.",
    hi: "सेंसर कोई मान नहीं भेज रहा। उसकी बैटरी या बिजली और उसका रेडियो या नेटवर्क जाँचें; अक्सर सेंसर हटाया गया होता है या उस पर रंग पोत दिया जाता है।",
    kn: "ಸಂವೇದಕ ಯಾವುದೇ ಮೌಲ್ಯ ಕಳುಹಿಸುತ್ತಿಲ್ಲ. ಅದರ ಬ್ಯಾಟರಿ ಅಥವಾ ವಿದ್ಯುತ್, ರೇಡಿಯೋ ಅಥವಾ ನೆಟ್‌ವರ್ಕ್ ಪರಿಶೀಲಿಸಿ; ಸ್ಥಳಾಂತರಿಸಿದ ಅಥವಾ ಬಣ್ಣ ಬಳಿದ ಸಂವೇದಕ ಸಾಮಾನ್ಯ ಕಾರಣ.",
  },
  "device-lost": {
    en: "The device does not answer, its gateway does. Check its power, its bus connection and its address.",
    hi: "उपकरण उत्तर नहीं देता, उसका गेटवे देता है। उसकी बिजली, बस कनेक्शन और पता जाँचें।",
    kn: "ಸಾಧನ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ, ಅದರ ಗೇಟ್‌ವೇ ಉತ್ತರಿಸುತ್ತಿದೆ. ಅದರ ವಿದ್ಯುತ್, ಬಸ್ ಸಂಪರ್ಕ ಮತ್ತು ವಿಳಾಸ ಪರಿಶೀಲಿಸಿ.",
  },
  "disk-nearly-full": {
    en: "Find the files that fill the disk: old exports, backups, logs of other programs. Delete or move unneeded files. Add space if it fills up again. At 0 % readings wait at the gateways and nothing new is stored.",
    hi: "जो डिस्क भर रहा है उसे रोकें: पुराने निर्यात, बैकअप, दूसरे प्रोग्रामों के लॉग। अनावश्यक फ़ाइलें हटाएँ या दूसरी जगह रखें। फिर से भर जाए तो जगह बढ़ाएँ। 0 % पर मान गेटवे पर रुके रहते हैं और कुछ नया सहेजा नहीं जाता।",
    kn: "ಡಿಸ್ಕ್ ತುಂಬಿಸುತ್ತಿರುವುದನ್ನು ನಿಲ್ಲಿಸಿ: ಹಳೆಯ ರಫ್ತುಗಳು, ಬ್ಯಾಕಪ್‌ಗಳು, ಇತರ ಪ್ರೋಗ್ರಾಂಗಳ ಲಾಗ್‌ಗಳು. ಬೇಡದ ಫೈಲ್‌ಗಳನ್ನು ಅಳಿಸಿ ಅಥವಾ ಬೇರೆಡೆಗೆ ಸರಿಸಿ. ಮತ್ತೆ ತುಂಬಿದರೆ ಜಾಗ ಹೆಚ್ಚಿಸಿ. 0 % ಆದಾಗ ಮೌಲ್ಯಗಳು ಗೇಟ್‌ವೇಗಳಲ್ಲಿ ಕಾಯುತ್ತವೆ, ಹೊಸದೇನೂ ಉಳಿಯುವುದಿಲ್ಲ.",
  },
  "clock-ahead": wrongClock,
  "clock-behind": wrongClock,
  "on-against-schedule": {
    en: "The schedule commands this unit off again and again, and it stays on. Look for a local switch or a program in the controller that holds it on, and for another system that writes at a higher priority. Until then it uses energy for an empty building. Override the unit if it is to run.",
    hi: "समय-सारणी इस यूनिट को बार-बार बंद करने का आदेश देती है, पर वह चालू रहती है। देखें कि कोई लोकल स्विच या कंट्रोलर का प्रोग्राम उसे चालू तो नहीं रख रहा, या कोई दूसरा सिस्टम ऊँची प्राथमिकता पर तो नहीं लिख रहा। तब तक वह खाली भवन के लिए बिजली लेती है। उसे चलाना ही हो तो यूनिट पर ओवरराइड लगाएँ।",
    kn: "ವೇಳಾಪಟ್ಟಿ ಈ ಘಟಕವನ್ನು ಮತ್ತೆ ಮತ್ತೆ ಆಫ್ ಮಾಡಲು ಆದೇಶಿಸುತ್ತದೆ, ಆದರೂ ಅದು ಆನ್ ಆಗಿಯೇ ಇದೆ. ಸ್ಥಳೀಯ ಸ್ವಿಚ್ ಅಥವಾ ನಿಯಂತ್ರಕದ ಪ್ರೋಗ್ರಾಂ ಅದನ್ನು ಆನ್ ಇಟ್ಟಿದೆಯೇ, ಬೇರೆ ವ್ಯವಸ್ಥೆ ಹೆಚ್ಚಿನ ಆದ್ಯತೆಯಲ್ಲಿ ಬರೆಯುತ್ತಿದೆಯೇ ನೋಡಿ. ಅಲ್ಲಿಯವರೆಗೆ ಖಾಲಿ ಕಟ್ಟಡಕ್ಕೆ ವಿದ್ಯುತ್ ವ್ಯಯವಾಗುತ್ತದೆ. ಅದು ನಡೆಯಲೇಬೇಕಿದ್ದರೆ ಘಟಕಕ್ಕೆ ಓವರ್‌ರೈಡ್ ಹಾಕಿ.",
  },
  "off-against-schedule": {
    en: "The schedule commands this unit on again and again, and it stays off. Look on site for a local switch, a safety contact (fire, frost) or a tripped drive, and for another system that writes at a higher priority. Until then its zones get no air. Override the unit if it is to stay off.",
    hi: "समय-सारणी इस यूनिट को बार-बार चालू करने का आदेश देती है, पर वह बंद रहती है। मौके पर लोकल स्विच, सुरक्षा संपर्क (आग, पाला) या ट्रिप हुई ड्राइव देखें, और यह कि कोई दूसरा सिस्टम ऊँची प्राथमिकता पर तो नहीं लिख रहा। तब तक उसके ज़ोन को हवा नहीं मिलती। उसे बंद ही रखना हो तो यूनिट पर ओवरराइड लगाएँ।",
    kn: "ವೇಳಾಪಟ್ಟಿ ಈ ಘಟಕವನ್ನು ಮತ್ತೆ ಮತ್ತೆ ಆನ್ ಮಾಡಲು ಆದೇಶಿಸುತ್ತದೆ, ಆದರೂ ಅದು ಆಫ್ ಆಗಿಯೇ ಇದೆ. ಸ್ಥಳದಲ್ಲಿ ಸ್ಥಳೀಯ ಸ್ವಿಚ್, ಸುರಕ್ಷತಾ ಸಂಪರ್ಕ (ಬೆಂಕಿ, ಹಿಮ) ಅಥವಾ ಟ್ರಿಪ್ ಆದ ಡ್ರೈವ್ ನೋಡಿ; ಬೇರೆ ವ್ಯವಸ್ಥೆ ಹೆಚ್ಚಿನ ಆದ್ಯತೆಯಲ್ಲಿ ಬರೆಯುತ್ತಿದೆಯೇ ನೋಡಿ. ಅಲ್ಲಿಯವರೆಗೆ ಅದರ ವಲಯಗಳಿಗೆ ಗಾಳಿ ಸಿಗುವುದಿಲ್ಲ. ಅದು ಆಫ್ ಇರಲೇಬೇಕಿದ್ದರೆ ಘಟಕಕ್ಕೆ ಓವರ್‌ರೈಡ್ ಹಾಕಿ.",
  },
  "foreign-override": {
    en: "Another system, such as a service tool or a second building management system, holds this point at its own priority. Our commands are held and take effect when it releases the point. Find out who wrote it: open Controls for the point and the value, and ask the service company. The alarm returns when the point is released.",
    hi: "कोई अन्य सिस्टम, जैसे सर्विस टूल या दूसरी भवन प्रबंधन प्रणाली, इस पॉइंट को अपनी प्राथमिकता पर रोके हुए है। हमारे आदेश रखे जाते हैं और उसके छोड़ते ही लागू होते हैं। पता करें कि किसने लिखा: पॉइंट और मान के लिए नियंत्रण पृष्ठ खोलें और सर्विस कंपनी से पूछें। पॉइंट छूटते ही अलार्म हट जाता है।",
    kn: "ಸರ್ವೀಸ್ ಉಪಕರಣ ಅಥವಾ ಮತ್ತೊಂದು ಕಟ್ಟಡ ನಿರ್ವಹಣಾ ವ್ಯವಸ್ಥೆಯಂತಹ ಬೇರೆ ವ್ಯವಸ್ಥೆಯು ಈ ಪಾಯಿಂಟ್ ಅನ್ನು ತನ್ನ ಆದ್ಯತೆಯಲ್ಲಿ ಹಿಡಿದಿದೆ. ನಮ್ಮ ಆದೇಶಗಳು ಉಳಿದಿರುತ್ತವೆ ಮತ್ತು ಅದು ಬಿಡುಗಡೆ ಮಾಡಿದಾಗ ಜಾರಿಯಾಗುತ್ತವೆ. ಯಾರು ಬರೆದರು ಎಂದು ತಿಳಿಯಿರಿ: ಪಾಯಿಂಟ್ ಮತ್ತು ಮೌಲ್ಯಕ್ಕಾಗಿ ನಿಯಂತ್ರಣ ಪುಟ ತೆರೆಯಿರಿ, ಸರ್ವೀಸ್ ಕಂಪನಿಯನ್ನು ಕೇಳಿ. ಪಾಯಿಂಟ್ ಬಿಡುಗಡೆಯಾದಾಗ ಅಲಾರಂ ಹೋಗುತ್ತದೆ.",
  },
  "override-lost": {
    en: "Another system replaced or released an override that a person had set. Open Controls: command the point again if the override is still wanted. The alarm returns with a new command, or when the override would have ended.",
    hi: "किसी अन्य सिस्टम ने किसी व्यक्ति का ओवरराइड बदल दिया या छोड़ दिया। नियंत्रण पृष्ठ खोलें: ओवरराइड अब भी चाहिए तो पॉइंट को फिर से आदेश दें। नए आदेश पर, या ओवरराइड की अवधि पूरी होने पर अलार्म हट जाता है।",
    kn: "ವ್ಯಕ್ತಿಯೊಬ್ಬರ ಓವರ್‌ರೈಡ್ ಅನ್ನು ಬೇರೆ ವ್ಯವಸ್ಥೆಯು ಬದಲಾಯಿಸಿದೆ ಅಥವಾ ಬಿಡುಗಡೆ ಮಾಡಿದೆ. ನಿಯಂತ್ರಣ ಪುಟ ತೆರೆಯಿರಿ: ಓವರ್‌ರೈಡ್ ಇನ್ನೂ ಬೇಕಿದ್ದರೆ ಪಾಯಿಂಟ್‌ಗೆ ಮತ್ತೆ ಆದೇಶ ನೀಡಿ. ಹೊಸ ಆದೇಶ ಬಂದಾಗ, ಅಥವಾ ಓವರ್‌ರೈಡ್ ಅವಧಿ ಮುಗಿದಾಗ ಅಲಾರಂ ಹೋಗುತ್ತದೆ.",
  },
  "sensor-out-of-range": {
    en: "The sensor sends a value that cannot be, so it counts in no mean and no rule. Look for a broken wire or a short circuit at the sensor, and for a wrong scale or type of sensor in its controller. Release a value that was forced by hand. The alarm goes when the value has been possible for a minute.",
    hi: "सेंसर ऐसा मान भेज रहा है जो हो नहीं सकता, इसलिए वह किसी औसत या नियम में नहीं गिना जाता। सेंसर पर टूटा तार या शॉर्ट सर्किट, और उसके कंट्रोलर में ग़लत स्केल या सेंसर का ग़लत प्रकार देखें। हाथ से थोपा गया मान हटाएँ। मान एक मिनट तक संभव रहने पर अलार्म चला जाता है।",
    kn: "ಸಂವೇದಕವು ಸಾಧ್ಯವಿಲ್ಲದ ಮೌಲ್ಯ ಕಳುಹಿಸುತ್ತಿದೆ, ಆದ್ದರಿಂದ ಅದು ಯಾವ ಸರಾಸರಿ ಅಥವಾ ನಿಯಮದಲ್ಲೂ ಎಣಿಕೆಯಾಗುವುದಿಲ್ಲ. ಸಂವೇದಕದಲ್ಲಿ ತುಂಡಾದ ತಂತಿ ಅಥವಾ ಶಾರ್ಟ್ ಸರ್ಕ್ಯೂಟ್, ಅದರ ನಿಯಂತ್ರಕದಲ್ಲಿ ತಪ್ಪು ಅಳತೆ ಅಥವಾ ಸಂವೇದಕದ ತಪ್ಪು ವಿಧ ನೋಡಿ. ಕೈಯಿಂದ ಹೇರಿದ ಮೌಲ್ಯ ಬಿಡಿ. ಮೌಲ್ಯ ಒಂದು ನಿಮಿಷ ಸಾಧ್ಯವಾದದ್ದಾಗಿದ್ದರೆ ಅಲಾರಂ ಹೋಗುತ್ತದೆ.",
  },
  "sensor-frozen": {
    en: "The sensor has sent exactly the same value for hours, although such a value always varies a little. Hold a hand or a damp cloth at the sensor: if the value stays, restart its controller, release a value that was forced by hand, or replace the sensor. The alarm goes when the value changes.",
    hi: "सेंसर घंटों से बिल्कुल एक ही मान भेज रहा है, जबकि ऐसा मान सदा थोड़ा बदलता है। सेंसर पर हाथ या गीला कपड़ा रखें: मान न बदले तो उसका कंट्रोलर फिर से चालू करें, हाथ से थोपा गया मान हटाएँ, या सेंसर बदलें। मान बदलने पर अलार्म चला जाता है।",
    kn: "ಸಂವೇದಕವು ಗಂಟೆಗಟ್ಟಲೆ ಒಂದೇ ಮೌಲ್ಯ ಕಳುಹಿಸುತ್ತಿದೆ, ಆದರೆ ಇಂತಹ ಮೌಲ್ಯ ಸದಾ ಸ್ವಲ್ಪ ಬದಲಾಗುತ್ತದೆ. ಸಂವೇದಕದ ಮೇಲೆ ಕೈ ಅಥವಾ ಒದ್ದೆ ಬಟ್ಟೆ ಇಡಿ: ಮೌಲ್ಯ ಬದಲಾಗದಿದ್ದರೆ ನಿಯಂತ್ರಕವನ್ನು ಮರುಪ್ರಾರಂಭಿಸಿ, ಕೈಯಿಂದ ಹೇರಿದ ಮೌಲ್ಯ ಬಿಡಿ, ಅಥವಾ ಸಂವೇದಕ ಬದಲಾಯಿಸಿ. ಮೌಲ್ಯ ಬದಲಾದಾಗ ಅಲಾರಂ ಹೋಗುತ್ತದೆ.",
  },
  "device-event": {
    en: "The device itself reports this. Its manual says what the message means.",
    hi: "यह सूचना उपकरण स्वयं देता है। संदेश का अर्थ उसकी पुस्तिका में है।",
    kn: "ಇದನ್ನು ಸಾಧನವೇ ತಿಳಿಸುತ್ತದೆ. ಸಂದೇಶದ ಅರ್ಥ ಅದರ ಕೈಪಿಡಿಯಲ್ಲಿದೆ.",
  },
};
