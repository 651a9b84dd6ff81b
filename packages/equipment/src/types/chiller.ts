import { defineEquipment, offOn, reading, text, writable } from "../define.ts";

export const CHILLER_POWER = "Chiller Power";
export const chillerSwitch = { point: "ch_on_off_sp", on: 10, off: 0 } as const;

export const chiller = defineEquipment({
  type: "CHILLER",
  name: text("Chillers", "चिलर", "ಚಿಲ್ಲರ್‌ಗಳು"),
  singular: text("Chiller", "चिलर", "ಚಿಲ್ಲರ್"),
  brick: "Chiller",
  subsystem: "chiller",
  icon: "snowflake",
  lossAlarm: "controller-lost",
  onOff: chillerSwitch,
  points: {
    "Chilled Water Supply Temperature": reading(
      text("Chilled Water Supply Temperature", "ठंडे पानी की आपूर्ति का तापमान", "ತಣ್ಣೀರು ಪೂರೈಕೆಯ ತಾಪಮಾನ"),
      "degC",
      [-10, 60],
      { brick: "Leaving_Chilled_Water_Temperature_Sensor" },
    ),
    "Chilled Water Return Temperature": reading(
      text("Chilled Water Return Temperature", "ठंडे पानी की वापसी का तापमान", "ಹಿಂತಿರುಗುವ ತಣ್ಣೀರಿನ ತಾಪಮಾನ"),
      "degC",
      [-10, 60],
      { brick: "Entering_Chilled_Water_Temperature_Sensor" },
    ),
    [CHILLER_POWER]: reading(text("Chiller Power", "चिलर की बिजली", "ಚಿಲ್ಲರ್ ವಿದ್ಯುತ್"), "kilowatt", [0, 5000], {
      brick: "Active_Power_Sensor",
    }),
    "Chiller Load": reading(text("Chiller Load", "चिलर का भार", "ಚಿಲ್ಲರ್ ಹೊರೆ"), "percent", [0, 120]),
    "Chiller Status": reading(text("Chiller Status", "चिलर की स्थिति", "ಚಿಲ್ಲರ್ ಸ್ಥಿತಿ"), "none", [0, 1], {
      brick: "On_Off_Status",
      states: offOn,
    }),
    "Pump Status": reading(text("Pump Status", "पंप की स्थिति", "ಪಂಪ್ ಸ್ಥಿತಿ"), "none", [0, 1], {
      brick: "Pump_On_Off_Status",
      states: offOn,
    }),
    ch_water_temperature_sp: writable(
      "setpoint",
      text("Chilled water setpoint", "ठंडे पानी का सेटपॉइंट", "ತಣ್ಣೀರಿನ ಸೆಟ್‌ಪಾಯಿಂಟ್"),
      "degC",
      {
        range: [0, 30],
        write: { from: 4, to: 15, step: 0.5 },
        brick: "Leaving_Chilled_Water_Temperature_Setpoint",
      },
    ),
    [chillerSwitch.point]: writable("command", text("On/Off", "चालू/बंद", "ಆನ್/ಆಫ್"), "none", {
      range: [0, 10],
      write: { oneOf: [chillerSwitch.off, chillerSwitch.on] },
      brick: "On_Off_Command",
      states: offOn,
    }),
  },
  alarms: {},
  screen: {
    summary: [
      "Chiller Status",
      "Chilled Water Supply Temperature",
      "Chilled Water Return Temperature",
      CHILLER_POWER,
    ],
    controls: [chillerSwitch.point, "ch_water_temperature_sp"],
    trends: [
      { points: ["Chilled Water Supply Temperature", "Chilled Water Return Temperature"] },
      { points: [CHILLER_POWER] },
    ],
  },
});
