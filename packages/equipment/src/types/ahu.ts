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
      text("VFD Bypass Status", "VFD बायपास की स्थिति", "VFD ಬೈಪಾಸ್ ಸ್ಥಿತಿ"),
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
    [FRESH_AIR_DAMPER]: damper(text("Fresh Air Damper", "ताज़ी हवा का डैम्पर", "ತಾಜಾ ಗಾಳಿಯ ಡ್ಯಾಂಪರ್")),
    [RETURN_AIR_DAMPER]: damper(text("Return Air Damper", "वापसी हवा का डैम्पर", "ಹಿಂತಿರುಗುವ ಗಾಳಿಯ ಡ್ಯಾಂಪರ್")),
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
      message: text("Fire alarm", "फ़ायर अलार्म सक्रिय है", "ಅಗ್ನಿ ಅಲಾರಂ ಸಕ್ರಿಯವಾಗಿದೆ"),
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
      title: text("Heating and cooling at once", "एक साथ गरम और ठंडा", "ಒಟ್ಟಿಗೆ ಬಿಸಿ ಮತ್ತು ತಂಪು"),
      message: text(
        "Simultaneous heating and cooling: heating valve {0} %, chilled water valve {1} %",
        "एक साथ गरम और ठंडा: हीटिंग वाल्व {0} %, ठंडे पानी का वाल्व {1} %",
        "ಒಟ್ಟಿಗೆ ಬಿಸಿ ಮತ್ತು ತಂಪು: ಬಿಸಿ ಕವಾಟ {0} %, ತಣ್ಣೀರಿನ ಕವಾಟ {1} %",
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
      title: text("Supply fan not proven", "सप्लाई पंखे का प्रमाण नहीं", "ಸರಬರಾಜು ಫ್ಯಾನ್ ಖಚಿತವಾಗಿಲ್ಲ"),
      message: text(
        "Supply fan failed to start (no run feedback)",
        "सप्लाई पंखे को चलने का आदेश है, पर चलने का प्रमाण नहीं",
        "ಸರಬರಾಜು ಫ್ಯಾನ್‌ಗೆ ಓಡಲು ಆದೇಶವಿದೆ, ಆದರೆ ಖಚಿತವಾಗಿಲ್ಲ",
      ),
      faults: [fault("fan-unproven", SUPPLY_FAN, ["ahu_on_off_sp", VFD_SPEED], [180, 15])],
    },
    "filter-loaded": {
      code: 220,
      title: text("Filter loaded", "फ़िल्टर भरा हुआ", "ಫಿಲ್ಟರ್ ತುಂಬಿದೆ"),
      message: text("Filter dirty: replace", "फ़िल्टर भर गया है: उसे बदलें", "ಫಿಲ್ಟರ್ ತುಂಬಿದೆ: ಬದಲಾಯಿಸಿ"),
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
    en: "Follow the building's fire procedure first. The fire alarm is active: the air handling unit should have stopped. Restart it only after the fire panel has been reset by the person responsible.",
    hi: "पहले भवन की अग्नि-प्रक्रिया का पालन करें। फ़ायर अलार्म सक्रिय है: एयर हैंडलिंग यूनिट रुक गई होनी चाहिए। उसे तभी चालू करें जब ज़िम्मेदार व्यक्ति ने अग्नि पैनल रीसेट कर दिया हो।",
    kn: "ಮೊದಲು ಕಟ್ಟಡದ ಅಗ್ನಿ ವಿಧಾನವನ್ನು ಪಾಲಿಸಿ. ಅಗ್ನಿ ಅಲಾರಂ ಸಕ್ರಿಯವಾಗಿದೆ: ಏರ್ ಹ್ಯಾಂಡ್ಲಿಂಗ್ ಯೂನಿಟ್ ನಿಂತಿರಬೇಕು. ಹೊಣೆಗಾರರು ಅಗ್ನಿ ಫಲಕವನ್ನು ಮರುಹೊಂದಿಸಿದ ನಂತರವೇ ಮತ್ತೆ ಆರಂಭಿಸಿ.",
  },
  "valve-leaking": {
    en: "The valve is commanded closed and reports closed, but the air still leaves the coil colder than it enters. Close the hand valve before it: if the air warms, the valve's seat is worn or something lies in it; if it does not, compare the supply and mixed air sensors with a thermometer. When it is mended, close it for some minutes while the fan runs: the alarm goes when the valve is seen to be tight.",
    hi: "वाल्व को बंद होने को कहा गया है और वह बंद बताता है, फिर भी हवा कॉइल से ठंडी होकर निकलती है। उससे पहले का हाथ का वाल्व बंद करें: हवा गरम हो तो वाल्व की सीट घिस गई है या उसमें कुछ फँसा है; न हो तो सप्लाई और मिश्रित हवा के सेंसर को थर्मामीटर से मिलाएँ। ठीक करने के बाद पंखा चलते हुए उसे कुछ मिनट बंद रखें: वाल्व कसा दिखने पर अलार्म चला जाता है।",
    kn: "ಕವಾಟಕ್ಕೆ ಮುಚ್ಚಲು ಹೇಳಲಾಗಿದೆ, ಮುಚ್ಚಿದೆ ಎಂದು ಅದು ಹೇಳುತ್ತದೆ, ಆದರೂ ಗಾಳಿ ಕಾಯಿಲ್‌ನಿಂದ ತಣ್ಣಗಾಗಿ ಹೊರಬರುತ್ತದೆ. ಅದರ ಮೊದಲಿನ ಕೈ ಕವಾಟ ಮುಚ್ಚಿ: ಗಾಳಿ ಬೆಚ್ಚಗಾದರೆ ಕವಾಟದ ಆಸನ ಸವೆದಿದೆ ಅಥವಾ ಅದರಲ್ಲಿ ಏನೋ ಸಿಲುಕಿದೆ; ಇಲ್ಲದಿದ್ದರೆ ಸರಬರಾಜು ಮತ್ತು ಮಿಶ್ರ ಗಾಳಿಯ ಸಂವೇದಕಗಳನ್ನು ಥರ್ಮಾಮೀಟರ್‌ನೊಂದಿಗೆ ಹೋಲಿಸಿ. ಸರಿಪಡಿಸಿದ ನಂತರ ಫ್ಯಾನ್ ನಡೆಯುವಾಗ ಕೆಲವು ನಿಮಿಷ ಮುಚ್ಚಿಡಿ: ಕವಾಟ ಬಿಗಿಯಾಗಿ ಕಂಡಾಗ ಅಲಾರಂ ಹೋಗುತ್ತದೆ.",
  },
  "valve-stuck": {
    en: "The valve does not follow its command. Check whether its actuator has power and turns, and whether the coupling to the stem is tight; then turn the stem by hand. Until it moves, the supply air cannot be held.",
    hi: "वाल्व वहाँ नहीं जाता जहाँ उसे कहा जाता है। देखें कि उसके एक्चुएटर में बिजली है और वह घूमता है, और स्टेम से जोड़ कसा है; फिर स्टेम को हाथ से घुमाएँ। जब तक वह न चले, सप्लाई हवा नियंत्रित नहीं होगी।",
    kn: "ಕವಾಟ ಹೇಳಿದಲ್ಲಿಗೆ ಹೋಗುತ್ತಿಲ್ಲ. ಅದರ ಆಕ್ಟುಯೇಟರ್‌ಗೆ ವಿದ್ಯುತ್ ಇದೆಯೇ, ತಿರುಗುತ್ತದೆಯೇ, ಕಾಂಡದ ಜೋಡಣೆ ಬಿಗಿಯಿದೆಯೇ ನೋಡಿ; ನಂತರ ಕಾಂಡವನ್ನು ಕೈಯಿಂದ ತಿರುಗಿಸಿ. ಅದು ಚಲಿಸುವವರೆಗೆ ಸರಬರಾಜು ಗಾಳಿಯನ್ನು ನಿಯಂತ್ರಿಸಲಾಗದು.",
  },
  "sensor-drift": {
    en: "Readings that must agree do not. Hold a thermometer beside each of the sensors below: the one that is off is to be calibrated or replaced. Until then the unit is controlled by a wrong value.",
    hi: "जिन मानों को मेल खाना चाहिए वे नहीं खाते। नीचे के हर सेंसर के पास थर्मामीटर रखें: जो ग़लत हो उसे कैलिब्रेट करें या बदलें। तब तक यूनिट ग़लत मान से चलती है।",
    kn: "ಒಪ್ಪಬೇಕಾದ ಮೌಲ್ಯಗಳು ಒಪ್ಪುತ್ತಿಲ್ಲ. ಕೆಳಗಿನ ಪ್ರತಿ ಸಂವೇದಕದ ಬಳಿ ಥರ್ಮಾಮೀಟರ್ ಹಿಡಿಯಿರಿ: ತಪ್ಪಾಗಿರುವುದನ್ನು ಹೊಂದಿಸಿ ಅಥವಾ ಬದಲಾಯಿಸಿ. ಅಲ್ಲಿಯವರೆಗೆ ಘಟಕ ತಪ್ಪು ಮೌಲ್ಯದಿಂದ ನಡೆಯುತ್ತದೆ.",
  },
  "heating-and-cooling": {
    en: "Both valves are open, so that one undoes the work of the other. Compare each with its command: one that stands open against it is stuck; if both follow, correct the sequence or release an order that holds one open. Where air is dried on purpose by cooling and heating again, ignore this with that reason.",
    hi: "दोनों वाल्व खुले हैं, इसलिए एक दूसरे का काम बिगाड़ता है। हर एक को उसके आदेश से मिलाएँ: जो आदेश के विरुद्ध खुला है वह अटका है; दोनों मानते हों तो क्रम सुधारें या वह आदेश हटाएँ जो एक को खुला रखता है। जहाँ हवा जानबूझकर ठंडी और फिर गरम करके सुखाई जाती है, वहाँ इस कारण के साथ इसे अनदेखा करें।",
    kn: "ಎರಡೂ ಕವಾಟಗಳು ತೆರೆದಿವೆ, ಆದ್ದರಿಂದ ಒಂದು ಇನ್ನೊಂದರ ಕೆಲಸ ಕೆಡಿಸುತ್ತದೆ. ಪ್ರತಿಯೊಂದನ್ನೂ ಅದರ ಆದೇಶದೊಂದಿಗೆ ಹೋಲಿಸಿ: ಆದೇಶಕ್ಕೆ ವಿರುದ್ಧವಾಗಿ ತೆರೆದಿರುವುದು ಸಿಲುಕಿದೆ; ಎರಡೂ ಪಾಲಿಸಿದರೆ ಅನುಕ್ರಮ ಸರಿಪಡಿಸಿ ಅಥವಾ ಒಂದನ್ನು ತೆರೆದಿಡುವ ಆದೇಶ ಬಿಡಿ. ಗಾಳಿಯನ್ನು ಬೇಕೆಂದೇ ತಂಪಾಗಿಸಿ ಮತ್ತೆ ಬಿಸಿಮಾಡಿ ಒಣಗಿಸುವಲ್ಲಿ ಆ ಕಾರಣದೊಂದಿಗೆ ನಿರ್ಲಕ್ಷಿಸಿ.",
  },
  "fan-unproven": {
    en: "The fan is commanded on, but its proof (current or pressure switch) is missing. Look on site: drive tripped or in local, belt torn, isolator open. If the fan does turn, its switch is wrong. Nobody behind this unit gets air until then.",
    hi: "पंखे को चलने को कहा गया है और उसका प्रमाण (करंट या प्रेशर स्विच) नहीं आता। मौके पर देखें: ड्राइव ट्रिप या लोकल पर, बेल्ट टूटी, आइसोलेटर खुला। पंखा घूमता हो तो उसका स्विच ख़राब है। तब तक इस यूनिट से किसी को हवा नहीं मिलती।",
    kn: "ಫ್ಯಾನ್‌ಗೆ ನಡೆಯಲು ಹೇಳಲಾಗಿದೆ, ಆದರೆ ಅದರ ಖಚಿತತೆ (ಕರೆಂಟ್ ಅಥವಾ ಒತ್ತಡ ಸ್ವಿಚ್) ಬರುತ್ತಿಲ್ಲ. ಸ್ಥಳದಲ್ಲಿ ನೋಡಿ: ಡ್ರೈವ್ ಟ್ರಿಪ್ ಆಗಿದೆ ಅಥವಾ ಲೋಕಲ್‌ನಲ್ಲಿದೆ, ಬೆಲ್ಟ್ ಹರಿದಿದೆ, ಐಸೋಲೇಟರ್ ತೆರೆದಿದೆ. ಫ್ಯಾನ್ ತಿರುಗುತ್ತಿದ್ದರೆ ಅದರ ಸ್ವಿಚ್ ತಪ್ಪು. ಅಲ್ಲಿಯವರೆಗೆ ಈ ಘಟಕದಿಂದ ಯಾರಿಗೂ ಗಾಳಿ ಸಿಗುವುದಿಲ್ಲ.",
  },
  "filter-loaded": {
    en: "The pressure over the filter is too high. Change the filter and reset the unit's contact; until then the fan uses more power.",
    hi: "फ़िल्टर पर दबाव बहुत अधिक है। फ़िल्टर बदलें और यूनिट का संपर्क रीसेट करें; तब तक पंखा अधिक बिजली लेता है।",
    kn: "ಫಿಲ್ಟರ್ ಮೇಲಿನ ಒತ್ತಡ ತುಂಬ ಹೆಚ್ಚು. ಫಿಲ್ಟರ್ ಬದಲಾಯಿಸಿ ಘಟಕದ ಸಂಪರ್ಕ ಮರುಹೊಂದಿಸಿ; ಅಲ್ಲಿಯವರೆಗೆ ಫ್ಯಾನ್ ಹೆಚ್ಚು ವಿದ್ಯುತ್ ಬಳಸುತ್ತದೆ.",
  },
};
