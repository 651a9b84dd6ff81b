import { defineEquipment, type GuidanceOf, reading, readings, text } from "../define.ts";

/** Present power, W. */
export const ACTIVE_POWER = "activePowerTotal";
export const POWER_FACTOR = "powerFactorTotal";
/** The counter of the energy since the meter was built in. */
export const ENERGY_COUNTER = "energyTotal";

/** Up to the voltage at which a large building is supplied. Source: IEC 60038 table 3, up to 35 kV. */
const VOLTAGE: [number, number] = [0, 40000];
const CURRENT: [number, number] = [0, 10000];

export const energyMeter = defineEquipment({
  type: "ENERGYMETER",
  name: text("Energy meters", "ऊर्जा मीटर", "ವಿದ್ಯುತ್ ಮೀಟರ್‌ಗಳು"),
  singular: text("Energy meter", "ऊर्जा मीटर", "ವಿದ್ಯುತ್ ಮೀಟರ್"),
  brick: "Electrical_Meter",
  subsystem: "energy",
  icon: "bolt",
  points: {
    presentDemand: reading(text("Present demand", "वर्तमान माँग", "ಪ್ರಸ್ತುತ ಬೇಡಿಕೆ"), "kilowatt", [0, 20000], {
      brick: "Demand_Sensor",
    }),
    apparentPowerTotal: reading(
      text("Apparent Power", "आभासी शक्ति", "ತೋರಿಕೆಯ ಶಕ್ತಿ"),
      "voltAmpere",
      [0, 20000000],
      {
        brick: "Apparent_Power_Sensor",
      },
    ),
    [ACTIVE_POWER]: reading(text("Active Power", "सक्रिय शक्ति", "ಸಕ್ರಿಯ ಶಕ್ತಿ"), "watt", [-20000000, 20000000], {
      brick: "Active_Power_Sensor",
    }),
    [POWER_FACTOR]: reading(text("Power Factor", "शक्ति गुणक", "ಶಕ್ತಿ ಅಂಶ"), "none", [-1, 1], {
      brick: "Power_Factor_Sensor",
      decimals: 3,
    }),
    volatage_LL_average: reading(
      text("Voltage between phases", "फ़ेज़ों के बीच वोल्टेज", "ಫೇಸ್‌ಗಳ ನಡುವಿನ ವೋಲ್ಟೇಜ್"),
      "volt",
      VOLTAGE,
      { brick: "Voltage_Sensor" },
    ),
    volatage_LN_average: reading(
      text("Voltage to neutral", "न्यूट्रल से वोल्टेज", "ನ್ಯೂಟ್ರಲ್‌ಗೆ ವೋಲ್ಟೇಜ್"),
      "volt",
      VOLTAGE,
      { brick: "Voltage_Sensor" },
    ),
    currentAverage: reading(text("Current", "धारा", "ವಿದ್ಯುತ್ ಪ್ರವಾಹ"), "ampere", CURRENT, {
      brick: "Current_Sensor",
    }),
    Frequency: reading(text("Frequency", "आवृत्ति", "ಆವರ್ತನ"), "hertz", [0, 70], { brick: "Frequency_Sensor" }),
    ...readings(
      "em_volatge_LN_phase_",
      { "1-2": "L1", "2-3": "L2", "3-1": "L3" },
      text("Voltage to neutral", "न्यूट्रल से वोल्टेज", "ನ್ಯೂಟ್ರಲ್‌ಗೆ ವೋಲ್ಟೇಜ್"),
      "volt",
      VOLTAGE,
      { brick: "Voltage_Sensor" },
    ),
    ...readings(
      "em_volatge_LL_phase_",
      { "1-2": "L1–L2", "2-3": "L2–L3", "3-1": "L3–L1" },
      text("Voltage", "वोल्टेज", "ವೋಲ್ಟೇಜ್"),
      "volt",
      VOLTAGE,
      { brick: "Voltage_Sensor" },
    ),
    ...readings(
      "em_currentPhase",
      { "1": "L1", "2": "L2", "3": "L3" },
      text("Current", "धारा", "ವಿದ್ಯುತ್ ಪ್ರವಾಹ"),
      "ampere",
      CURRENT,
      { brick: "Current_Sensor" },
    ),
    [ENERGY_COUNTER]: reading(text("Energy", "ऊर्जा", "ವಿದ್ಯುತ್ ಬಳಕೆ"), "kilowattHour", [0, 100000000], {
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
        "ऊर्जा की बर्बादी: कोई उपस्थित नहीं, फिर भी {0} kW (सीमा {1} kW)",
        "ವಿದ್ಯುತ್ ವ್ಯರ್ಥ: ಯಾರೂ ಇಲ್ಲದಿರುವಾಗ {0} kW (ಮಿತಿ {1} kW)",
      ),
    },
  },
  screen: {
    summary: [ACTIVE_POWER, ENERGY_COUNTER, POWER_FACTOR],
    trends: [{ points: [ACTIVE_POWER] }, { points: [ENERGY_COUNTER] }],
  },
});

export const energyMeterGuidance: GuidanceOf<typeof energyMeter> = {
  "energy-wasted": {
    en: "The floor is unoccupied, but its power is above the limit.\n1. Switch off lights and air handling.\n2. Correct their schedules.\n3. If servers or refrigerators cause this load, raise the limit.",
    hi: "मंज़िल पर कोई उपस्थित नहीं है, पर बिजली की खपत सीमा से अधिक है।\n1. बत्तियाँ और एयर हैंडलिंग बंद करें।\n2. उनकी समय-सारणी सुधारें।\n3. सर्वर या फ़्रिज यह भार लेते हों तो सीमा बढ़ाएँ।",
    kn: "ಮಹಡಿಯಲ್ಲಿ ಯಾರೂ ಇಲ್ಲ, ಆದರೆ ವಿದ್ಯುತ್ ಬಳಕೆ ಮಿತಿಗಿಂತ ಹೆಚ್ಚು.\n1. ದೀಪ ಮತ್ತು ಏರ್ ಹ್ಯಾಂಡ್ಲಿಂಗ್ ಆಫ್ ಮಾಡಿ.\n2. ಅವುಗಳ ವೇಳಾಪಟ್ಟಿ ಸರಿಪಡಿಸಿ.\n3. ಸರ್ವರ್ ಅಥವಾ ಫ್ರಿಜ್ ಈ ಹೊರೆಗೆ ಕಾರಣವಾದರೆ ಮಿತಿ ಹೆಚ್ಚಿಸಿ.",
  },
};
