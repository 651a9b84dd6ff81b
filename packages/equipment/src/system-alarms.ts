import { type FullText, text } from "./define.ts";
import { deviceAlarms } from "./device-alarms.ts";

/** Alarms that belong to no type of equipment. */
export const systemAlarms = {
  ...deviceAlarms,
  "disk-nearly-full": {
    code: 103,
    title: text("Disk nearly full", "डिस्क लगभग भरी", "ಡಿಸ್ಕ್ ಬಹುತೇಕ ತುಂಬಿದೆ"),
    message: text(
      "Disk of the server nearly full: {0} % free",
      "सर्वर की डिस्क लगभग भरी: {0} % ख़ाली",
      "ಸರ್ವರ್‌ನ ಡಿಸ್ಕ್ ಬಹುತೇಕ ತುಂಬಿದೆ: {0} % ಖಾಲಿ",
    ),
  },
  "server-clock": {
    code: 104,
    title: text("Clock of the server", "सर्वर की घड़ी", "ಸರ್ವರ್‌ನ ಗಡಿಯಾರ"),
    message: text(
      "Clock of the server {0} min off: values look old",
      "सर्वर की घड़ी में {0} मिनट का अंतर: मान पुराने दिखते हैं",
      "ಸರ್ವರ್‌ನ ಗಡಿಯಾರದಲ್ಲಿ {0} ನಿಮಿಷದ ವ್ಯತ್ಯಾಸ: ಮೌಲ್ಯಗಳು ಹಳೆಯದಾಗಿ ಕಾಣುತ್ತವೆ",
    ),
  },
  "standby-lost": {
    code: 105,
    title: text("Database without standby", "डेटाबेस बिना स्टैंडबाय", "ಸ್ಟ್ಯಾಂಡ್‌ಬೈ ಇಲ್ಲದ ಡೇಟಾಬೇಸ್"),
    message: text(
      "Database without standby: new data are on one host only",
      "डेटाबेस बिना स्टैंडबाय: नया डेटा केवल एक होस्ट पर है",
      "ಸ್ಟ್ಯಾಂಡ್‌ಬೈ ಇಲ್ಲದ ಡೇಟಾಬೇಸ್: ಹೊಸ ಡೇಟಾ ಒಂದೇ ಹೋಸ್ಟ್‌ನಲ್ಲಿದೆ",
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
};

const wrongClock: FullText = {
  en: "The clock of this gateway or device is wrong. Its readings are stored as suspect and are left out of averages.\n1. Check that it reaches its time server (NTP).\n2. Check its time zone.\n3. If it loses the time at each restart, replace its backup battery.",
  hi: "इस गेटवे या उपकरण की घड़ी ग़लत है। इसके मान संदिग्ध के रूप में सहेजे जाते हैं और औसत में नहीं गिने जाते।\n1. जाँचें कि यह अपने समय सर्वर (NTP) तक पहुँचता है।\n2. इसका समय क्षेत्र जाँचें।\n3. हर बार चालू होने पर समय मिट जाए तो इसकी बैकअप बैटरी बदलें।",
  kn: "ಈ ಗೇಟ್‌ವೇ ಅಥವಾ ಸಾಧನದ ಗಡಿಯಾರ ತಪ್ಪಾಗಿದೆ. ಇದರ ಮೌಲ್ಯಗಳನ್ನು ಸಂಶಯಾಸ್ಪದವೆಂದು ಉಳಿಸಲಾಗುತ್ತದೆ; ಅವು ಸರಾಸರಿಗೆ ಸೇರುವುದಿಲ್ಲ.\n1. ಇದು ತನ್ನ ಸಮಯ ಸರ್ವರ್ (NTP) ತಲುಪುತ್ತದೆಯೇ ಪರಿಶೀಲಿಸಿ.\n2. ಇದರ ಸಮಯ ವಲಯ ಪರಿಶೀಲಿಸಿ.\n3. ಪ್ರತಿ ಮರುಪ್ರಾರಂಭದಲ್ಲಿ ಸಮಯ ಅಳಿದರೆ ಇದರ ಬ್ಯಾಕಪ್ ಬ್ಯಾಟರಿ ಬದಲಾಯಿಸಿ.",
};

export const systemGuidance: Record<keyof typeof systemAlarms | "device-event", FullText> = {
  "gateway-lost": {
    en: "The gateway is offline. Its devices run on without it but cannot be monitored. It stores readings and sends them after it reconnects.\n1. Check its power.\n2. Check its network cable.\n3. Check that its host computer runs.",
    hi: "गेटवे ऑफ़लाइन है। उसके उपकरण चलते रहते हैं, पर उनकी निगरानी नहीं हो सकती। वह मान सहेजता है और जुड़ने पर भेज देता है।\n1. उसकी बिजली जाँचें।\n2. उसकी नेटवर्क केबल जाँचें।\n3. जाँचें कि उसका कंप्यूटर चल रहा है।",
    kn: "ಗೇಟ್‌ವೇ ಆಫ್‌ಲೈನ್ ಆಗಿದೆ. ಅದರ ಸಾಧನಗಳು ನಡೆಯುತ್ತಲೇ ಇರುತ್ತವೆ, ಆದರೆ ಅವುಗಳನ್ನು ಗಮನಿಸಲಾಗುವುದಿಲ್ಲ. ಅದು ಮೌಲ್ಯಗಳನ್ನು ಉಳಿಸಿ, ಮತ್ತೆ ಸಂಪರ್ಕ ಬಂದಾಗ ಕಳುಹಿಸುತ್ತದೆ.\n1. ಅದರ ವಿದ್ಯುತ್ ಪರಿಶೀಲಿಸಿ.\n2. ಅದರ ನೆಟ್‌ವರ್ಕ್ ಕೇಬಲ್ ಪರಿಶೀಲಿಸಿ.\n3. ಅದರ ಕಂಪ್ಯೂಟರ್ ನಡೆಯುತ್ತಿದೆಯೇ ಪರಿಶೀಲಿಸಿ.",
  },
  "controller-lost": {
    en: "The gateway is online, but the controller does not respond. The equipment runs on its last settings.\n1. Check the controller's power.\n2. Check its bus connection.\n3. Check whether its address was changed.\n4. Check the equipment on site.",
    hi: "गेटवे ऑनलाइन है, पर कंट्रोलर उत्तर नहीं देता। उपकरण पिछली सेटिंग पर चलता है।\n1. कंट्रोलर की बिजली जाँचें।\n2. उसका बस कनेक्शन जाँचें।\n3. जाँचें कि उसका पता तो नहीं बदला।\n4. उपकरण को मौके पर जाकर जाँचें।",
    kn: "ಗೇಟ್‌ವೇ ಆನ್‌ಲೈನ್ ಆಗಿದೆ, ಆದರೆ ನಿಯಂತ್ರಕ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ. ಸಾಧನ ಕೊನೆಯ ಸೆಟ್ಟಿಂಗ್‌ನಲ್ಲಿ ನಡೆಯುತ್ತದೆ.\n1. ನಿಯಂತ್ರಕದ ವಿದ್ಯುತ್ ಪರಿಶೀಲಿಸಿ.\n2. ಅದರ ಬಸ್ ಸಂಪರ್ಕ ಪರಿಶೀಲಿಸಿ.\n3. ಅದರ ವಿಳಾಸ ಬದಲಾಗಿದೆಯೇ ಪರಿಶೀಲಿಸಿ.\n4. ಸಾಧನವನ್ನು ಸ್ಥಳದಲ್ಲೇ ಪರಿಶೀಲಿಸಿ.",
  },
  "sensor-lost": {
    en: "The sensor sends no values.\n1. Check its battery or supply.\n2. Check its radio or network connection.\n3. Check whether the sensor was moved or painted over.",
    hi: "सेंसर कोई मान नहीं भेज रहा।\n1. उसकी बैटरी या बिजली जाँचें।\n2. उसका रेडियो या नेटवर्क कनेक्शन जाँचें।\n3. देखें कि सेंसर हटाया या रंग से ढका तो नहीं गया।",
    kn: "ಸಂವೇದಕ ಯಾವುದೇ ಮೌಲ್ಯ ಕಳುಹಿಸುತ್ತಿಲ್ಲ.\n1. ಅದರ ಬ್ಯಾಟರಿ ಅಥವಾ ವಿದ್ಯುತ್ ಪರಿಶೀಲಿಸಿ.\n2. ಅದರ ರೇಡಿಯೋ ಅಥವಾ ನೆಟ್‌ವರ್ಕ್ ಸಂಪರ್ಕ ಪರಿಶೀಲಿಸಿ.\n3. ಸಂವೇದಕವನ್ನು ಸ್ಥಳಾಂತರಿಸಲಾಗಿದೆಯೇ ಅಥವಾ ಅದರ ಮೇಲೆ ಬಣ್ಣ ಬಳಿಯಲಾಗಿದೆಯೇ ನೋಡಿ.",
  },
  "device-lost": {
    en: "The gateway is online, but the device does not respond.\n1. Check its power.\n2. Check its bus connection.\n3. Check its address.",
    hi: "गेटवे ऑनलाइन है, पर उपकरण उत्तर नहीं देता।\n1. उसकी बिजली जाँचें।\n2. उसका बस कनेक्शन जाँचें।\n3. उसका पता जाँचें।",
    kn: "ಗೇಟ್‌ವೇ ಆನ್‌ಲೈನ್ ಆಗಿದೆ, ಆದರೆ ಸಾಧನ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ.\n1. ಅದರ ವಿದ್ಯುತ್ ಪರಿಶೀಲಿಸಿ.\n2. ಅದರ ಬಸ್ ಸಂಪರ್ಕ ಪರಿಶೀಲಿಸಿ.\n3. ಅದರ ವಿಳಾಸ ಪರಿಶೀಲಿಸಿ.",
  },
  "disk-nearly-full": {
    en: "At 0 % the server stores nothing new, and readings wait at the gateways.\n1. Find the files that fill the disk: old exports, backups, logs of other programs.\n2. Delete or move unneeded files.\n3. If the disk fills up again, add space.",
    hi: "0 % पर सर्वर कुछ नया नहीं सहेजता, और मान गेटवे पर रुके रहते हैं।\n1. डिस्क भरने वाली फ़ाइलें खोजें: पुराने निर्यात, बैकअप, दूसरे प्रोग्रामों के लॉग।\n2. अनावश्यक फ़ाइलें हटाएँ या दूसरी जगह रखें।\n3. डिस्क फिर भर जाए तो जगह बढ़ाएँ।",
    kn: "0 % ಆದಾಗ ಸರ್ವರ್ ಹೊಸದೇನನ್ನೂ ಉಳಿಸುವುದಿಲ್ಲ, ಮೌಲ್ಯಗಳು ಗೇಟ್‌ವೇಗಳಲ್ಲಿ ಕಾಯುತ್ತವೆ.\n1. ಡಿಸ್ಕ್ ತುಂಬಿಸುತ್ತಿರುವ ಫೈಲ್‌ಗಳನ್ನು ಹುಡುಕಿ: ಹಳೆಯ ರಫ್ತುಗಳು, ಬ್ಯಾಕಪ್‌ಗಳು, ಇತರ ಪ್ರೋಗ್ರಾಂಗಳ ಲಾಗ್‌ಗಳು.\n2. ಬೇಡದ ಫೈಲ್‌ಗಳನ್ನು ಅಳಿಸಿ ಅಥವಾ ಬೇರೆಡೆಗೆ ಸರಿಸಿ.\n3. ಡಿಸ್ಕ್ ಮತ್ತೆ ತುಂಬಿದರೆ ಜಾಗ ಹೆಚ್ಚಿಸಿ.",
  },
  "server-clock": {
    en: "The clocks of the server and of its database differ by more than 5 minutes. Devices look offline, and the clocks of gateways look wrong.\n1. Check the time on both computers.\n2. Check that both reach their time server (NTP).\n3. Correct the wrong clock. The alarm then returns to normal.",
    hi: "सर्वर और उसके डेटाबेस की घड़ियों में 5 मिनट से अधिक का अंतर है। उपकरण ऑफ़लाइन दिखते हैं, और गेटवे की घड़ियाँ ग़लत दिखती हैं।\n1. दोनों कंप्यूटरों पर समय जाँचें।\n2. जाँचें कि दोनों अपने समय सर्वर (NTP) तक पहुँचते हैं।\n3. ग़लत घड़ी ठीक करें। फिर अलार्म सामान्य हो जाता है।",
    kn: "ಸರ್ವರ್ ಮತ್ತು ಅದರ ಡೇಟಾಬೇಸ್‌ನ ಗಡಿಯಾರಗಳಲ್ಲಿ 5 ನಿಮಿಷಕ್ಕಿಂತ ಹೆಚ್ಚು ವ್ಯತ್ಯಾಸವಿದೆ. ಸಾಧನಗಳು ಆಫ್‌ಲೈನ್ ಎಂದು, ಗೇಟ್‌ವೇಗಳ ಗಡಿಯಾರಗಳು ತಪ್ಪೆಂದು ಕಾಣುತ್ತವೆ.\n1. ಎರಡೂ ಕಂಪ್ಯೂಟರ್‌ಗಳ ಸಮಯ ಪರಿಶೀಲಿಸಿ.\n2. ಎರಡೂ ತಮ್ಮ ಸಮಯ ಸರ್ವರ್ (NTP) ತಲುಪುತ್ತವೆಯೇ ಪರಿಶೀಲಿಸಿ.\n3. ತಪ್ಪು ಗಡಿಯಾರ ಸರಿಪಡಿಸಿ. ಆಗ ಅಲಾರಂ ಸಾಮಾನ್ಯ ಸ್ಥಿತಿಗೆ ಮರಳುತ್ತದೆ.",
  },
  "standby-lost": {
    en: "The database has no synchronous standby. If the disk of its host fails now, new data are lost.\n1. Find the host of the standby: run patronictl list on a host of the database.\n2. Check its power, its network and its disk.\n3. Start Patroni there. The alarm returns to normal when the standby has all data again.",
    hi: "डेटाबेस का कोई सिंक्रोनस स्टैंडबाय नहीं है। अब उसके होस्ट की डिस्क ख़राब हो जाए तो नया डेटा खो जाएगा।\n1. स्टैंडबाय का होस्ट खोजें: डेटाबेस के किसी होस्ट पर patronictl list चलाएँ।\n2. उसकी बिजली, नेटवर्क और डिस्क जाँचें।\n3. वहाँ Patroni चालू करें। स्टैंडबाय के पास फिर से सारा डेटा होने पर अलार्म सामान्य हो जाता है।",
    kn: "ಡೇಟಾಬೇಸ್‌ಗೆ ಸಿಂಕ್ರೊನಸ್ ಸ್ಟ್ಯಾಂಡ್‌ಬೈ ಇಲ್ಲ. ಈಗ ಅದರ ಹೋಸ್ಟ್‌ನ ಡಿಸ್ಕ್ ಕೆಟ್ಟರೆ ಹೊಸ ಡೇಟಾ ಕಳೆದುಹೋಗುತ್ತದೆ.\n1. ಸ್ಟ್ಯಾಂಡ್‌ಬೈನ ಹೋಸ್ಟ್ ಹುಡುಕಿ: ಡೇಟಾಬೇಸ್‌ನ ಒಂದು ಹೋಸ್ಟ್‌ನಲ್ಲಿ patronictl list ಚಲಾಯಿಸಿ.\n2. ಅದರ ವಿದ್ಯುತ್, ನೆಟ್‌ವರ್ಕ್ ಮತ್ತು ಡಿಸ್ಕ್ ಪರಿಶೀಲಿಸಿ.\n3. ಅಲ್ಲಿ Patroni ಆರಂಭಿಸಿ. ಸ್ಟ್ಯಾಂಡ್‌ಬೈ ಬಳಿ ಮತ್ತೆ ಎಲ್ಲ ಡೇಟಾ ಇದ್ದಾಗ ಅಲಾರಂ ಸಾಮಾನ್ಯ ಸ್ಥಿತಿಗೆ ಮರಳುತ್ತದೆ.",
  },
  "clock-ahead": wrongClock,
  "clock-behind": wrongClock,
  "on-against-schedule": {
    en: "The schedule commands this unit off repeatedly, but it stays on. It uses energy for an empty building.\n1. Check for a local switch in the on position.\n2. Check for a program in the controller that switches it on.\n3. Check for another system that writes at a higher priority.\n4. If the unit should run, override it.",
    hi: "समय-सारणी इस यूनिट को बार-बार बंद करने का आदेश देती है, पर वह चालू रहती है। वह ख़ाली भवन के लिए ऊर्जा लेती है।\n1. देखें कि लोकल स्विच चालू तो नहीं है।\n2. देखें कि कंट्रोलर का कोई प्रोग्राम उसे चालू तो नहीं करता।\n3. देखें कि कोई अन्य सिस्टम ऊँची प्राथमिकता पर तो नहीं लिखता।\n4. यूनिट को चलना चाहिए तो उस पर ओवरराइड लगाएँ।",
    kn: "ವೇಳಾಪಟ್ಟಿ ಈ ಘಟಕವನ್ನು ಮತ್ತೆ ಮತ್ತೆ ಆಫ್ ಮಾಡಲು ಆದೇಶಿಸುತ್ತದೆ, ಆದರೆ ಅದು ಆನ್ ಆಗಿಯೇ ಇದೆ. ಖಾಲಿ ಕಟ್ಟಡಕ್ಕೆ ಶಕ್ತಿ ಬಳಕೆಯಾಗುತ್ತದೆ.\n1. ಸ್ಥಳೀಯ ಸ್ವಿಚ್ ಆನ್ ಇದೆಯೇ ನೋಡಿ.\n2. ನಿಯಂತ್ರಕದ ಪ್ರೋಗ್ರಾಂ ಅದನ್ನು ಆನ್ ಮಾಡುತ್ತಿದೆಯೇ ನೋಡಿ.\n3. ಬೇರೆ ವ್ಯವಸ್ಥೆ ಹೆಚ್ಚಿನ ಆದ್ಯತೆಯಲ್ಲಿ ಬರೆಯುತ್ತಿದೆಯೇ ನೋಡಿ.\n4. ಘಟಕ ನಡೆಯಬೇಕಿದ್ದರೆ ಅದಕ್ಕೆ ಓವರ್‌ರೈಡ್ ಹಾಕಿ.",
  },
  "off-against-schedule": {
    en: "The schedule commands this unit on repeatedly, but it stays off. Its zones get no air.\n1. Check for a local switch in the off position.\n2. Check the safety contacts (fire, frost).\n3. Check for a tripped drive.\n4. Check for another system that writes at a higher priority.\n5. If the unit should stay off, override it.",
    hi: "समय-सारणी इस यूनिट को बार-बार चालू करने का आदेश देती है, पर वह बंद रहती है। उसके ज़ोन को हवा नहीं मिलती।\n1. देखें कि लोकल स्विच बंद तो नहीं है।\n2. सुरक्षा संपर्क (आग, पाला) जाँचें।\n3. देखें कि ड्राइव ट्रिप तो नहीं हुई।\n4. देखें कि कोई अन्य सिस्टम ऊँची प्राथमिकता पर तो नहीं लिखता।\n5. यूनिट को बंद रहना चाहिए तो उस पर ओवरराइड लगाएँ।",
    kn: "ವೇಳಾಪಟ್ಟಿ ಈ ಘಟಕವನ್ನು ಮತ್ತೆ ಮತ್ತೆ ಆನ್ ಮಾಡಲು ಆದೇಶಿಸುತ್ತದೆ, ಆದರೆ ಅದು ಆಫ್ ಆಗಿಯೇ ಇದೆ. ಅದರ ವಲಯಗಳಿಗೆ ಗಾಳಿ ಸಿಗುತ್ತಿಲ್ಲ.\n1. ಸ್ಥಳೀಯ ಸ್ವಿಚ್ ಆಫ್ ಇದೆಯೇ ನೋಡಿ.\n2. ಸುರಕ್ಷತಾ ಸಂಪರ್ಕಗಳನ್ನು (ಬೆಂಕಿ, ಹಿಮ) ಪರಿಶೀಲಿಸಿ.\n3. ಡ್ರೈವ್ ಟ್ರಿಪ್ ಆಗಿದೆಯೇ ನೋಡಿ.\n4. ಬೇರೆ ವ್ಯವಸ್ಥೆ ಹೆಚ್ಚಿನ ಆದ್ಯತೆಯಲ್ಲಿ ಬರೆಯುತ್ತಿದೆಯೇ ನೋಡಿ.\n5. ಘಟಕ ಆಫ್ ಇರಬೇಕಿದ್ದರೆ ಅದಕ್ಕೆ ಓವರ್‌ರೈಡ್ ಹಾಕಿ.",
  },
  "foreign-override": {
    en: "Another system, such as a service tool, overrides this point at its own priority. Your commands take effect when it releases the point.\n1. Open Controls and read the point and the value.\n2. Find the system or the person that wrote the value. Ask the service company.\n3. Have the point released. The alarm then returns to normal.",
    hi: "कोई अन्य सिस्टम, जैसे सर्विस टूल, इस पॉइंट को अपनी प्राथमिकता पर ओवरराइड करता है। पॉइंट छूटते ही आपके आदेश लागू होते हैं।\n1. नियंत्रण पृष्ठ खोलें और पॉइंट तथा मान देखें।\n2. वह सिस्टम या व्यक्ति खोजें जिसने मान लिखा। सर्विस कंपनी से पूछें।\n3. पॉइंट छुड़वाएँ। फिर अलार्म सामान्य हो जाता है।",
    kn: "ಸರ್ವೀಸ್ ಉಪಕರಣದಂತಹ ಬೇರೆ ವ್ಯವಸ್ಥೆಯು ಈ ಪಾಯಿಂಟ್ ಅನ್ನು ತನ್ನ ಆದ್ಯತೆಯಲ್ಲಿ ಓವರ್‌ರೈಡ್ ಮಾಡಿದೆ. ಅದು ಬಿಡುಗಡೆ ಮಾಡಿದಾಗ ನಿಮ್ಮ ಆದೇಶಗಳು ಜಾರಿಯಾಗುತ್ತವೆ.\n1. ನಿಯಂತ್ರಣ ಪುಟ ತೆರೆದು ಪಾಯಿಂಟ್ ಮತ್ತು ಮೌಲ್ಯ ನೋಡಿ.\n2. ಮೌಲ್ಯ ಬರೆದ ವ್ಯವಸ್ಥೆ ಅಥವಾ ವ್ಯಕ್ತಿಯನ್ನು ಹುಡುಕಿ. ಸರ್ವೀಸ್ ಕಂಪನಿಯನ್ನು ಕೇಳಿ.\n3. ಪಾಯಿಂಟ್ ಬಿಡುಗಡೆ ಮಾಡಿಸಿ. ಆಗ ಅಲಾರಂ ಸಾಮಾನ್ಯ ಸ್ಥಿತಿಗೆ ಮರಳುತ್ತದೆ.",
  },
  "override-lost": {
    en: "Another system replaced or released a person's override. The alarm returns to normal with a new command, or when the override would have expired.\n1. Open Controls.\n2. If the override is still needed, send the command again.",
    hi: "किसी अन्य सिस्टम ने किसी व्यक्ति का ओवरराइड बदल दिया या हटा दिया। नए आदेश पर, या ओवरराइड की अवधि पूरी होने पर अलार्म सामान्य हो जाता है।\n1. नियंत्रण पृष्ठ खोलें।\n2. ओवरराइड अब भी चाहिए तो आदेश फिर भेजें।",
    kn: "ಬೇರೆ ವ್ಯವಸ್ಥೆಯು ವ್ಯಕ್ತಿಯೊಬ್ಬರ ಓವರ್‌ರೈಡ್ ಅನ್ನು ಬದಲಾಯಿಸಿದೆ ಅಥವಾ ತೆಗೆದಿದೆ. ಹೊಸ ಆದೇಶ ಬಂದಾಗ, ಅಥವಾ ಓವರ್‌ರೈಡ್ ಅವಧಿ ಮುಗಿದಾಗ ಅಲಾರಂ ಸಾಮಾನ್ಯ ಸ್ಥಿತಿಗೆ ಮರಳುತ್ತದೆ.\n1. ನಿಯಂತ್ರಣ ಪುಟ ತೆರೆಯಿರಿ.\n2. ಓವರ್‌ರೈಡ್ ಇನ್ನೂ ಬೇಕಿದ್ದರೆ ಆದೇಶವನ್ನು ಮತ್ತೆ ಕಳುಹಿಸಿ.",
  },
  "sensor-out-of-range": {
    en: "The value is impossible. It is left out of averages and rules.\n1. Check the sensor for a broken wire or a short circuit.\n2. Check the scale and the sensor type in its controller. A value that is 10 or 100 times too high needs a scale of 0.1 or 0.01 in the profile of the device.\n3. Release a value that was forced by hand. The alarm returns to normal after one minute of possible values.",
    hi: "यह मान असंभव है। वह औसत और नियमों में नहीं गिना जाता।\n1. सेंसर पर टूटा तार या शॉर्ट सर्किट जाँचें।\n2. कंट्रोलर में स्केल और सेंसर का प्रकार जाँचें। 10 या 100 गुना बड़े मान के लिए उपकरण की प्रोफ़ाइल में 0.1 या 0.01 का स्केल लगाएँ।\n3. हाथ से थोपा गया मान हटाएँ। एक मिनट तक संभव मान आने पर अलार्म सामान्य हो जाता है।",
    kn: "ಈ ಮೌಲ್ಯ ಅಸಾಧ್ಯ. ಅದನ್ನು ಸರಾಸರಿ ಮತ್ತು ನಿಯಮಗಳಲ್ಲಿ ಎಣಿಸುವುದಿಲ್ಲ.\n1. ಸಂವೇದಕದಲ್ಲಿ ತುಂಡಾದ ತಂತಿ ಅಥವಾ ಶಾರ್ಟ್ ಸರ್ಕ್ಯೂಟ್ ಇದೆಯೇ ನೋಡಿ.\n2. ನಿಯಂತ್ರಕದಲ್ಲಿ ಅಳತೆ ಮತ್ತು ಸಂವೇದಕದ ವಿಧ ಪರಿಶೀಲಿಸಿ. 10 ಅಥವಾ 100 ಪಟ್ಟು ಹೆಚ್ಚಿನ ಮೌಲ್ಯಕ್ಕೆ ಸಾಧನದ ಪ್ರೊಫೈಲ್‌ನಲ್ಲಿ 0.1 ಅಥವಾ 0.01 ಅಳತೆ ನೀಡಿ.\n3. ಕೈಯಿಂದ ಹೇರಿದ ಮೌಲ್ಯ ತೆಗೆಯಿರಿ. ಒಂದು ನಿಮಿಷ ಸಾಧ್ಯವಾದ ಮೌಲ್ಯ ಬಂದರೆ ಅಲಾರಂ ಸಾಮಾನ್ಯ ಸ್ಥಿತಿಗೆ ಮರಳುತ್ತದೆ.",
  },
  "sensor-frozen": {
    en: "The sensor has sent exactly the same value for hours. Such a value always varies a little.\n1. Hold a hand or a damp cloth at the sensor. If the value changes, the alarm returns to normal.\n2. Release a value that was forced by hand.\n3. Restart the controller of the sensor.\n4. Replace the sensor.",
    hi: "सेंसर घंटों से बिल्कुल एक ही मान भेज रहा है। ऐसा मान सदा थोड़ा बदलता है।\n1. सेंसर पर हाथ या गीला कपड़ा रखें। मान बदले तो अलार्म सामान्य हो जाता है।\n2. हाथ से थोपा गया मान हटाएँ।\n3. सेंसर का कंट्रोलर फिर से चालू करें।\n4. सेंसर बदलें।",
    kn: "ಸಂವೇದಕವು ಗಂಟೆಗಟ್ಟಲೆ ಒಂದೇ ಮೌಲ್ಯ ಕಳುಹಿಸುತ್ತಿದೆ. ಇಂತಹ ಮೌಲ್ಯ ಸದಾ ಸ್ವಲ್ಪ ಬದಲಾಗುತ್ತದೆ.\n1. ಸಂವೇದಕದ ಮೇಲೆ ಕೈ ಅಥವಾ ಒದ್ದೆ ಬಟ್ಟೆ ಇಡಿ. ಮೌಲ್ಯ ಬದಲಾದರೆ ಅಲಾರಂ ಸಾಮಾನ್ಯ ಸ್ಥಿತಿಗೆ ಮರಳುತ್ತದೆ.\n2. ಕೈಯಿಂದ ಹೇರಿದ ಮೌಲ್ಯ ತೆಗೆಯಿರಿ.\n3. ಸಂವೇದಕದ ನಿಯಂತ್ರಕವನ್ನು ಮರುಪ್ರಾರಂಭಿಸಿ.\n4. ಸಂವೇದಕ ಬದಲಾಯಿಸಿ.",
  },
  "device-event": {
    en: "The device itself reports this event.\n1. Find the message in the device's manual.\n2. Follow the manual.",
    hi: "यह सूचना उपकरण स्वयं देता है।\n1. संदेश को उपकरण की पुस्तिका में खोजें।\n2. पुस्तिका के निर्देश का पालन करें।",
    kn: "ಈ ಸೂಚನೆಯನ್ನು ಸಾಧನವೇ ನೀಡುತ್ತದೆ.\n1. ಸಾಧನದ ಕೈಪಿಡಿಯಲ್ಲಿ ಸಂದೇಶವನ್ನು ಹುಡುಕಿ.\n2. ಕೈಪಿಡಿಯ ಸೂಚನೆ ಪಾಲಿಸಿ.",
  },
};
