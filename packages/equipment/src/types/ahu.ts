import {
  defineEquipment,
  fault,
  type FullText,
  type GuidanceOf,
  offOn,
  reading,
  text,
  writable,
} from "../define.ts";

/** Source: specification 2 §4. */
export const ahuSwitch = { point: "ahu_on_off_sp", on: 10, off: 0 } as const;
/** Setpoints of air, °C. Source: specification 2 §4 and §5. */
export const airSetpoint = { from: 15, to: 35, step: 0.5 };
/** The setpoint of a setback: that of the return air, by which the unit controls the rooms. */
export const SETBACK_SETPOINT = "ahu_in_air_temperature_sp";
export const SUPPLY_FAN = "Supply Fan Status";

// Ids of the points that code names.
export const SUPPLY_AIR = "Supply Air Temperature";
export const MIXED_AIR = "Mixed Air Temperature";
export const RETURN_AIR = "Return Air Temperature";
export const COOLING_VALVE = "Chilled Water Valve Feedback";
export const HEATING_VALVE = "Heating Valve Feedback";
export const FIRE_ALARM = "Fire Alarm";
export const VFD_SPEED = "VFD Speed";
export const FILTER_STATUS = "Filter Status";
export const FRESH_AIR_DAMPER = "Fresh Air Damper";
export const RETURN_AIR_DAMPER = "Return Air Damper";
export const COOLING_COMMAND = "ahu_chilled_valve_sp";

const air = (name: FullText, more: Parameters<typeof reading>[3]) =>
  reading(name, "degC", [-20, 60], { ...more, varies: true });
const damper = (name: FullText) => reading(name, "percent", [0, 100], { brick: "Damper_Position_Sensor" });

/**
 * Point ids are those of specification 2 §3, spelling included. Faults wait 5 minutes while a unit starts or changes its mode, and 10 more
 * without a break. Sensors drift over weeks: they wait 30. A fan starts within 3. Source: ASHRAE Guideline 36 §5.16.14.
 */
