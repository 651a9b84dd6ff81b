import { defineEquipment, type GuidanceOf, reading, readings, text } from "../define.ts";

/** Power that is drawn now, W. */
export const ACTIVE_POWER = "activePowerTotal";

export const energyMeter = defineEquipment({
  type: "ENERGYMETER",
  name: text("Energy meters", "ऊर्जा मीटर", "ವಿದ್ಯುತ್ ಮೀಟರ್‌ಗಳು"),
  brick: "Electrical_Meter",
  subsystem: "energy",
  icon: "bolt",
  points: {
    presentDemand: reading(text("Present demand", "वर्तमान माँग", "ಪ್ರಸ್ತುತ ಬೇಡಿಕೆ"), "kilowatt", [0, 500], {
      brick: "Demand_Sensor",
    }),
    apparentPowerTotal: reading(text("Apparent power", "आभासी शक्ति", "ತೋರಿಕೆಯ ಶಕ್ತಿ"), "voltAmpere", [0, 500000], {
      brick: "Apparent_Power_Sensor",
    }),
    [ACTIVE_POWER]: reading(text("Active power", "सक्रिय शक्ति", "ಸಕ್ರಿಯ ಶಕ್ತಿ"), "watt", [0, 500000], {
      brick: "Active_Power_Sensor",
    }),
    powerFactorTotal: reading(text("Power factor", "शक्ति गुणक", "ಶಕ್ತಿ ಅಂಶ"), "none", [-1, 1], {
      brick: "Power_Factor_Sensor",
    }),
    volatage_LL_average: reading(
      text("Voltage between phases", "फ़ेज़ों के बीच वोल्टेज", "ಫೇಸ್‌ಗಳ ನಡುವಿನ ವೋಲ್ಟೇಜ್"),
      "volt",
      [0, 600],
      { brick: "Voltage_Sensor" },
    ),
    volatage_LN_average: reading(
      text("Voltage to neutral", "न्यूट्रल से वोल्टेज", "ನ್ಯೂಟ್ರಲ್‌ಗೆ ವೋಲ್ಟೇಜ್"),
      "volt",
      [0, 350],
      { brick: "Voltage_Sensor" },
    ),
    currentAverage: reading(text("Current", "धारा", "ವಿದ್ಯುತ್ ಪ್ರವಾಹ"), "ampere", [0, 1000], {
      brick: "Current_Sensor",
    }),
    Frequency: reading(text("Frequency", "आवृत्ति", "ಆವರ್ತನ"), "hertz", [0, 70], { brick: "Frequency_Sensor" }),
    ...readings(
      "em_volatge_LN_phase_",
      { "1-2": "L1", "2-3": "L2", "3-1": "L3" },
      text("Voltage to neutral", "न्यूट्रल से वोल्टेज", "ನ್ಯೂಟ್ರಲ್‌ಗೆ ವೋಲ್ಟೇಜ್"),
      "volt",
      [0, 350],
      { brick: "Voltage_Sensor" },
    ),
    ...readings(
      "em_volatge_LL_phase_",
      { "1-2": "L1–L2", "2-3": "L2–L3", "3-1": "L3–L1" },
      text("Voltage", "वोल्टेज", "ವೋಲ್ಟೇಜ್"),
      "volt",
      [0, 600],
      { brick: "Voltage_Sensor" },
    ),
    ...readings(
      "em_currentPhase",
      { "1": "L1", "2": "L2", "3": "L3" },
      text("Current", "धारा", "ವಿದ್ಯುತ್ ಪ್ರವಾಹ"),
      "ampere",
      [0, 1000],
      { brick: "Current_Sensor" },
    ),
    energyTotal: reading(text("Energy", "ऊर्जा", "ವಿದ್ಯುತ್ ಬಳಕೆ"), "kilowattHour", [0, 100000000], {
      brick: "Energy_Sensor",
      summary: "counter",
    }),
  },
  alarms: {
    "energy-wasted": {
      code: 251,
      title: text("Energy wasted", "ऊर्जा की बर्बादी", "ವಿದ್ಯುತ್ ವ್ಯರ್ಥ"),
      message: text(
        "Energy waste: {0} kW while unoccupied (limit {1} kW)",
        "कोई नहीं है, फिर भी {0} kW खपत हो रही है, सीमा {1} kW",
        "ಯಾರೂ ಇಲ್ಲ, ಆದರೂ {0} kW ಬಳಕೆಯಾಗುತ್ತಿದೆ, ಮಿತಿ {1} kW",
      ),
    },
  },
  screen: {
    summary: ["activePowerTotal", "energyTotal", "powerFactorTotal"],
    trends: [{ points: ["activePowerTotal"] }, { points: ["energyTotal"] }],
  },
});

export const energyMeterGuidance: GuidanceOf<typeof energyMeter> = {
  "energy-wasted": {
    en: "Nobody is on the floor, and it draws more than the configured waste. Switch lights and air handling off, or correct their schedule; some load (servers, refrigerators) may belong there: then raise the limit.",
    hi: "मंज़िल पर कोई नहीं है और वह तय सीमा से अधिक बिजली ले रही है। बत्तियाँ और एयर हैंडलिंग बंद करें, या उनका समय ठीक करें; कुछ भार (सर्वर, फ़्रिज) वहाँ का हो सकता है: तब सीमा बढ़ाएँ।",
    kn: "ಮಹಡಿಯಲ್ಲಿ ಯಾರೂ ಇಲ್ಲ, ಆದರೂ ನಿಗದಿತ ಮಿತಿಗಿಂತ ಹೆಚ್ಚು ವಿದ್ಯುತ್ ಬಳಕೆಯಾಗುತ್ತಿದೆ. ದೀಪ ಮತ್ತು ಏರ್ ಹ್ಯಾಂಡ್ಲಿಂಗ್ ನಿಲ್ಲಿಸಿ, ಅಥವಾ ವೇಳಾಪಟ್ಟಿ ಸರಿಪಡಿಸಿ; ಕೆಲವು ಹೊರೆ (ಸರ್ವರ್, ಫ್ರಿಜ್) ಅಲ್ಲಿಯದೇ ಇರಬಹುದು: ಆಗ ಮಿತಿ ಹೆಚ್ಚಿಸಿ.",
  },
};
