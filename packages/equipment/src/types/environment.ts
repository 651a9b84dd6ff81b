import { defineEquipment, type GuidanceOf, reading, text } from "../define.ts";

export const environment = defineEquipment({
  type: "ENVIRONMENT",
  name: text("Environment sensors", "पर्यावरण सेंसर", "ಪರಿಸರ ಸಂವೇದಕಗಳು"),
  brick: "Sensor_Equipment",
  subsystem: "environment",
  icon: "temperature",
  lossAlarm: "sensor-lost",
  points: {
    TEMPERATURE: reading(text("Temperature", "तापमान", "ತಾಪಮಾನ"), "degC", [-20, 60], {
      brick: "Zone_Air_Temperature_Sensor",
      varies: true,
    }),
    HUMIDITY: reading(text("Humidity", "नमी", "ತೇವಾಂಶ"), "percentRh", [0, 100], {
      brick: "Zone_Air_Humidity_Sensor",
      varies: true,
    }),
    CO2: reading(text("CO2", "CO2", "CO2"), "ppm", [0, 5000], {
      brick: "CO2_Level_Sensor",
      varies: true,
      decimals: 0,
    }),
    LUMINOUSITY: reading(text("Light", "प्रकाश", "ಬೆಳಕು"), "lux", [0, 100000], { brick: "Illuminance_Sensor" }),
    OCCUPANCY: reading(text("People", "लोग", "ಜನರು"), "none", [0, 1000], { brick: "Occupancy_Count_Sensor" }),
    PM25: reading(text("PM2.5", "PM2.5", "PM2.5"), "microgramPerCubicMetre", [0, 1000], {
      brick: "PM2.5_Sensor",
    }),
    NOISE: reading(text("Noise", "शोर", "ಶಬ್ದ"), "decibelA", [0, 140], { decimals: 0 }),
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
      when: { point: "TEMPERATURE", above: "temperature" },
    },
    "temperature-low": {
      code: 211,
      title: text("Temperature low", "तापमान कम", "ತಾಪಮಾನ ಕಡಿಮೆ"),
      message: text(
        "Temperature low: {0} °C, limit {1} °C",
        "तापमान कम: {0} °C, सीमा {1} °C",
        "ತಾಪಮಾನ ಕಡಿಮೆ: {0} °C, ಮಿತಿ {1} °C",
      ),
      when: { point: "TEMPERATURE", below: "temperature" },
    },
    "humidity-high": {
      code: 212,
      title: text("Humidity high", "आर्द्रता अधिक", "ಆರ್ದ್ರತೆ ಹೆಚ್ಚು"),
      message: text(
        "Humidity high: {0} %, limit {1} %",
        "आर्द्रता अधिक: {0} %, सीमा {1} %",
        "ಆರ್ದ್ರತೆ ಹೆಚ್ಚು: {0} %, ಮಿತಿ {1} %",
      ),
      when: { point: "HUMIDITY", above: "humidity" },
    },
    "humidity-low": {
      code: 213,
      title: text("Humidity low", "आर्द्रता कम", "ಆರ್ದ್ರತೆ ಕಡಿಮೆ"),
      message: text(
        "Humidity low: {0} %, limit {1} %",
        "आर्द्रता कम: {0} %, सीमा {1} %",
        "ಆರ್ದ್ರತೆ ಕಡಿಮೆ: {0} %, ಮಿತಿ {1} %",
      ),
      when: { point: "HUMIDITY", below: "humidity" },
    },
    "lux-high": {
      code: 214,
      title: text("Light high", "प्रकाश अधिक", "ಬೆಳಕು ಹೆಚ್ಚು"),
      message: text(
        "Light high: {0} lux, limit {1} lux",
        "प्रकाश अधिक: {0} lux, सीमा {1} lux",
        "ಬೆಳಕು ಹೆಚ್ಚು: {0} lux, ಮಿತಿ {1} lux",
      ),
      when: { point: "LUMINOUSITY", above: "lux" },
    },
    "lux-low": {
      code: 215,
      title: text("Light low", "प्रकाश कम", "ಬೆಳಕು ಕಡಿಮೆ"),
      message: text(
        "Light low: {0} lux, limit {1} lux",
        "प्रकाश कम: {0} lux, सीमा {1} lux",
        "ಬೆಳಕು ಕಡಿಮೆ: {0} lux, ಮಿತಿ {1} lux",
      ),
      when: { point: "LUMINOUSITY", below: "lux" },
    },
    "co2-high": {
      code: 216,
      title: text("CO2 high", "CO2 अधिक", "CO2 ಹೆಚ್ಚು"),
      message: text(
        "CO2 high: {0} ppm, limit {1} ppm",
        "CO2 अधिक: {0} ppm, सीमा {1} ppm",
        "CO2 ಹೆಚ್ಚು: {0} ppm, ಮಿತಿ {1} ppm",
      ),
      when: { point: "CO2", above: "co2" },
    },
  },
  screen: {
    summary: ["TEMPERATURE", "HUMIDITY", "CO2", "LUMINOUSITY", "OCCUPANCY", "NOISE"],
    trends: [
      { points: ["TEMPERATURE"] },
      { points: ["HUMIDITY"] },
      { points: ["CO2"] },
      { points: ["LUMINOUSITY"] },
    ],
  },
});

