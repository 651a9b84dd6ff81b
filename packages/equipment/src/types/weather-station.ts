import { defineEquipment, fault, type GuidanceOf, reading, text } from "../define.ts";

export const OUTDOOR_TEMPERATURE = "OUTDOOR_TEMPERATURE";

export const IRRADIANCE = "SOLAR_IRRADIANCE";

/** Weather outside: energy is compared at the same weather. */
export const weatherStation = defineEquipment({
  type: "WEATHERSTATION",
  name: text("Weather stations", "मौसम केंद्र", "ಹವಾಮಾನ ಕೇಂದ್ರಗಳು"),
  singular: text("Weather station", "मौसम केंद्र", "ಹವಾಮಾನ ಕೇಂದ್ರ"),
  brick: "Weather_Station",
  subsystem: "environment",
  icon: "temperature",
  lossAlarm: "sensor-lost",
  points: {
    [OUTDOOR_TEMPERATURE]: reading(
      text("Outdoor temperature", "बाहर का तापमान", "ಹೊರಗಿನ ತಾಪಮಾನ"),
      "degC",
      [-40, 60],
      {
        brick: "Outside_Air_Temperature_Sensor",
      },
    ),
    OUTDOOR_HUMIDITY: reading(text("Outdoor humidity", "बाहर की नमी", "ಹೊರಗಿನ ತೇವಾಂಶ"), "percentRh", [0, 100], {
      brick: "Outside_Air_Humidity_Sensor",
    }),
    [IRRADIANCE]: reading(
      text("Solar irradiance", "सौर विकिरण", "ಸೌರ ವಿಕಿರಣ"),
      "wattPerSquareMetre",
      [0, 1500],
      { brick: "Solar_Irradiance_Sensor" },
    ),
  },
  alarms: {
    "irradiance-sensor": {
      code: 248,
      title: text("Irradiance sensor failed", "सौर विकिरण सेंसर ख़राब", "ಸೌರ ವಿಕಿರಣ ಸಂವೇದಕ ಕೆಟ್ಟಿದೆ"),
      message: text(
        "Irradiance sensor failed: {0} W/m² while {1} solar pumps run",
        "सौर विकिरण सेंसर ख़राब: {0} W/m², जबकि {1} सोलर पंप चल रहे हैं",
        "ಸೌರ ವಿಕಿರಣ ಸಂವೇದಕ ಕೆಟ್ಟಿದೆ: {0} W/m², {1} ಸೌರ ಪಂಪ್‌ಗಳು ಓಡುತ್ತಿವೆ",
      ),
      faults: [fault("irradiance-sensor", IRRADIANCE, [IRRADIANCE], [600, 300])],
    },
  },
  screen: {
    summary: [OUTDOOR_TEMPERATURE, "OUTDOOR_HUMIDITY", IRRADIANCE],
    trends: [{ points: [OUTDOOR_TEMPERATURE] }, { points: ["OUTDOOR_HUMIDITY"] }, { points: [IRRADIANCE] }],
  },
});

export const weatherStationGuidance: GuidanceOf<typeof weatherStation> = {
  "irradiance-sensor": {
    en: "Solar pumps run, but the sensor shows no sun. Until it is repaired, pumps are not compared with each other.\n1. Clean the sensor.\n2. Check its cable.\n3. Replace the sensor.",
    hi: "सोलर पंप चल रहे हैं, पर सेंसर धूप नहीं दिखाता। ठीक होने तक पंपों की आपस में तुलना नहीं होती।\n1. सेंसर साफ़ करें।\n2. उसका तार जाँचें।\n3. सेंसर बदलें।",
    kn: "ಸೌರ ಪಂಪ್‌ಗಳು ಓಡುತ್ತಿವೆ, ಆದರೆ ಸಂವೇದಕ ಬಿಸಿಲು ತೋರಿಸುತ್ತಿಲ್ಲ. ದುರಸ್ತಿಯಾಗುವವರೆಗೆ ಪಂಪ್‌ಗಳನ್ನು ಪರಸ್ಪರ ಹೋಲಿಸಲಾಗುವುದಿಲ್ಲ.\n1. ಸಂವೇದಕವನ್ನು ಸ್ವಚ್ಛಗೊಳಿಸಿ.\n2. ಅದರ ಕೇಬಲ್ ಪರಿಶೀಲಿಸಿ.\n3. ಸಂವೇದಕ ಬದಲಾಯಿಸಿ.",
  },
};