export const ahu = defineEquipment({
  type: "AHU",
  name: text("Air handling units", "एयर हैंडलिंग यूनिट", "ಏರ್ ಹ್ಯಾಂಡ್ಲಿಂಗ್ ಘಟಕಗಳು"),
  singular: text("Air handling unit", "एयर हैंडलिंग यूनिट", "ಏರ್ ಹ್ಯಾಂಡ್ಲಿಂಗ್ ಘಟಕ"),
  brick: "Air_Handling_Unit",
  subsystem: "hvac",
  icon: "air-conditioning",
  lossAlarm: "controller-lost",
  onOff: ahuSwitch,
  points: {
    [SUPPLY_FAN]: reading(text("Supply Fan Status", "आपूर्ति पंखे की स्थिति", "ಪೂರೈಕೆ ಫ್ಯಾನ್ ಸ್ಥಿತಿ"), "none", [0, 1], {
      brick: "Fan_On_Off_Status",
      states: { 0: text("OFF", "बंद", "ಆಫ್"), 1: text("ON", "चालू", "ಆನ್") },
    }),
    [VFD_SPEED]: reading(text("VFD Speed", "VFD गति", "VFD ವೇಗ"), "percent", [0, 100], {
      brick: "Speed_Sensor",
    }),
    "VFD Bypass Status": reading(
      text("VFD Bypass Status", "VFD बाइपास की स्थिति", "VFD ಬೈಪಾಸ್ ಸ್ಥಿತಿ"),
      "volt",
      [0, 500],
      { brick: "Voltage_Sensor" },
    ),
    [COOLING_VALVE]: reading(
      text("Chilled Water Valve", "ठंडे पानी का वाल्व", "ತಣ್ಣೀರಿನ ಕವಾಟ"),
      "percent",
      [0, 100],
      {
        brick: "Valve_Position_Sensor",
        setpoint: { point: COOLING_COMMAND, within: 1, label: "ChW Valve" },
        chartLimits: [0, 100],
      },
    ),
    [HEATING_VALVE]: reading(
      text("Heating Valve Feedback", "ताप वाल्व की स्थिति", "ತಾಪನ ಕವಾಟದ ಸ್ಥಿತಿ"),
      "percent",
      [0, 100],
      { brick: "Valve_Position_Sensor" },
    ),
    [MIXED_AIR]: air(text("Mixed Air Temperature", "मिश्रित हवा का तापमान", "ಮಿಶ್ರ ಗಾಳಿಯ ತಾಪಮಾನ"), {
      brick: "Mixed_Air_Temperature_Sensor",
    }),
    [RETURN_AIR]: air(text("Return Air Temperature", "वापसी हवा का तापमान", "ಹಿಂತಿರುಗುವ ಗಾಳಿಯ ತಾಪಮಾನ"), {
      brick: "Return_Air_Temperature_Sensor",
      setpoint: { point: "ahu_in_air_temperature_sp", within: 1, label: "RAT" },
      chartLimits: [22, 27],
    }),
    [SUPPLY_AIR]: air(text("Supply Air Temperature", "आपूर्ति हवा का तापमान", "ಪೂರೈಕೆ ಗಾಳಿಯ ತಾಪಮಾನ"), {
      brick: "Supply_Air_Temperature_Sensor",
      setpoint: { point: "ahu_suply_air_temperature_sp", within: 1, label: "SAT" },
      chartLimits: [18, 25],
    }),
    CO2: reading(text("CO2", "CO2", "CO2"), "ppm", [0, 5000], { brick: "CO2_Sensor", varies: true }),
    "Filter Pressure": reading(text("Filter Pressure", "फ़िल्टर दबाव", "ಫಿಲ್ಟರ್ ಒತ್ತಡ"), "pascal", [0, 1000], {
      brick: "Filter_Differential_Pressure_Sensor",
    }),
    [FILTER_STATUS]: reading(text("Filter Status", "फ़िल्टर की स्थिति", "ಫಿಲ್ಟರ್ ಸ್ಥಿತಿ"), "none", [0, 1], {
      brick: "Filter_Status",
      states: {
        0: { ...text("Clean", "साफ़", "ಸ್ವಚ್ಛ"), level: "fine" },
        1: { ...text("Loaded", "भरा हुआ", "ತುಂಬಿದೆ"), level: "warning" },
      },
    }),
    [FRESH_AIR_DAMPER]: damper(text("Fresh Air Damper", "ताज़ी हवा का डैंपर", "ತಾಜಾ ಗಾಳಿಯ ಡ್ಯಾಂಪರ್")),
    [RETURN_AIR_DAMPER]: damper(text("Return Air Damper", "वापसी हवा का डैंपर", "ಹಿಂತಿರುಗುವ ಗಾಳಿಯ ಡ್ಯಾಂಪರ್")),
    [FIRE_ALARM]: reading(text("Fire Alarm", "फ़ायर अलार्म", "ಅಗ್ನಿ ಅಲಾರಂ"), "none", [0, 1], {
      brick: "Fire_Alarm",
      states: {
        0: { ...text("Normal", "सामान्य", "ಸಾಮಾನ್ಯ"), level: "fine" },
        1: { ...text("ALARM", "अलार्म", "ಅಲಾರಂ"), level: "alarm" },
      },
    }),
    ahu_in_air_temperature_sp: writable(
      "setpoint",
      text("RAT setpoint", "RAT सेटपॉइंट", "RAT ಸೆಟ್‌ಪಾಯಿಂಟ್"),
      "degC",
      { range: [0, 50], write: airSetpoint, brick: "Return_Air_Temperature_Setpoint" },
    ),
    ahu_suply_air_temperature_sp: writable(
      "setpoint",
      text("SAT setpoint", "SAT सेटपॉइंट", "SAT ಸೆಟ್‌ಪಾಯಿಂಟ್"),
      "degC",
      { range: [0, 50], write: airSetpoint, brick: "Supply_Air_Temperature_Setpoint" },
    ),
    [COOLING_COMMAND]: writable(
      "setpoint",
      text("Chilled water valve command", "ठंडे पानी के वाल्व का आदेश", "ತಣ್ಣೀರಿನ ಕವಾಟದ ಆದೇಶ"),
      "percent",
      { range: [0, 100], write: { from: 0, to: 100, step: 1 }, brick: "Valve_Position_Command" },
    ),
    ahu_heating_valve_sp: writable(
      "setpoint",
      text("Heating valve command", "ताप वाल्व का आदेश", "ತಾಪನ ಕವಾಟದ ಆದೇಶ"),
      "percent",
      { range: [0, 100], write: { from: 0, to: 100, step: 1 }, brick: "Valve_Position_Command" },
    ),
    ahu_on_off_sp: writable("command", text("On/Off", "चालू/बंद", "ಆನ್/ಆಫ್"), "none", {
      range: [0, 10],
      write: { oneOf: [ahuSwitch.off, ahuSwitch.on] },
      brick: "On_Off_Command",
      states: offOn,
    }),
  },
  alarms: {
    "fire-alarm": {
      code: 110,
      title: text("Fire alarm", "फ़ायर अलार्म", "ಅಗ್ನಿ ಅಲಾರಂ"),
      when: { point: FIRE_ALARM, above: 0.5, onDelaySeconds: 0, offDelaySeconds: 5 },
    },
    "valve-leaking": {
      code: 221,
      title: text("Chilled water valve passing", "ठंडे पानी का वाल्व रिसता है", "ತಣ್ಣೀರಿನ ಕವಾಟ ಸೋರುತ್ತಿದೆ"),
      message: text(
        "Chilled water valve passing: closed, but air cools by {0} K",
        "ठंडे पानी का वाल्व रिसता है: बंद है, फिर भी हवा {0} K ठंडी निकलती है",
        "ತಣ್ಣೀರಿನ ಕವಾಟ ಸೋರುತ್ತಿದೆ: ಮುಚ್ಚಿದ್ದರೂ ಗಾಳಿ {0} K ತಣ್ಣಗಾಗಿ ಹೊರಬರುತ್ತದೆ",
      ),
      faults: [fault("valve-leaking", SUPPLY_AIR, [MIXED_AIR, COOLING_VALVE, COOLING_COMMAND], [900, 300])],
    },
    "valve-stuck": {
      code: 222,
      title: text("Chilled water valve stuck", "ठंडे पानी का वाल्व अटका है", "ತಣ್ಣೀರಿನ ಕವಾಟ ಸಿಲುಕಿದೆ"),
      message: text(
        "Chilled water valve does not follow: command {0} %, position {1} %",
        "ठंडे पानी का वाल्व आदेश नहीं मानता: आदेश {0} %, स्थिति {1} %",
        "ತಣ್ಣೀರಿನ ಕವಾಟ ಆದೇಶ ಪಾಲಿಸುತ್ತಿಲ್ಲ: ಆದೇಶ {0} %, ಸ್ಥಾನ {1} %",
      ),
      faults: [fault("valve-stuck", COOLING_VALVE, [COOLING_COMMAND, SUPPLY_AIR], [900, 300])],
    },
    "sensor-drift": {
      code: 223,
      title: text("Sensor drift", "सेंसर का मान खिसक गया है", "ಸಂವೇದಕದ ಮೌಲ್ಯ ಸರಿದಿದೆ"),
      message: text(
        "Sensor drift: {0} °C and {1} °C should agree",
        "सेंसर का मान खिसक गया है: {0} °C और {1} °C, जो मिलने चाहिए",
        "ಸಂವೇದಕದ ಮೌಲ್ಯ ಸರಿದಿದೆ: {0} °C ಮತ್ತು {1} °C, ಇವು ಹೊಂದಬೇಕು",
      ),
      faults: [
        fault("return-air-drift", RETURN_AIR, [], [1800, 300], {
          usesZones: true,
          message: text(
            "Sensor drift: return air {0} °C, zone average {1} °C",
            "सेंसर का मान खिसक गया है: वापसी हवा {0} °C, ज़ोन का औसत {1} °C",
            "ಸಂವೇದಕದ ಮೌಲ್ಯ ಸರಿದಿದೆ: ಹಿಂತಿರುಗುವ ಗಾಳಿ {0} °C, ವಲಯಗಳ ಸರಾಸರಿ {1} °C",
          ),
        }),
        fault("supply-air-drift", SUPPLY_AIR, [MIXED_AIR, COOLING_VALVE, HEATING_VALVE], [1800, 300], {
          message: text(
            "Sensor drift: supply air {0} °C, mixed air {1} °C",
            "सेंसर का मान खिसक गया है: आपूर्ति हवा {0} °C, मिश्रित हवा {1} °C",
            "ಸಂವೇದಕದ ಮೌಲ್ಯ ಸರಿದಿದೆ: ಪೂರೈಕೆ ಗಾಳಿ {0} °C, ಮಿಶ್ರ ಗಾಳಿ {1} °C",
          ),
        }),
      ],
    },
    "heating-and-cooling": {
      code: 224,
      title: text("Heating and cooling at once", "एक साथ गर्म और ठंडा", "ಒಟ್ಟಿಗೆ ಬಿಸಿ ಮತ್ತು ತಂಪು"),
      message: text(
        "Simultaneous heating and cooling: heating valve {0} %, chilled water valve {1} %",
        "एक साथ गर्म और ठंडा: ताप वाल्व {0} %, ठंडे पानी का वाल्व {1} %",
        "ಒಟ್ಟಿಗೆ ಬಿಸಿ ಮತ್ತು ತಂಪು: ತಾಪನ ಕವಾಟ {0} %, ತಣ್ಣೀರಿನ ಕವಾಟ {1} %",
      ),
      faults: [
        fault(
          "heating-and-cooling",
          HEATING_VALVE,
          [COOLING_VALVE, "ahu_heating_valve_sp", COOLING_COMMAND],
          [900, 300],
        ),
      ],
    },
    "fan-unproven": {
      code: 225,
      title: text("Supply fan not proven", "आपूर्ति पंखे के चलने का संकेत नहीं", "ಪೂರೈಕೆ ಫ್ಯಾನ್ ಓಡುವ ಸಂಕೇತವಿಲ್ಲ"),
      message: text(
        "Supply fan failed to start (no run feedback)",
        "आपूर्ति पंखा चालू नहीं हुआ (चलने का संकेत नहीं)",
        "ಪೂರೈಕೆ ಫ್ಯಾನ್ ಆರಂಭವಾಗಲಿಲ್ಲ (ಓಡುವ ಸಂಕೇತವಿಲ್ಲ)",
      ),
      faults: [fault("fan-unproven", SUPPLY_FAN, ["ahu_on_off_sp", VFD_SPEED], [180, 15])],
    },
    "filter-loaded": {
      code: 220,
      title: text("Filter loaded", "फ़िल्टर भरा हुआ", "ಫಿಲ್ಟರ್ ತುಂಬಿದೆ"),
      message: text("Filter dirty: replace", "फ़िल्टर गंदा: बदलें", "ಫಿಲ್ಟರ್ ಕೊಳೆಯಾಗಿದೆ: ಬದಲಾಯಿಸಿ"),
      faults: [fault("filter-loaded", FILTER_STATUS, ["Filter Pressure", VFD_SPEED], [300, 300])],
    },
  },
  screen: {
    summary: [RETURN_AIR, SUPPLY_AIR, COOLING_VALVE, SUPPLY_FAN],
    controls: ["ahu_on_off_sp", "ahu_in_air_temperature_sp", "ahu_suply_air_temperature_sp"],
    trends: [
      { points: [SUPPLY_AIR, "ahu_suply_air_temperature_sp"] },
      { points: [RETURN_AIR, "ahu_in_air_temperature_sp"] },
      { points: [COOLING_VALVE, COOLING_COMMAND] },
    ],
    schematic: {
      [FIRE_ALARM]: [34, 0],
      CO2: [54, 0],
      [RETURN_AIR]: [78, 0],
      [RETURN_AIR_DAMPER]: [0, 31.4],
      [MIXED_AIR]: [29.6, 31.4],
      [SUPPLY_FAN]: [67, 31.4],
      [VFD_SPEED]: [86.5, 31.4],
      [FRESH_AIR_DAMPER]: [0, 67],
      [FILTER_STATUS]: [29.6, 67],
      [COOLING_VALVE]: [48, 67],
      [SUPPLY_AIR]: [78, 67],
      "Filter Pressure": [29.6, 84],
      [HEATING_VALVE]: [60, 84],
      "VFD Bypass Status": [82.5, 84],
    },
  },
});