export const environmentGuidance: GuidanceOf<typeof environment> = {
  "temperature-high": {
    en: "Compare with the zones beside it. If they are normal, check for open windows, a heat source at the sensor, a VAV box that does not open. If they are warm as well: check the air handling unit, its setpoint and the chilled water.",
    hi: "पास के ज़ोन से तुलना करें। वे ठीक हों तो: खुली खिड़की, सेंसर के पास गर्मी का स्रोत, या न खुलने वाला VAV बॉक्स। वे भी गर्म हों तो: एयर हैंडलिंग यूनिट, उसका सेटपॉइंट और ठंडा पानी जाँचें।",
    kn: "ಪಕ್ಕದ ವಲಯಗಳೊಂದಿಗೆ ಹೋಲಿಸಿ. ಅವು ಸರಿಯಿದ್ದರೆ: ತೆರೆದ ಕಿಟಕಿ, ಸಂವೇದಕದ ಬಳಿ ಶಾಖದ ಮೂಲ, ತೆರೆಯದ VAV ಪೆಟ್ಟಿಗೆ. ಅವೂ ಬಿಸಿಯಾಗಿದ್ದರೆ: ಏರ್ ಹ್ಯಾಂಡ್ಲಿಂಗ್ ಯೂನಿಟ್, ಅದರ ಸೆಟ್‌ಪಾಯಿಂಟ್ ಮತ್ತು ತಣ್ಣೀರು ಪರಿಶೀಲಿಸಿ.",
  },
  "temperature-low": {
    en: "Check whether the zone is in use and whether the setpoint of its unit is too low. A VAV damper or chilled water valve that is stuck open cools on.",
    hi: "देखें कि ज़ोन उपयोग में है या नहीं और उसकी यूनिट का सेटपॉइंट बहुत कम तो नहीं। खुला अटका VAV डैम्पर या ठंडे पानी का वाल्व ठंडा करता रहता है।",
    kn: "ವಲಯ ಬಳಕೆಯಲ್ಲಿದೆಯೇ ಮತ್ತು ಅದರ ಘಟಕದ ಸೆಟ್‌ಪಾಯಿಂಟ್ ತುಂಬ ಕಡಿಮೆಯೇ ನೋಡಿ. ತೆರೆದೇ ಸಿಲುಕಿದ VAV ಡ್ಯಾಂಪರ್ ಅಥವಾ ತಣ್ಣೀರಿನ ಕವಾಟ ತಂಪು ಮಾಡುತ್ತಲೇ ಇರುತ್ತದೆ.",
  },
  "humidity-high": {
    en: "Check windows and doors in damp weather, and whether the air handling unit dehumidifies: chilled water too warm, or much fresh air.",
    hi: "नम मौसम में खिड़कियाँ और दरवाज़े जाँचें, और देखें कि एयर हैंडलिंग यूनिट नमी घटा रही है या नहीं: ठंडा पानी गर्म है, या ताज़ी हवा बहुत है।",
    kn: "ತೇವದ ಹವಾಮಾನದಲ್ಲಿ ಕಿಟಕಿ ಬಾಗಿಲು ಪರಿಶೀಲಿಸಿ, ಏರ್ ಹ್ಯಾಂಡ್ಲಿಂಗ್ ಯೂನಿಟ್ ತೇವ ತೆಗೆಯುತ್ತಿದೆಯೇ ನೋಡಿ: ತಣ್ಣೀರು ಬೆಚ್ಚಗಿದೆ, ಅಥವಾ ತಾಜಾ ಗಾಳಿ ಹೆಚ್ಚಿದೆ.",
  },
  "humidity-low": {
    en: "Dry outdoor air or overheating. Reduce fresh air where the CO2 allows it, and check the humidifier if there is one.",
    hi: "बाहर की सूखी हवा या अधिक गर्मी। जहाँ CO2 अनुमति दे वहाँ ताज़ी हवा घटाएँ, और ह्यूमिडिफ़ायर हो तो उसे जाँचें।",
    kn: "ಒಣ ಹೊರಗಾಳಿ ಅಥವಾ ಹೆಚ್ಚು ಬಿಸಿ. CO2 ಅನುಮತಿಸುವಲ್ಲಿ ತಾಜಾ ಗಾಳಿ ಕಡಿಮೆ ಮಾಡಿ, ಆರ್ದ್ರಕ ಇದ್ದರೆ ಪರಿಶೀಲಿಸಿ.",
  },
  "lux-high": {
    en: "Too much daylight or lamps at full level: lower the blinds, and dim or switch the zone to automatic.",
    hi: "दिन का प्रकाश बहुत है या लैंप पूरे स्तर पर हैं: परदे नीचे करें, और ज़ोन को मंद करें या स्वचालित पर रखें।",
    kn: "ಹಗಲಿನ ಬೆಳಕು ಹೆಚ್ಚು ಅಥವಾ ದೀಪಗಳು ಪೂರ್ಣ ಮಟ್ಟದಲ್ಲಿವೆ: ಪರದೆ ಇಳಿಸಿ, ವಲಯವನ್ನು ಮಂದಗೊಳಿಸಿ ಅಥವಾ ಸ್ವಯಂಚಾಲಿತಕ್ಕೆ ಬದಲಿಸಿ.",
  },
  "lux-low": {
    en: "Check whether the zone's lights are on and at a sensible level, and whether lamps have failed.",
    hi: "देखें कि ज़ोन की बत्तियाँ उचित स्तर पर जल रही हैं या नहीं, और कोई लैंप ख़राब तो नहीं।",
    kn: "ವಲಯದ ದೀಪಗಳು ಸೂಕ್ತ ಮಟ್ಟದಲ್ಲಿ ಉರಿಯುತ್ತಿವೆಯೇ, ದೀಪಗಳು ಕೆಟ್ಟಿವೆಯೇ ನೋಡಿ.",
  },
  "co2-high": {
    en: "More people than the fresh air is for, or too little of it. Open the fresh air damper further, air the room, and check the fan of the unit.",
    hi: "ताज़ी हवा की क्षमता से अधिक लोग हैं, या ताज़ी हवा कम है। ताज़ी हवा का डैम्पर और खोलें, कमरे में हवा आने दें, और यूनिट का पंखा जाँचें।",
    kn: "ತಾಜಾ ಗಾಳಿ ಸಾಲದಷ್ಟು ಜನರಿದ್ದಾರೆ, ಅಥವಾ ತಾಜಾ ಗಾಳಿ ಕಡಿಮೆ. ತಾಜಾ ಗಾಳಿಯ ಡ್ಯಾಂಪರ್ ಇನ್ನಷ್ಟು ತೆರೆಯಿರಿ, ಕೋಣೆಗೆ ಗಾಳಿ ಬಿಡಿ, ಘಟಕದ ಫ್ಯಾನ್ ಪರಿಶೀಲಿಸಿ.",
  },
};
