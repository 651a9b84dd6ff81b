import { comfortPoints, NOISE } from "../comfort-points.ts";
import { defineEquipment, type GuidanceOf, reading, text } from "../define.ts";

export const OCCUPANCY = "OCCUPANCY";
const { temperature, humidity, lux, co2 } = comfortPoints;

export const environment = defineEquipment({
  type: "ENVIRONMENT",
  name: text("Environment sensors", "पर्यावरण सेंसर", "ಪರಿಸರ ಸಂವೇದಕಗಳು"),
  singular: text("Environment sensor", "पर्यावरण सेंसर", "ಪರಿಸರ ಸಂವೇದಕ"),
  brick: "Sensor_Equipment",
  subsystem: "environment",
  icon: "temperature",
  lossAlarm: "sensor-lost",
  points: {
    [temperature]: reading(text("Temperature", "तापमान", "ತಾಪಮಾನ"), "degC", [-20, 60], {
      brick: "Zone_Air_Temperature_Sensor",
      varies: true,
    }),
    [humidity]: reading(text("Humidity", "नमी", "ತೇವಾಂಶ"), "percentRh", [0, 100], {
      brick: "Zone_Air_Humidity_Sensor",
      varies: true,
    }),
    [co2]: reading(text("CO2", "CO2", "CO2"), "ppm", [0, 5000], {
      brick: "CO2_Level_Sensor",
      varies: true,
      decimals: 0,
    }),
    [lux]: reading(text("Light", "प्रकाश", "ಬೆಳಕು"), "lux", [0, 100000], { brick: "Illuminance_Sensor" }),
    [OCCUPANCY]: reading(text("People", "लोग", "ಜನರು"), "none", [0, 1000], {
      brick: "Occupancy_Count_Sensor",
    }),
    PM25: reading(text("PM2.5", "PM2.5", "PM2.5"), "microgramPerCubicMetre", [0, 1000], {
      brick: "PM2.5_Sensor",
    }),
    [NOISE]: reading(text("Noise", "शोर", "ಶಬ್ದ"), "decibelA", [0, 140], { decimals: 0 }),
  },
  alarms: {
    "temperature-high": {
      code: 210,
      title: text("Temperature high", "तापमान अधिक", "ತಾಪಮಾನ ಹೆಚ್ಚು"),
      message: text(
        "Temperature high: {0} °C, limit {1} °C",
        "तापमान अधिक: {0} °C, सीमा {1} °C",
        "ತಾಪಮಾನ ಹೆಚ್ಚು: {0} °C, ಮಿತಿ {1} °C",
      ),
      when: { point: temperature, above: "temperature" },
    },
    "temperature-low": {
      code: 211,
      title: text("Temperature low", "तापमान कम", "ತಾಪಮಾನ ಕಡಿಮೆ"),
      message: text(
        "Temperature low: {0} °C, limit {1} °C",
        "तापमान कम: {0} °C, सीमा {1} °C",
        "ತಾಪಮಾನ ಕಡಿಮೆ: {0} °C, ಮಿತಿ {1} °C",
      ),
      when: { point: temperature, below: "temperature" },
    },
    "humidity-high": {
      code: 212,
      title: text("Humidity high", "नमी अधिक", "ತೇವಾಂಶ ಹೆಚ್ಚು"),
      message: text(
        "Humidity high: {0} %, limit {1} %",
        "नमी अधिक: {0} %, सीमा {1} %",
        "ತೇವಾಂಶ ಹೆಚ್ಚು: {0} %, ಮಿತಿ {1} %",
      ),
      when: { point: humidity, above: "humidity" },
    },
    "humidity-low": {
      code: 213,
      title: text("Humidity low", "नमी कम", "ತೇವಾಂಶ ಕಡಿಮೆ"),
      message: text(
        "Humidity low: {0} %, limit {1} %",
        "नमी कम: {0} %, सीमा {1} %",
        "ತೇವಾಂಶ ಕಡಿಮೆ: {0} %, ಮಿತಿ {1} %",
      ),
      when: { point: humidity, below: "humidity" },
    },
    "lux-high": {
      code: 214,
      title: text("Light high", "प्रकाश अधिक", "ಬೆಳಕು ಹೆಚ್ಚು"),
      message: text(
        "Light high: {0} lux, limit {1} lux",
        "प्रकाश अधिक: {0} lux, सीमा {1} lux",
        "ಬೆಳಕು ಹೆಚ್ಚು: {0} lux, ಮಿತಿ {1} lux",
      ),
      when: { point: lux, above: "lux" },
    },
    "lux-low": {
      code: 215,
      title: text("Light low", "प्रकाश कम", "ಬೆಳಕು ಕಡಿಮೆ"),
      message: text(
        "Light low: {0} lux, limit {1} lux",
        "प्रकाश कम: {0} lux, सीमा {1} lux",
        "ಬೆಳಕು ಕಡಿಮೆ: {0} lux, ಮಿತಿ {1} lux",
      ),
      when: { point: lux, below: "lux" },
    },
    "co2-high": {
      code: 216,
      title: text("CO2 high", "CO2 अधिक", "CO2 ಹೆಚ್ಚು"),
      message: text(
        "CO2 high: {0} ppm, limit {1} ppm",
        "CO2 अधिक: {0} ppm, सीमा {1} ppm",
        "CO2 ಹೆಚ್ಚು: {0} ppm, ಮಿತಿ {1} ppm",
      ),
      when: { point: co2, above: "co2" },
    },
  },
  screen: {
    summary: [temperature, humidity, co2, lux, OCCUPANCY, NOISE],
    trends: [{ points: [temperature] }, { points: [humidity] }, { points: [co2] }, { points: [lux] }],
  },
});