export const ahuGuidance: GuidanceOf<typeof ahu> = {
  "fire-alarm": {
    en: "Follow the building's fire procedure first. The air handling unit should have stopped.\n1. Check that the unit is off.\n2. Find the detector or call point that is active.\n3. Restart the unit only after the person responsible has reset the fire panel.",
    hi: "पहले भवन की अग्नि-प्रक्रिया का पालन करें। एयर हैंडलिंग यूनिट रुक गई होनी चाहिए।\n1. जाँचें कि यूनिट बंद है।\n2. सक्रिय डिटेक्टर या कॉल पॉइंट खोजें।\n3. ज़िम्मेदार व्यक्ति के अग्नि पैनल रीसेट करने के बाद ही यूनिट फिर चालू करें।",
    kn: "ಮೊದಲು ಕಟ್ಟಡದ ಅಗ್ನಿ ವಿಧಾನವನ್ನು ಪಾಲಿಸಿ. ಏರ್ ಹ್ಯಾಂಡ್ಲಿಂಗ್ ಘಟಕ ನಿಂತಿರಬೇಕು.\n1. ಘಟಕ ಆಫ್ ಆಗಿದೆಯೇ ಪರಿಶೀಲಿಸಿ.\n2. ಸಕ್ರಿಯವಾಗಿರುವ ಡಿಟೆಕ್ಟರ್ ಅಥವಾ ಕಾಲ್ ಪಾಯಿಂಟ್ ಹುಡುಕಿ.\n3. ಹೊಣೆಗಾರರು ಅಗ್ನಿ ಫಲಕವನ್ನು ಮರುಹೊಂದಿಸಿದ ನಂತರವೇ ಘಟಕವನ್ನು ಮತ್ತೆ ಆರಂಭಿಸಿ.",
  },
  "valve-leaking": {
    en: "The valve is closed, but the air still leaves the coil colder than it enters.\n1. Close the hand valve before this valve.\n2. If the air gets warmer, clean or replace the valve: its seat is worn or blocked.\n3. If not, compare the supply and mixed air sensors with a thermometer.\n4. After the repair, close the valve for a few minutes while the fan runs. The alarm then returns to normal.",
    hi: "वाल्व बंद है, फिर भी हवा कॉइल से ठंडी होकर निकलती है।\n1. इस वाल्व से पहले का हाथ का वाल्व बंद करें।\n2. हवा गर्म हो तो वाल्व साफ़ करें या बदलें: उसकी सीट घिस गई है या उसमें कुछ फँसा है।\n3. हवा गर्म न हो तो आपूर्ति और मिश्रित हवा के सेंसर को थर्मामीटर से मिलाएँ।\n4. मरम्मत के बाद पंखा चलते हुए वाल्व को कुछ मिनट बंद रखें। फिर अलार्म सामान्य हो जाता है।",
    kn: "ಕವಾಟ ಮುಚ್ಚಿದೆ, ಆದರೂ ಗಾಳಿ ಕಾಯಿಲ್‌ನಿಂದ ತಣ್ಣಗಾಗಿ ಹೊರಬರುತ್ತದೆ.\n1. ಈ ಕವಾಟದ ಮೊದಲಿನ ಕೈ ಕವಾಟ ಮುಚ್ಚಿ.\n2. ಗಾಳಿ ಬೆಚ್ಚಗಾದರೆ ಕವಾಟವನ್ನು ಸ್ವಚ್ಛಗೊಳಿಸಿ ಅಥವಾ ಬದಲಾಯಿಸಿ: ಅದರ ಆಸನ ಸವೆದಿದೆ ಅಥವಾ ಅದರಲ್ಲಿ ಏನೋ ಸಿಲುಕಿದೆ.\n3. ಇಲ್ಲದಿದ್ದರೆ ಪೂರೈಕೆ ಮತ್ತು ಮಿಶ್ರ ಗಾಳಿಯ ಸಂವೇದಕಗಳನ್ನು ಥರ್ಮಾಮೀಟರ್‌ನೊಂದಿಗೆ ಹೋಲಿಸಿ.\n4. ದುರಸ್ತಿಯ ನಂತರ ಫ್ಯಾನ್ ನಡೆಯುವಾಗ ಕವಾಟವನ್ನು ಕೆಲವು ನಿಮಿಷ ಮುಚ್ಚಿಡಿ. ಆಗ ಅಲಾರಂ ಸಾಮಾನ್ಯ ಸ್ಥಿತಿಗೆ ಮರಳುತ್ತದೆ.",
  },
  "valve-stuck": {
    en: "The valve does not follow its command. The unit cannot control its supply air.\n1. Check that the actuator has power and turns.\n2. Check that the coupling to the stem is tight.\n3. Turn the stem by hand. If it does not move, replace the valve.",
    hi: "वाल्व आदेश का पालन नहीं करता। यूनिट आपूर्ति हवा को नियंत्रित नहीं कर सकती।\n1. जाँचें कि एक्चुएटर में बिजली है और वह घूमता है।\n2. जाँचें कि स्टेम से जोड़ कसा है।\n3. स्टेम को हाथ से घुमाएँ। वह न हिले तो वाल्व बदलें।",
    kn: "ಕವಾಟ ಆದೇಶವನ್ನು ಪಾಲಿಸುತ್ತಿಲ್ಲ. ಘಟಕ ಪೂರೈಕೆ ಗಾಳಿಯನ್ನು ನಿಯಂತ್ರಿಸಲಾರದು.\n1. ಆಕ್ಟುಯೇಟರ್‌ಗೆ ವಿದ್ಯುತ್ ಇದೆಯೇ, ಅದು ತಿರುಗುತ್ತದೆಯೇ ಪರಿಶೀಲಿಸಿ.\n2. ಕಾಂಡದ ಜೋಡಣೆ ಬಿಗಿಯಾಗಿದೆಯೇ ಪರಿಶೀಲಿಸಿ.\n3. ಕಾಂಡವನ್ನು ಕೈಯಿಂದ ತಿರುಗಿಸಿ. ಅದು ಚಲಿಸದಿದ್ದರೆ ಕವಾಟ ಬದಲಾಯಿಸಿ.",
  },
  "sensor-drift": {
    en: "These readings should agree, but they differ. The unit uses a wrong value.\n1. Hold a thermometer next to each sensor that is listed below.\n2. Calibrate or replace the sensor that differs from the thermometer.",
    hi: "ये मान मिलने चाहिए, पर नहीं मिलते। यूनिट ग़लत मान से चलती है।\n1. नीचे दिए गए हर सेंसर के पास थर्मामीटर रखें।\n2. जो सेंसर थर्मामीटर से अलग हो उसे कैलिब्रेट करें या बदलें।",
    kn: "ಈ ಮೌಲ್ಯಗಳು ಹೊಂದಬೇಕು, ಆದರೆ ಹೊಂದುತ್ತಿಲ್ಲ. ಘಟಕ ತಪ್ಪು ಮೌಲ್ಯದಿಂದ ನಡೆಯುತ್ತಿದೆ.\n1. ಕೆಳಗೆ ಕೊಟ್ಟಿರುವ ಪ್ರತಿ ಸಂವೇದಕದ ಬಳಿ ಥರ್ಮಾಮೀಟರ್ ಹಿಡಿಯಿರಿ.\n2. ಥರ್ಮಾಮೀಟರ್‌ಗೆ ಹೊಂದದ ಸಂವೇದಕವನ್ನು ಸರಿಹೊಂದಿಸಿ ಅಥವಾ ಬದಲಾಯಿಸಿ.",
  },
  "heating-and-cooling": {
    en: "Both valves are open: energy is wasted.\n1. Compare the position of each valve with its command. Repair a valve that is open without a command.\n2. If both follow their commands, release an override that keeps one open.\n3. If there is no override, correct the control sequence in the controller.\n4. If the unit dries air by cooling and reheating, ignore this alarm and give that reason.",
    hi: "दोनों वाल्व खुले हैं: ऊर्जा बर्बाद होती है।\n1. हर वाल्व की स्थिति उसके आदेश से मिलाएँ। जो बिना आदेश खुला है उसकी मरम्मत करें।\n2. दोनों आदेश का पालन करते हों तो वह ओवरराइड हटाएँ जो किसी एक को खुला रखता है।\n3. कोई ओवरराइड न हो तो कंट्रोलर में नियंत्रण का क्रम सुधारें।\n4. यूनिट हवा को ठंडा और फिर गर्म करके सुखाती हो तो यही कारण देकर अलार्म को अनदेखा करें।",
    kn: "ಎರಡೂ ಕವಾಟಗಳು ತೆರೆದಿವೆ: ಶಕ್ತಿ ವ್ಯರ್ಥವಾಗುತ್ತಿದೆ.\n1. ಪ್ರತಿ ಕವಾಟದ ಸ್ಥಾನವನ್ನು ಅದರ ಆದೇಶದೊಂದಿಗೆ ಹೋಲಿಸಿ. ಆದೇಶವಿಲ್ಲದೆ ತೆರೆದಿರುವ ಕವಾಟವನ್ನು ದುರಸ್ತಿ ಮಾಡಿ.\n2. ಎರಡೂ ಆದೇಶ ಪಾಲಿಸುತ್ತಿದ್ದರೆ, ಒಂದನ್ನು ತೆರೆದಿಡುವ ಓವರ್‌ರೈಡ್ ತೆಗೆಯಿರಿ.\n3. ಓವರ್‌ರೈಡ್ ಇಲ್ಲದಿದ್ದರೆ ನಿಯಂತ್ರಕದಲ್ಲಿ ನಿಯಂತ್ರಣದ ಅನುಕ್ರಮ ಸರಿಪಡಿಸಿ.\n4. ಘಟಕವು ಗಾಳಿಯನ್ನು ತಂಪಾಗಿಸಿ ಮತ್ತೆ ಬಿಸಿಮಾಡಿ ಒಣಗಿಸುತ್ತಿದ್ದರೆ, ಆ ಕಾರಣ ನೀಡಿ ಅಲಾರಂ ನಿರ್ಲಕ್ಷಿಸಿ.",
  },
  "fan-unproven": {
    en: "The fan is commanded on, but there is no run feedback. The zones of this unit get no air.\n1. Check that the drive has not tripped and is not in local mode.\n2. Check that the isolator is closed.\n3. Check the belt.\n4. If the fan turns, repair its current or pressure switch.",
    hi: "पंखे को चालू होने का आदेश है, पर चलने का संकेत नहीं मिलता। इस यूनिट के ज़ोन को हवा नहीं मिलती।\n1. जाँचें कि ड्राइव ट्रिप नहीं हुई और लोकल पर नहीं है।\n2. जाँचें कि आइसोलेटर बंद (जुड़ा) है।\n3. बेल्ट जाँचें।\n4. पंखा घूमता हो तो उसका करंट या प्रेशर स्विच ठीक करें।",
    kn: "ಫ್ಯಾನ್‌ಗೆ ಆನ್ ಆಗಲು ಆದೇಶವಿದೆ, ಆದರೆ ಓಡುವ ಸಂಕೇತ ಬರುತ್ತಿಲ್ಲ. ಈ ಘಟಕದ ವಲಯಗಳಿಗೆ ಗಾಳಿ ಸಿಗುತ್ತಿಲ್ಲ.\n1. ಡ್ರೈವ್ ಟ್ರಿಪ್ ಆಗಿಲ್ಲ, ಲೋಕಲ್‌ನಲ್ಲಿಲ್ಲ ಎಂದು ಪರಿಶೀಲಿಸಿ.\n2. ಐಸೋಲೇಟರ್ ಮುಚ್ಚಿದೆಯೇ (ಸಂಪರ್ಕದಲ್ಲಿದೆಯೇ) ಪರಿಶೀಲಿಸಿ.\n3. ಬೆಲ್ಟ್ ಪರಿಶೀಲಿಸಿ.\n4. ಫ್ಯಾನ್ ತಿರುಗುತ್ತಿದ್ದರೆ ಅದರ ಕರೆಂಟ್ ಅಥವಾ ಒತ್ತಡ ಸ್ವಿಚ್ ದುರಸ್ತಿ ಮಾಡಿ.",
  },
  "filter-loaded": {
    en: "The pressure across the filter is too high: the fan uses more power.\n1. Replace the filter.\n2. Reset the filter contact of the unit.",
    hi: "फ़िल्टर पर दबाव बहुत अधिक है: पंखा अधिक बिजली लेता है।\n1. फ़िल्टर बदलें।\n2. यूनिट का फ़िल्टर संपर्क रीसेट करें।",
    kn: "ಫಿಲ್ಟರ್ ಮೇಲಿನ ಒತ್ತಡ ತುಂಬ ಹೆಚ್ಚು: ಫ್ಯಾನ್ ಹೆಚ್ಚು ವಿದ್ಯುತ್ ಬಳಸುತ್ತದೆ.\n1. ಫಿಲ್ಟರ್ ಬದಲಾಯಿಸಿ.\n2. ಘಟಕದ ಫಿಲ್ಟರ್ ಸಂಪರ್ಕವನ್ನು ಮರುಹೊಂದಿಸಿ.",
  },
};
