import type { Language } from "./language.ts";

/** A text in each of the dashboard's languages. */
export type Said = Readonly<Record<Language, string>>;

const said = (en: string, hi: string, kn: string): Said => ({ en, hi, kn });

const phase = (name: Said, which: string): Said => ({
  en: `${name.en} ${which}`,
  hi: `${name.hi} ${which}`,
  kn: `${name.kn} ${which}`,
});

/** One name a phase, for points that differ in nothing else. */
const ofPhases = (stem: string, ends: Readonly<Record<string, string>>, name: Said) =>
  Object.fromEntries(Object.entries(ends).map(([end, which]) => [stem + end, phase(name, which)]));

const THREE_PHASES = { PhaseA: "L1", PhaseB: "L2", PhaseC: "L3" };
const BETWEEN_PHASES = { "1-2": "L1–L2", "2-3": "L2–L3", "3-1": "L3–L1" };

const lightNames: Readonly<Record<string, Said>> = {
  light_level: said("Light level", "प्रकाश स्तर", "ಬೆಳಕಿನ ಮಟ್ಟ"),
  lamp_failure: said("Lamp failure", "लैंप की ख़राबी", "ದೀಪದ ದೋಷ"),
  light_mode: said("Light control", "प्रकाश नियंत्रण", "ಬೆಳಕಿನ ನಿಯಂತ್ರಣ"),
  light_level_sp: said("Light level command", "प्रकाश स्तर का आदेश", "ಬೆಳಕಿನ ಮಟ್ಟದ ಆದೇಶ"),
  light_mode_sp: said("Light control command", "प्रकाश नियंत्रण का आदेश", "ಬೆಳಕಿನ ನಿಯಂತ್ರಣದ ಆದೇಶ"),
};
/** Channels of a lighting controller, each with the points of a group. */
const CHANNELS = ["1", "2"];

