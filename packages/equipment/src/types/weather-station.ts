import { defineEquipment, reading, text } from "../define.ts";

export const OUTDOOR_TEMPERATURE = "OUTDOOR_TEMPERATURE";

export const IRRADIANCE = "SOLAR_IRRADIANCE";

/** Weather outside: energy is compared at the same weather. */
export const weatherStation = defineEquipment({
  type: "WEATHERSTATION",
  name: text("Weather stations", "मौसम केंद्र", "ಹವಾಮಾನ ಕೇಂದ್ರಗಳು"),
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
  alarms: {},
  screen: {
    summary: [OUTDOOR_TEMPERATURE, "OUTDOOR_HUMIDITY", IRRADIANCE],
    trends: [{ points: [OUTDOOR_TEMPERATURE] }, { points: ["OUTDOOR_HUMIDITY"] }, { points: [IRRADIANCE] }],
  },
});
