import { defineEquipment, type GuidanceOf, offOn, reading, text, writable } from "../define.ts";

export const solarPump = defineEquipment({
  type: "SOLARPUMP",
  name: text("Solar pumps", "सोलर पंप", "ಸೌರ ಪಂಪ್‌ಗಳು"),
  brick: "Water_Pump",
  subsystem: "pumps",
  icon: "droplet",
  onOff: { point: "motor_on_off_sp", on: 1, off: 0 },
  isOnFloors: false,
  points: {
    MotorStatus: reading(text("Motor", "मोटर", "ಮೋಟಾರ್"), "none", [0, 1], {
      brick: "Motor_On_Off_Status",
      states: offOn,
    }),
    WaterflowRate_in_lpm: reading(
      text("Water flow", "पानी का प्रवाह", "ನೀರಿನ ಹರಿವು"),
      "litrePerMinute",
      [0, 2000],
      { brick: "Water_Flow_Sensor" },
    ),
    WF_per_Day_in_L: reading(text("Water a day", "प्रतिदिन पानी", "ದಿನದ ನೀರು"), "litre", [0, 1000000], {
      brick: "Water_Usage_Sensor",
    }),
    voltage_in_v: reading(text("Voltage", "वोल्टेज", "ವೋಲ್ಟೇಜ್"), "volt", [0, 1000], { brick: "Voltage_Sensor" }),
    Current_in_A: reading(text("Current", "धारा", "ವಿದ್ಯುತ್ ಪ್ರವಾಹ"), "ampere", [0, 100], {
      brick: "Current_Sensor",
    }),
    power_in_watt: reading(text("Power", "शक्ति", "ಶಕ್ತಿ"), "watt", [0, 20000], {
      brick: "Active_Power_Sensor",
    }),
    // 'NO FAULT' and 'NO WARNING' are the specification's texts; it leaves the other codes open. Source: spec 2 §2.
    FaultCondition: reading(text("Fault", "ख़राबी", "ದೋಷ"), "none", [0, 255], {
      brick: "Fault_Status",
      states: {
        "0": { ...text("NO FAULT", "कोई ख़राबी नहीं", "ದೋಷವಿಲ್ಲ"), level: "fine" },
        "1": { ...text("DRY RUN", "सूखा चलना", "ಒಣ ಓಟ"), level: "alarm" },
        "2": { ...text("OVERLOAD", "अधिभार", "ಅಧಿಕ ಹೊರೆ"), level: "alarm" },
        "3": { ...text("OTHER FAULT", "अन्य ख़राबी", "ಇತರ ದೋಷ"), level: "alarm" },
      },
    }),
    WarningCondition: reading(text("Warning", "चेतावनी", "ಎಚ್ಚರಿಕೆ"), "none", [0, 255], {
      states: {
        "0": { ...text("NO WARNING", "कोई चेतावनी नहीं", "ಎಚ್ಚರಿಕೆ ಇಲ್ಲ"), level: "fine" },
        "1": { ...text("LOW SUN", "कम धूप", "ಕಡಿಮೆ ಬಿಸಿಲು"), level: "warning" },
        "2": { ...text("LEAK", "रिसाव", "ಸೋರಿಕೆ"), level: "warning" },
        "3": { ...text("DIRTY PANEL", "गंदा पैनल", "ಕೊಳೆಯಾದ ಫಲಕ"), level: "warning" },
        "4": { ...text("OTHER WARNING", "अन्य चेतावनी", "ಇತರ ಎಚ್ಚರಿಕೆ"), level: "warning" },
      },
    }),
    motor_on_off_sp: writable("command", text("On/Off", "चालू/बंद", "ಆನ್/ಆಫ್"), "none", {
      range: [0, 1],
      write: { oneOf: [0, 1] },
      brick: "On_Off_Command",
      states: offOn,
    }),
  },
  alarms: {
    "pump-fault": {
      code: 240,
      title: text("Pump fault", "पंप में ख़राबी", "ಪಂಪ್ ದೋಷ"),
      message: text("The pump reports a fault", "पंप ख़राबी बता रहा है", "ಪಂಪ್ ದೋಷ ತಿಳಿಸುತ್ತಿದೆ"),
      when: { point: "FaultCondition", above: 0.5, onDelaySeconds: 0, offDelaySeconds: 5 },
    },
  },
  screen: {
    summary: ["MotorStatus", "WaterflowRate_in_lpm", "power_in_watt", "FaultCondition", "WarningCondition"],
    controls: ["motor_on_off_sp"],
    trends: [{ points: ["WaterflowRate_in_lpm"] }, { points: ["power_in_watt"] }],
  },
});

export const solarPumpGuidance: GuidanceOf<typeof solarPump> = {
  "pump-fault": {
    en: "The pump has stopped itself: dry running, blocked rotor or supply out of range. Look at water level and inlet before it is started again.",
    hi: "पंप ने स्वयं को रोक दिया है: सूखा चलना, अटका रोटर या आपूर्ति सीमा से बाहर। दोबारा चालू करने से पहले पानी का स्तर और इनलेट देखें।",
    kn: "ಪಂಪ್ ತಾನಾಗಿಯೇ ನಿಂತಿದೆ: ಒಣ ಓಟ, ಸಿಲುಕಿದ ರೋಟರ್ ಅಥವಾ ಮಿತಿ ಮೀರಿದ ಪೂರೈಕೆ. ಮತ್ತೆ ಆರಂಭಿಸುವ ಮೊದಲು ನೀರಿನ ಮಟ್ಟ ಮತ್ತು ಒಳಹರಿವು ನೋಡಿ.",
  },
};