/** What points are called for reading, by their names in the field. Source of those names: spec 1 §3, spec 2 §2 and §3. */
export const pointNames: Readonly<Record<string, Said>> = {
  TEMPERATURE: said("Temperature", "तापमान", "ತಾಪಮಾನ"),
  HUMIDITY: said("Humidity", "नमी", "ತೇವಾಂಶ"),
  LUMINOUSITY: said("Light", "प्रकाश", "ಬೆಳಕು"),
  OCCUPANCY: said("People", "लोग", "ಜನರು"),
  PM25: said("PM2.5", "PM2.5", "PM2.5"),
  "Return Air Temperature": said("Return Air Temperature", "वापसी हवा का तापमान", "ಹಿಂತಿರುಗುವ ಗಾಳಿಯ ತಾಪಮಾನ"),
  "Supply Air Temperature": said("Supply Air Temperature", "आपूर्ति हवा का तापमान", "ಪೂರೈಕೆ ಗಾಳಿಯ ತಾಪಮಾನ"),
  "Mixed Air Temperature": said("Mixed Air Temperature", "मिश्रित हवा का तापमान", "ಮಿಶ್ರ ಗಾಳಿಯ ತಾಪಮಾನ"),
  "Chilled Water Valve Feedback": said("Chilled Water Valve", "ठंडे पानी का वाल्व", "ತಣ್ಣೀರಿನ ಕವಾಟ"),
  "Heating Valve Feedback": said("Heating Valve Feedback", "ताप वाल्व की स्थिति", "ತಾಪನ ಕವಾಟದ ಸ್ಥಿತಿ"),
  "Supply Fan Status": said("Supply Fan Status", "आपूर्ति पंखे की स्थिति", "ಪೂರೈಕೆ ಫ್ಯಾನ್ ಸ್ಥಿತಿ"),
  "VFD Speed": said("VFD Speed", "VFD गति", "VFD ವೇಗ"),
  "VFD Bypass Status": said("VFD Bypass Status", "VFD बायपास की स्थिति", "VFD ಬೈಪಾಸ್ ಸ್ಥಿತಿ"),
  "Fire Alarm": said("Fire Alarm", "अग्नि अलार्म", "ಅಗ್ನಿ ಅಲಾರಂ"),
  "Filter Pressure": said("Filter Pressure", "फ़िल्टर दबाव", "ಫಿಲ್ಟರ್ ಒತ್ತಡ"),
  "Filter Status": said("Filter Status", "फ़िल्टर की स्थिति", "ಫಿಲ್ಟರ್ ಸ್ಥಿತಿ"),
  "Fresh Air Damper": said("Fresh Air Damper", "ताज़ी हवा का डैम्पर", "ತಾಜಾ ಗಾಳಿಯ ಡ್ಯಾಂಪರ್"),
  "Return Air Damper": said("Return Air Damper", "वापसी हवा का डैम्पर", "ಹಿಂತಿರುಗುವ ಗಾಳಿಯ ಡ್ಯಾಂಪರ್"),
  ahu_on_off_sp: said("On/Off", "चालू/बंद", "ಆನ್/ಆಫ್"),
  ahu_in_air_temperature_sp: said("RAT setpoint", "RAT सेटपॉइंट", "RAT ಸೆಟ್‌ಪಾಯಿಂಟ್"),
  ahu_suply_air_temperature_sp: said("SAT setpoint", "SAT सेटपॉइंट", "SAT ಸೆಟ್‌ಪಾಯಿಂಟ್"),
  ahu_chilled_valve_sp: said("Chilled water valve command", "ठंडे पानी के वाल्व का आदेश", "ತಣ್ಣೀರಿನ ಕವಾಟದ ಆದೇಶ"),
  ahu_heating_valve_sp: said("Heating valve command", "ताप वाल्व का आदेश", "ತಾಪನ ಕವಾಟದ ಆದೇಶ"),
  "Zone Temperature": said("Zone Temperature", "ज़ोन का तापमान", "ವಲಯದ ತಾಪಮಾನ"),
  "Damper Position": said("Damper Position", "डैंपर स्थिति", "ಡ್ಯಾಂಪರ್ ಸ್ಥಾನ"),
  CFM: said("Air flow", "वायु प्रवाह", "ಗಾಳಿಯ ಹರಿವು"),
  "Design CFM": said("Design air flow", "निर्धारित वायु प्रवाह", "ವಿನ್ಯಾಸದ ಗಾಳಿಯ ಹರಿವು"),
  vav_temperature_sp: said("Temperature Set Point", "तापमान सेट पॉइंट", "ತಾಪಮಾನ ಸೆಟ್ ಪಾಯಿಂಟ್"),
  vav_damper_mode_sp: said("Damper Control", "डैंपर नियंत्रण", "ಡ್ಯಾಂಪರ್ ನಿಯಂತ್ರಣ"),
  vav_damper_position_sp: said("Damper Position", "डैंपर स्थिति", "ಡ್ಯಾಂಪರ್ ಸ್ಥಾನ"),
  "Chilled Water Supply Temperature": said(
    "Chilled Water Supply Temperature",
    "ठंडे पानी की आपूर्ति का तापमान",
    "ತಣ್ಣೀರು ಪೂರೈಕೆಯ ತಾಪಮಾನ",
  ),
  "Chilled Water Return Temperature": said(
    "Chilled Water Return Temperature",
    "ठंडे पानी की वापसी का तापमान",
    "ಹಿಂತಿರುಗುವ ತಣ್ಣೀರಿನ ತಾಪಮಾನ",
  ),
  "Chiller Power": said("Chiller Power", "चिलर की बिजली", "ಚಿಲ್ಲರ್ ವಿದ್ಯುತ್"),
  "Chiller Load": said("Chiller Load", "चिलर का भार", "ಚಿಲ್ಲರ್ ಹೊರೆ"),
  "Chiller Status": said("Chiller Status", "चिलर की स्थिति", "ಚಿಲ್ಲರ್ ಸ್ಥಿತಿ"),
  "Pump Status": said("Pump Status", "पंप की स्थिति", "ಪಂಪ್ ಸ್ಥಿತಿ"),
  ch_water_temperature_sp: said("Chilled water setpoint", "ठंडे पानी का सेटपॉइंट", "ತಣ್ಣೀರಿನ ಸೆಟ್‌ಪಾಯಿಂಟ್"),
  ch_on_off_sp: said("On/Off", "चालू/बंद", "ಆನ್/ಆಫ್"),
  presentDemand: said("Present demand", "वर्तमान माँग", "ಪ್ರಸ್ತುತ ಬೇಡಿಕೆ"),
  apparentPowerTotal: said("Apparent power", "आभासी शक्ति", "ತೋರಿಕೆಯ ಶಕ್ತಿ"),
  activePowerTotal: said("Active power", "सक्रिय शक्ति", "ಸಕ್ರಿಯ ಶಕ್ತಿ"),
  powerFactorTotal: said("Power factor", "शक्ति गुणक", "ಶಕ್ತಿ ಅಂಶ"),
  volatage_LL_average: said("Voltage between phases", "फ़ेज़ों के बीच वोल्टेज", "ಫೇಸ್‌ಗಳ ನಡುವಿನ ವೋಲ್ಟೇಜ್"),
  volatage_LN_average: said("Voltage to neutral", "न्यूट्रल से वोल्टेज", "ನ್ಯೂಟ್ರಲ್‌ಗೆ ವೋಲ್ಟೇಜ್"),
  currentAverage: said("Current", "धारा", "ವಿದ್ಯುತ್ ಪ್ರವಾಹ"),
  Frequency: said("Frequency", "आवृत्ति", "ಆವರ್ತನ"),
  energyTotal: said("Energy", "ऊर्जा", "ವಿದ್ಯುತ್ ಬಳಕೆ"),
  ...ofPhases(
    "em_volatge_LN_phase_",
    { "1-2": "L1", "2-3": "L2", "3-1": "L3" },
    said("Voltage to neutral", "न्यूट्रल से वोल्टेज", "ನ್ಯೂಟ್ರಲ್‌ಗೆ ವೋಲ್ಟೇಜ್"),
  ),
  ...ofPhases("em_volatge_LL_phase_", BETWEEN_PHASES, said("Voltage", "वोल्टेज", "ವೋಲ್ಟೇಜ್")),
  ...ofPhases("em_currentPhase", { "1": "L1", "2": "L2", "3": "L3" }, said("Current", "धारा", "ವಿದ್ಯುತ್ ಪ್ರವಾಹ")),
  ...ofPhases("ups_InputVoltage", THREE_PHASES, said("Input voltage", "इनपुट वोल्टेज", "ಇನ್‌ಪುಟ್ ವೋಲ್ಟೇಜ್")),
  ...ofPhases("ups_OutputVoltage", THREE_PHASES, said("Output voltage", "आउटपुट वोल्टेज", "ಔಟ್‌ಪುಟ್ ವೋಲ್ಟೇಜ್")),
  ...ofPhases("ups_OutputCurrent", THREE_PHASES, said("Output current", "आउटपुट धारा", "ಔಟ್‌ಪುಟ್ ಪ್ರವಾಹ")),
  ups_Temperature: said("UPS temperature", "UPS का तापमान", "UPS ತಾಪಮಾನ"),
  ups_InputFrequency: said("Input frequency", "इनपुट आवृत्ति", "ಇನ್‌ಪುಟ್ ಆವರ್ತನ"),
  ups_OutputFrequency: said("Output frequency", "आउटपुट आवृत्ति", "ಔಟ್‌ಪುಟ್ ಆವರ್ತನ"),
  ups_BatteryCharge: said("Battery charge", "बैटरी चार्ज", "ಬ್ಯಾಟರಿ ಚಾರ್ಜ್"),
  ups_BatteryVoltage: said("Battery voltage", "बैटरी वोल्टेज", "ಬ್ಯಾಟರಿ ವೋಲ್ಟೇಜ್"),
  ups_Runtime: said("Time left on battery", "बैटरी पर शेष समय", "ಬ್ಯಾಟರಿಯಲ್ಲಿ ಉಳಿದ ಸಮಯ"),
  ups_Load: said("UPS load", "UPS का भार", "UPS ಹೊರೆ"),
  ups_Status: said("UPS status", "UPS की स्थिति", "UPS ಸ್ಥಿತಿ"),
  ups_BatteryStatus: said("Battery status", "बैटरी की स्थिति", "ಬ್ಯಾಟರಿ ಸ್ಥಿತಿ"),
  ups_TotalAlarms: said("UPS alarms", "UPS के अलार्म", "UPS ಅಲಾರಂಗಳು"),
  OCCUPIED: said("Bay", "पार्किंग स्थान", "ನಿಲುಗಡೆ ಸ್ಥಳ"),
  BATTERY: said("Battery charge", "बैटरी चार्ज", "ಬ್ಯಾಟರಿ ಚಾರ್ಜ್"),
  MotorStatus: said("Motor", "मोटर", "ಮೋಟಾರ್"),
  WaterflowRate_in_lpm: said("Water flow", "पानी का प्रवाह", "ನೀರಿನ ಹರಿವು"),
  WF_per_Day_in_L: said("Water a day", "प्रतिदिन पानी", "ದಿನದ ನೀರು"),
  voltage_in_v: said("Voltage", "वोल्टेज", "ವೋಲ್ಟೇಜ್"),
  Current_in_A: said("Current", "धारा", "ವಿದ್ಯುತ್ ಪ್ರವಾಹ"),
  power_in_watt: said("Power", "शक्ति", "ಶಕ್ತಿ"),
  FaultCondition: said("Fault", "ख़राबी", "ದೋಷ"),
  WarningCondition: said("Warning", "चेतावनी", "ಎಚ್ಚರಿಕೆ"),
  motor_on_off_sp: said("On/Off", "चालू/बंद", "ಆನ್/ಆಫ್"),
  health_latency: said("Answer time", "उत्तर का समय", "ಉತ್ತರದ ಸಮಯ"),
  health_missed_polls: said("Missed polls", "छूटी हुई पूछताछ", "ತಪ್ಪಿದ ವಿಚಾರಣೆಗಳು"),
  ...lightNames,
  ...Object.fromEntries(
    CHANNELS.flatMap((channel) =>
      Object.entries(lightNames).map(([id, name]) => [`${id}_${channel}`, phase(name, channel)]),
    ),
  ),
};