export const environmentGuidance: GuidanceOf<typeof environment> = {
  "temperature-high": {
    en: "1. Compare with the neighbouring zones.\n2. If they are normal, check for open windows, a heat source at the sensor and a closed VAV box.\n3. If they are warm as well, check the air handling unit, its setpoint and the chilled water.",
    hi: "1. पास के ज़ोन से तुलना करें।\n2. वे सामान्य हों तो खुली खिड़की, सेंसर के पास गर्मी का स्रोत और बंद VAV बॉक्स जाँचें।\n3. वे भी गर्म हों तो एयर हैंडलिंग यूनिट, उसका सेटपॉइंट और ठंडा पानी जाँचें।",
    kn: "1. ಪಕ್ಕದ ವಲಯಗಳೊಂದಿಗೆ ಹೋಲಿಸಿ.\n2. ಅವು ಸಾಮಾನ್ಯವಾಗಿದ್ದರೆ ತೆರೆದ ಕಿಟಕಿ, ಸಂವೇದಕದ ಬಳಿ ಶಾಖದ ಮೂಲ ಮತ್ತು ಮುಚ್ಚಿದ VAV ಬಾಕ್ಸ್ ಪರಿಶೀಲಿಸಿ.\n3. ಅವೂ ಬಿಸಿಯಾಗಿದ್ದರೆ ಏರ್ ಹ್ಯಾಂಡ್ಲಿಂಗ್ ಘಟಕ, ಅದರ ಸೆಟ್‌ಪಾಯಿಂಟ್ ಮತ್ತು ತಣ್ಣೀರು ಪರಿಶೀಲಿಸಿ.",
  },
  "temperature-low": {
    en: "1. Check whether the zone is in use.\n2. Raise the setpoint of its unit if it is too low.\n3. Check for a VAV damper or a chilled water valve that is stuck open.",
    hi: "1. देखें कि ज़ोन उपयोग में है या नहीं।\n2. यूनिट का सेटपॉइंट बहुत कम हो तो बढ़ाएँ।\n3. खुला अटका VAV डैंपर या ठंडे पानी का वाल्व जाँचें।",
    kn: "1. ವಲಯ ಬಳಕೆಯಲ್ಲಿದೆಯೇ ನೋಡಿ.\n2. ಅದರ ಘಟಕದ ಸೆಟ್‌ಪಾಯಿಂಟ್ ತುಂಬ ಕಡಿಮೆಯಿದ್ದರೆ ಹೆಚ್ಚಿಸಿ.\n3. ತೆರೆದೇ ಸಿಲುಕಿದ VAV ಡ್ಯಾಂಪರ್ ಅಥವಾ ತಣ್ಣೀರಿನ ಕವಾಟ ಇದೆಯೇ ಪರಿಶೀಲಿಸಿ.",
  },
  "humidity-high": {
    en: "1. Close windows and doors in damp weather.\n2. Check that the chilled water of the air handling unit is cold enough.\n3. Reduce the fresh air.",
    hi: "1. नम मौसम में खिड़कियाँ और दरवाज़े बंद करें।\n2. जाँचें कि एयर हैंडलिंग यूनिट का ठंडा पानी पर्याप्त ठंडा है।\n3. ताज़ी हवा घटाएँ।",
    kn: "1. ತೇವದ ಹವಾಮಾನದಲ್ಲಿ ಕಿಟಕಿ ಬಾಗಿಲು ಮುಚ್ಚಿ.\n2. ಏರ್ ಹ್ಯಾಂಡ್ಲಿಂಗ್ ಘಟಕದ ತಣ್ಣೀರು ಸಾಕಷ್ಟು ತಣ್ಣಗಿದೆಯೇ ಪರಿಶೀಲಿಸಿ.\n3. ತಾಜಾ ಗಾಳಿ ಕಡಿಮೆ ಮಾಡಿ.",
  },
  "humidity-low": {
    en: "The outdoor air is dry, or the zone is overheated.\n1. Reduce the fresh air if the CO2 is low enough.\n2. Lower the heating.\n3. Check the humidifier if there is one.",
    hi: "बाहर की हवा सूखी है, या ज़ोन बहुत गर्म है।\n1. CO2 पर्याप्त कम हो तो ताज़ी हवा घटाएँ।\n2. हीटिंग घटाएँ।\n3. ह्यूमिडिफ़ायर हो तो उसे जाँचें।",
    kn: "ಹೊರಗಿನ ಗಾಳಿ ಒಣಗಿದೆ, ಅಥವಾ ವಲಯ ತುಂಬ ಬಿಸಿಯಾಗಿದೆ.\n1. CO2 ಸಾಕಷ್ಟು ಕಡಿಮೆಯಿದ್ದರೆ ತಾಜಾ ಗಾಳಿ ಕಡಿಮೆ ಮಾಡಿ.\n2. ತಾಪನ ಕಡಿಮೆ ಮಾಡಿ.\n3. ಆರ್ದ್ರಕ ಇದ್ದರೆ ಪರಿಶೀಲಿಸಿ.",
  },
  "lux-high": {
    en: "There is too much daylight, or the lamps are too bright.\n1. Lower the blinds.\n2. Dim the zone or set it to automatic.",
    hi: "दिन का प्रकाश बहुत है, या लैंप बहुत तेज़ हैं।\n1. परदे नीचे करें।\n2. ज़ोन को मंद करें या स्वचालित पर रखें।",
    kn: "ಹಗಲಿನ ಬೆಳಕು ಹೆಚ್ಚು, ಅಥವಾ ದೀಪಗಳು ತುಂಬ ಪ್ರಕಾಶಮಾನವಾಗಿವೆ.\n1. ಪರದೆ ಇಳಿಸಿ.\n2. ವಲಯವನ್ನು ಮಂದಗೊಳಿಸಿ ಅಥವಾ ಸ್ವಯಂಚಾಲಿತಕ್ಕೆ ಬದಲಿಸಿ.",
  },
  "lux-low": {
    en: "1. Check that the zone's lights are on.\n2. Raise their level if it is too low.\n3. Replace lamps that have failed.",
    hi: "1. जाँचें कि ज़ोन की बत्तियाँ चालू हैं।\n2. उनका स्तर बहुत कम हो तो बढ़ाएँ।\n3. ख़राब लैंप बदलें।",
    kn: "1. ವಲಯದ ದೀಪಗಳು ಆನ್ ಆಗಿವೆಯೇ ಪರಿಶೀಲಿಸಿ.\n2. ಅವುಗಳ ಮಟ್ಟ ತುಂಬ ಕಡಿಮೆಯಿದ್ದರೆ ಹೆಚ್ಚಿಸಿ.\n3. ಕೆಟ್ಟ ದೀಪಗಳನ್ನು ಬದಲಾಯಿಸಿ.",
  },
  "co2-high": {
    en: "There is too little fresh air for the number of people.\n1. Open the fresh air damper further.\n2. Open windows and doors of the room.\n3. Check the fan of the unit.",
    hi: "लोगों की संख्या के लिए ताज़ी हवा कम है।\n1. ताज़ी हवा का डैंपर और खोलें।\n2. कमरे की खिड़कियाँ और दरवाज़े खोलें।\n3. यूनिट का पंखा जाँचें।",
    kn: "ಜನರ ಸಂಖ್ಯೆಗೆ ತಾಜಾ ಗಾಳಿ ಸಾಲದು.\n1. ತಾಜಾ ಗಾಳಿಯ ಡ್ಯಾಂಪರ್ ಇನ್ನಷ್ಟು ತೆರೆಯಿರಿ.\n2. ಕೋಣೆಯ ಕಿಟಕಿ ಬಾಗಿಲು ತೆರೆಯಿರಿ.\n3. ಘಟಕದ ಫ್ಯಾನ್ ಪರಿಶೀಲಿಸಿ.",
  },
};
