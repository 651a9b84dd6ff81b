import { defineEquipment, fault, type GuidanceOf, offOn, reading, text, writable } from "../define.ts";

// Ids of the points that code names.
export const FLOW = "WaterflowRate_in_lpm";
export const POWER = "power_in_watt";
export const MOTOR = "MotorStatus";
export const DAY_WATER = "WF_per_Day_in_L";
export const VOLTAGE = "voltage_in_v";
/** Of panels in daylight, at least, V. */
export const DAYLIGHT_VOLT = 50;
export const CURRENT = "Current_in_A";
export const FAULT = "FaultCondition";
export const WARNING = "WarningCondition";
export const pumpSwitch = { point: "motor_on_off_sp", on: 1, off: 0 } as const;

/** Points that the rules of a pump compare; the campus's irradiance is beside them. */
const evidence = [FLOW, POWER, MOTOR, FAULT];

export const solarPump = defineEquipment({
  type: "SOLARPUMP",
  name: text("Solar pumps", "सोलर पंप", "ಸೌರ ಪಂಪ್‌ಗಳು"),
  singular: text("Solar pump", "सोलर पंप", "ಸೌರ ಪಂಪ್"),
  brick: "Water_Pump",
  subsystem: "pumps",
  icon: "droplet",
  onOff: pumpSwitch,
  isOnFloors: false,
  points: {
    [MOTOR]: reading(text("Motor", "मोटर", "ಮೋಟಾರ್"), "none", [0, 1], {
      brick: "Motor_On_Off_Status",
      states: offOn,
    }),
    [FLOW]: reading(text("Water flow", "पानी का प्रवाह", "ನೀರಿನ ಹರಿವು"), "litrePerMinute", [0, 2000], {
      brick: "Water_Flow_Sensor",
    }),
    [DAY_WATER]: reading(text("Water a day", "प्रतिदिन पानी", "ದಿನದ ನೀರು"), "litre", [0, 1000000], {
      brick: "Water_Usage_Sensor",
    }),
    [VOLTAGE]: reading(text("Voltage", "वोल्टेज", "ವೋಲ್ಟೇಜ್"), "volt", [0, 1000], { brick: "Voltage_Sensor" }),
    [CURRENT]: reading(text("Current", "धारा", "ವಿದ್ಯುತ್ ಪ್ರವಾಹ"), "ampere", [0, 100], {
      brick: "Current_Sensor",
    }),
    [POWER]: reading(text("Power", "शक्ति", "ಶಕ್ತಿ"), "watt", [0, 20000], {
      brick: "Active_Power_Sensor",
    }),
    // 'NO FAULT' and 'NO WARNING' are the specification's texts; it leaves the other codes open. Source: spec 2 §2.
    [FAULT]: reading(text("Fault", "ख़राबी", "ದೋಷ"), "none", [0, 255], {
      brick: "Fault_Status",
      states: {
        "0": { ...text("NO FAULT", "कोई ख़राबी नहीं", "ದೋಷವಿಲ್ಲ"), level: "fine" },
        "1": { ...text("DRY RUN", "सूखा चलना", "ಒಣ ಓಟ"), level: "alarm" },
        "2": { ...text("OVERLOAD", "अधिभार", "ಅಧಿಕ ಹೊರೆ"), level: "alarm" },
        "3": { ...text("OTHER FAULT", "अन्य ख़राबी", "ಇತರ ದೋಷ"), level: "alarm" },
      },
    }),
    [WARNING]: reading(text("Warning", "चेतावनी", "ಎಚ್ಚರಿಕೆ"), "none", [0, 255], {
      states: {
        "0": { ...text("NO WARNING", "कोई चेतावनी नहीं", "ಎಚ್ಚರಿಕೆ ಇಲ್ಲ"), level: "fine" },
        "1": { ...text("LOW SUN", "कम धूप", "ಕಡಿಮೆ ಬಿಸಿಲು"), level: "warning" },
        "2": { ...text("LEAK", "रिसाव", "ಸೋರಿಕೆ"), level: "warning" },
        "3": { ...text("DIRTY PANEL", "गंदा पैनल", "ಕೊಳೆಯಾದ ಫಲಕ"), level: "warning" },
        "4": { ...text("OTHER WARNING", "अन्य चेतावनी", "ಇತರ ಎಚ್ಚರಿಕೆ"), level: "warning" },
      },
    }),
    [pumpSwitch.point]: writable("command", text("On/Off", "चालू/बंद", "ಆನ್/ಆಫ್"), "none", {
      range: [0, 1],
      write: { oneOf: [pumpSwitch.off, pumpSwitch.on] },
      brick: "On_Off_Command",
      states: offOn,
    }),
  },
  alarms: {
    "pump-fault": {
      code: 240,
      title: text("Pump fault", "पंप में ख़राबी", "ಪಂಪ್ ದೋಷ"),
      message: text("The pump reports a fault", "पंप ख़राबी बता रहा है", "ಪಂಪ್ ದೋಷ ತಿಳಿಸುತ್ತಿದೆ"),
      // Code 1 is a dry run, which has an alarm of its own.
      when: { point: FAULT, above: 1.5, onDelaySeconds: 0, offDelaySeconds: 5 },
    },
    "pump-leak-reported": {
      code: 241,
      title: text("Leak reported by the pump", "पंप ने रिसाव बताया", "ಪಂಪ್ ಸೋರಿಕೆ ತಿಳಿಸಿದೆ"),
      when: { point: WARNING, equals: 2, onDelaySeconds: 60, offDelaySeconds: 60 },
      deviceCodes: [241],
    },
    "pump-dirty-panel-reported": {
      code: 242,
      title: text("Dirty panels reported by the pump", "पंप ने गंदे पैनल बताए", "ಪಂಪ್ ಕೊಳೆಯಾದ ಫಲಕ ತಿಳಿಸಿದೆ"),
      when: { point: WARNING, equals: 3, onDelaySeconds: 60, offDelaySeconds: 60 },
      deviceCodes: [242],
    },
    "pump-dry-run": {
      code: 130,
      title: text("Dry run", "पंप सूखा चल रहा है", "ಪಂಪ್ ಒಣಗಿ ಓಡುತ್ತಿದೆ"),
      message: text(
        "Dry run: water flow {0} l/min, power {1} W, fault code {2}",
        "सूखा चलना: पानी का प्रवाह {0} l/min, शक्ति {1} W, ख़राबी कोड {2}",
        "ಒಣ ಓಟ: ನೀರಿನ ಹರಿವು {0} l/min, ಶಕ್ತಿ {1} W, ದೋಷ ಕೋಡ್ {2}",
      ),
      faults: [
        fault("pump-dry-run", FLOW, evidence, [60, 60]),
        fault("pump-dry-run-measured", FLOW, evidence, [60, 60], {
          message: text(
            "Dry run: water flow {0} l/min, power {1} W, fault code unknown",
            "सूखा चलना: पानी का प्रवाह {0} l/min, शक्ति {1} W, ख़राबी कोड अज्ञात",
            "ಒಣ ಓಟ: ನೀರಿನ ಹರಿವು {0} l/min, ಶಕ್ತಿ {1} W, ದೋಷ ಕೋಡ್ ತಿಳಿದಿಲ್ಲ",
          ),
        }),
        fault("pump-dry-run-reported", FLOW, evidence, [60, 60], {
          message: text(
            "Dry run reported by the pump: fault code {0}, water flow or power unknown",
            "पंप ने सूखा चलना बताया: ख़राबी कोड {0}, पानी का प्रवाह या शक्ति अज्ञात",
            "ಪಂಪ್ ಒಣ ಓಟ ತಿಳಿಸಿದೆ: ದೋಷ ಕೋಡ್ {0}, ನೀರಿನ ಹರಿವು ಅಥವಾ ಶಕ್ತಿ ತಿಳಿದಿಲ್ಲ",
          ),
        }),
      ],
    },
    "pump-dirty-panel": {
      code: 243,
      title: text("Dirty panels", "पैनल गंदे हैं", "ಫಲಕಗಳು ಕೊಳೆಯಾಗಿವೆ"),
      message: text(
        "Dirty or shaded panels: power {0} W, similar pumps {1} W in the same sun",
        "पैनल गंदे हैं या छाया में हैं: शक्ति {0} W, उसी धूप में ऐसे ही पंप {1} W",
        "ಫಲಕಗಳು ಕೊಳೆಯಾಗಿವೆ ಅಥವಾ ನೆರಳಿನಲ್ಲಿವೆ: ಶಕ್ತಿ {0} W, ಅದೇ ಬಿಸಿಲಿನಲ್ಲಿ ಇಂತಹ ಪಂಪ್‌ಗಳು {1} W",
      ),
      faults: [
        fault("pump-dirty-panel", POWER, evidence, [600, 300]),
        fault("pump-dirty-panel-own", POWER, evidence, [600, 300], {
          message: text(
            "Dirty or shaded panels: power {0} W, this pump usually {1} W in this sun",
            "पैनल गंदे हैं या छाया में हैं: शक्ति {0} W, इस धूप में यह पंप आम तौर पर {1} W",
            "ಫಲಕಗಳು ಕೊಳೆಯಾಗಿವೆ ಅಥವಾ ನೆರಳಿನಲ್ಲಿವೆ: ಶಕ್ತಿ {0} W, ಈ ಬಿಸಿಲಿನಲ್ಲಿ ಈ ಪಂಪ್ ಸಾಮಾನ್ಯವಾಗಿ {1} W",
          ),
        }),
      ],
      deviceCodes: [242],
    },
    "pump-leak": {
      code: 244,
      title: text("Leak", "रिसाव", "ಸೋರಿಕೆ"),
      message: text(
        "Leak before the flow sensor: water flow {0} l/min, similar pumps {1} l/min at this power",
        "प्रवाह सेंसर से पहले रिसाव: पानी का प्रवाह {0} l/min, इसी शक्ति पर ऐसे ही पंप {1} l/min",
        "ಹರಿವಿನ ಸಂವೇದಕದ ಮೊದಲು ಸೋರಿಕೆ: ನೀರಿನ ಹರಿವು {0} l/min, ಇದೇ ಶಕ್ತಿಯಲ್ಲಿ ಇಂತಹ ಪಂಪ್‌ಗಳು {1} l/min",
      ),
      faults: [
        fault("pump-leak", FLOW, evidence, [600, 300]),
        fault("pump-leak-own", FLOW, evidence, [600, 300], {
          message: text(
            "Leak before the flow sensor: water flow {0} l/min, this pump usually {1} l/min at this power",
            "प्रवाह सेंसर से पहले रिसाव: पानी का प्रवाह {0} l/min, इसी शक्ति पर यह पंप आम तौर पर {1} l/min",
            "ಹರಿವಿನ ಸಂವೇದಕದ ಮೊದಲು ಸೋರಿಕೆ: ನೀರಿನ ಹರಿವು {0} l/min, ಇದೇ ಶಕ್ತಿಯಲ್ಲಿ ಈ ಪಂಪ್ ಸಾಮಾನ್ಯವಾಗಿ {1} l/min",
          ),
        }),
      ],
      deviceCodes: [241],
    },
    "pump-flow-sensor": {
      code: 245,
      title: text("Flow sensor failed", "प्रवाह सेंसर ख़राब", "ಹರಿವಿನ ಸಂವೇದಕ ಕೆಟ್ಟಿದೆ"),
      message: text(
        "Flow sensor failed: {0} l/min while the motor takes {1} W",
        "प्रवाह सेंसर ख़राब: {0} l/min, जबकि मोटर {1} W ले रही है",
        "ಹರಿವಿನ ಸಂವೇದಕ ಕೆಟ್ಟಿದೆ: {0} l/min, ಮೋಟಾರ್ {1} W ಬಳಸುತ್ತಿದೆ",
      ),
      faults: [
        fault("pump-flow-sensor", FLOW, evidence, [600, 300]),
        fault("pump-flow-sensor-no-value", FLOW, evidence, [600, 300], {
          message: text(
            "Flow sensor failed: no valid water flow while the motor takes {0} W",
            "प्रवाह सेंसर ख़राब: पानी के प्रवाह का मान्य मान नहीं, जबकि मोटर {0} W ले रही है",
            "ಹರಿವಿನ ಸಂವೇದಕ ಕೆಟ್ಟಿದೆ: ನೀರಿನ ಹರಿವಿನ ಮಾನ್ಯ ಮೌಲ್ಯವಿಲ್ಲ, ಮೋಟಾರ್ {0} W ಬಳಸುತ್ತಿದೆ",
          ),
        }),
      ],
    },
    "pump-power-sensor": {
      code: 247,
      title: text("Power sensor failed", "शक्ति सेंसर ख़राब", "ಶಕ್ತಿ ಸಂವೇದಕ ಕೆಟ್ಟಿದೆ"),
      message: text(
        "Power sensor failed: {0} W while the pump delivers {1} l/min",
        "शक्ति सेंसर ख़राब: {0} W, जबकि पंप {1} l/min पानी दे रहा है",
        "ಶಕ್ತಿ ಸಂವೇದಕ ಕೆಟ್ಟಿದೆ: {0} W, ಪಂಪ್ {1} l/min ನೀರು ಕೊಡುತ್ತಿದೆ",
      ),
      faults: [
        fault("pump-power-sensor", POWER, evidence, [600, 300]),
        fault("pump-power-sensor-no-value", POWER, evidence, [600, 300], {
          message: text(
            "Power sensor failed: no valid power while the pump delivers {0} l/min",
            "शक्ति सेंसर ख़राब: शक्ति का मान्य मान नहीं, जबकि पंप {0} l/min पानी दे रहा है",
            "ಶಕ್ತಿ ಸಂವೇದಕ ಕೆಟ್ಟಿದೆ: ಶಕ್ತಿಯ ಮಾನ್ಯ ಮೌಲ್ಯವಿಲ್ಲ, ಪಂಪ್ {0} l/min ನೀರು ಕೊಡುತ್ತಿದೆ",
          ),
        }),
      ],
    },
    "pump-connection": {
      code: 246,
      title: text("SIM or mobile network lost", "सिम या मोबाइल नेटवर्क बंद", "ಸಿಮ್ ಅಥವಾ ಮೊಬೈಲ್ ನೆಟ್‌ವರ್ಕ್ ಕಡಿತ"),
      message: text(
        "No connection, probably the SIM card: the pump ran at {0} l/min and {1} W, and {2} other pumps report",
        "संपर्क नहीं, शायद सिम कार्ड: पंप {0} l/min और {1} W पर चल रहा था, और {2} अन्य पंप मान भेज रहे हैं",
        "ಸಂಪರ್ಕವಿಲ್ಲ, ಬಹುಶಃ ಸಿಮ್ ಕಾರ್ಡ್: ಪಂಪ್ {0} l/min ಮತ್ತು {1} W ನಲ್ಲಿ ಓಡುತ್ತಿತ್ತು, ಇತರ {2} ಪಂಪ್‌ಗಳು ಮೌಲ್ಯ ಕಳುಹಿಸುತ್ತಿವೆ",
      ),
      faults: [fault("pump-connection", POWER, evidence, [120, 0])],
    },
  },
  screen: {
    summary: [MOTOR, FLOW, POWER, FAULT, WARNING],
    controls: [pumpSwitch.point],
    trends: [{ points: [FLOW] }, { points: [POWER] }],
  },
});

/** Codes of the alarms that the values of a connected pump raise. */
export const evidenceCodes: readonly number[] = Object.entries(solarPump.alarms).flatMap(([name, { code }]) =>
  name === "pump-connection" ? [] : [code],
);

const dirtyPanelGuidance = {
  en: "The panels give less power than those of similar pumps, or than before.\n1. Clean the panels.\n2. Look for shade.\n3. Check their plugs and cables.",
  hi: "पैनल ऐसे ही पंपों के पैनलों से, या पहले से, कम शक्ति देते हैं।\n1. पैनल साफ़ करें।\n2. छाया देखें।\n3. प्लग और तार जाँचें।",
  kn: "ಫಲಕಗಳು ಇಂತಹ ಇತರ ಪಂಪ್‌ಗಳಿಗಿಂತ, ಅಥವಾ ಮೊದಲಿಗಿಂತ, ಕಡಿಮೆ ಶಕ್ತಿ ಕೊಡುತ್ತಿವೆ.\n1. ಫಲಕಗಳನ್ನು ಸ್ವಚ್ಛಗೊಳಿಸಿ.\n2. ನೆರಳು ಇದೆಯೇ ನೋಡಿ.\n3. ಪ್ಲಗ್ ಮತ್ತು ಕೇಬಲ್ ಪರಿಶೀಲಿಸಿ.",
};

const leakGuidance = {
  en: "The pump delivers less water than its power should lift.\n1. Look for wet ground along the pipe.\n2. Check joints and valves.\n3. Check the pump for wear.",
  hi: "पंप अपनी शक्ति के हिसाब से कम पानी देता है।\n1. पाइप के साथ गीली ज़मीन देखें।\n2. जोड़ और वाल्व जाँचें।\n3. पंप की घिसावट जाँचें।",
  kn: "ಪಂಪ್ ತನ್ನ ಶಕ್ತಿಗೆ ತಕ್ಕ ನೀರು ಕೊಡುತ್ತಿಲ್ಲ.\n1. ಕೊಳವೆಯ ಉದ್ದಕ್ಕೂ ಒದ್ದೆ ನೆಲ ಇದೆಯೇ ನೋಡಿ.\n2. ಜೋಡಣೆ ಮತ್ತು ಕವಾಟ ಪರಿಶೀಲಿಸಿ.\n3. ಪಂಪ್ ಸವೆದಿದೆಯೇ ಪರಿಶೀಲಿಸಿ.",
};

export const solarPumpGuidance: GuidanceOf<typeof solarPump> = {
  "pump-fault": {
    en: "The pump stopped itself: dry run, blocked rotor or supply out of range.\n1. Check the water level.\n2. Check the inlet.\n3. Check the supply voltage.\n4. Start the pump again.",
    hi: "पंप ने स्वयं को रोक दिया है: सूखा चलना, अटका रोटर या आपूर्ति सीमा से बाहर।\n1. पानी का स्तर जाँचें।\n2. इनलेट जाँचें।\n3. आपूर्ति का वोल्टेज जाँचें।\n4. पंप फिर चालू करें।",
    kn: "ಪಂಪ್ ತಾನಾಗಿಯೇ ನಿಂತಿದೆ: ಒಣ ಓಟ, ಸಿಲುಕಿದ ರೋಟರ್ ಅಥವಾ ಮಿತಿ ಮೀರಿದ ಪೂರೈಕೆ.\n1. ನೀರಿನ ಮಟ್ಟ ಪರಿಶೀಲಿಸಿ.\n2. ಒಳಹರಿವು ಪರಿಶೀಲಿಸಿ.\n3. ಪೂರೈಕೆಯ ವೋಲ್ಟೇಜ್ ಪರಿಶೀಲಿಸಿ.\n4. ಪಂಪ್ ಅನ್ನು ಮತ್ತೆ ಆರಂಭಿಸಿ.",
  },
  "pump-dry-run": {
    en: "The pump runs without water.\n1. Stop the pump.\n2. Check the water level of the well.\n3. Check the inlet for air and dirt.\n4. Start the pump again only when there is water.",
    hi: "पंप बिना पानी के चल रहा है।\n1. पंप रोकें।\n2. कुएँ में पानी का स्तर जाँचें।\n3. इनलेट में हवा और गंदगी जाँचें।\n4. पानी होने पर ही पंप फिर चलाएँ।",
    kn: "ಪಂಪ್ ನೀರಿಲ್ಲದೆ ಓಡುತ್ತಿದೆ.\n1. ಪಂಪ್ ನಿಲ್ಲಿಸಿ.\n2. ಬಾವಿಯ ನೀರಿನ ಮಟ್ಟ ಪರಿಶೀಲಿಸಿ.\n3. ಒಳಹರಿವಿನಲ್ಲಿ ಗಾಳಿ ಮತ್ತು ಕೊಳೆ ಇದೆಯೇ ನೋಡಿ.\n4. ನೀರಿದ್ದಾಗ ಮಾತ್ರ ಪಂಪ್ ಮತ್ತೆ ಆರಂಭಿಸಿ.",
  },
  "pump-dirty-panel": dirtyPanelGuidance,
  "pump-dirty-panel-reported": dirtyPanelGuidance,
  "pump-leak": leakGuidance,
  "pump-leak-reported": leakGuidance,
  "pump-connection": {
    en: "The pump had power and ran until its connection ended. It stores its readings and sends them after it reconnects.\n1. Check the SIM card's balance and its network.\n2. Check the antenna.\n3. If the pump does not run, check its power.",
    hi: "संपर्क टूटने तक पंप को बिजली मिल रही थी और वह चल रहा था। वह अपने मान सहेजता है और जुड़ने पर भेज देता है।\n1. सिम कार्ड का बैलेंस और नेटवर्क जाँचें।\n2. एंटीना जाँचें।\n3. पंप न चल रहा हो तो उसकी बिजली जाँचें।",
    kn: "ಸಂಪರ್ಕ ತಪ್ಪುವವರೆಗೆ ಪಂಪ್‌ಗೆ ವಿದ್ಯುತ್ ಇತ್ತು ಮತ್ತು ಓಡುತ್ತಿತ್ತು. ಅದು ತನ್ನ ಮೌಲ್ಯಗಳನ್ನು ಉಳಿಸಿ, ಮತ್ತೆ ಸಂಪರ್ಕ ಬಂದಾಗ ಕಳುಹಿಸುತ್ತದೆ.\n1. ಸಿಮ್ ಕಾರ್ಡ್‌ನ ಬಾಕಿ ಮತ್ತು ನೆಟ್‌ವರ್ಕ್ ಪರಿಶೀಲಿಸಿ.\n2. ಆಂಟೆನಾ ಪರಿಶೀಲಿಸಿ.\n3. ಪಂಪ್ ಓಡದಿದ್ದರೆ ಅದರ ವಿದ್ಯುತ್ ಪರಿಶೀಲಿಸಿ.",
  },
  "pump-power-sensor": {
    en: "The measured power is too low for the water that the pump delivers.\n1. Check the cable of the power sensor.\n2. Compare with voltage and current at the controller.\n3. Replace the power sensor.",
    hi: "पंप जितना पानी दे रहा है उसके लिए मापी गई शक्ति बहुत कम है।\n1. शक्ति सेंसर का तार जाँचें।\n2. कंट्रोलर पर वोल्टेज और धारा से मिलाएँ।\n3. शक्ति सेंसर बदलें।",
    kn: "ಪಂಪ್ ಕೊಡುವ ನೀರಿಗೆ ಅಳೆದ ಶಕ್ತಿ ತುಂಬಾ ಕಡಿಮೆ.\n1. ಶಕ್ತಿ ಸಂವೇದಕದ ಕೇಬಲ್ ಪರಿಶೀಲಿಸಿ.\n2. ನಿಯಂತ್ರಕದಲ್ಲಿನ ವೋಲ್ಟೇಜ್ ಮತ್ತು ವಿದ್ಯುತ್ ಪ್ರವಾಹದೊಂದಿಗೆ ಹೋಲಿಸಿ.\n3. ಶಕ್ತಿ ಸಂವೇದಕ ಬದಲಾಯಿಸಿ.",
  },
  "pump-flow-sensor": {
    en: "The motor's power and the measured flow do not agree.\n1. Check whether water comes out of the outlet.\n2. Check the cable of the flow sensor.\n3. Replace the flow sensor.",
    hi: "मोटर की शक्ति और मापा गया प्रवाह मेल नहीं खाते।\n1. देखें कि निकास से पानी आता है या नहीं।\n2. प्रवाह सेंसर का तार जाँचें।\n3. प्रवाह सेंसर बदलें।",
    kn: "ಮೋಟಾರ್‌ನ ಶಕ್ತಿ ಮತ್ತು ಅಳೆದ ಹರಿವು ಹೊಂದುತ್ತಿಲ್ಲ.\n1. ಹೊರಹರಿವಿನಿಂದ ನೀರು ಬರುತ್ತಿದೆಯೇ ನೋಡಿ.\n2. ಹರಿವಿನ ಸಂವೇದಕದ ಕೇಬಲ್ ಪರಿಶೀಲಿಸಿ.\n3. ಹರಿವಿನ ಸಂವೇದಕ ಬದಲಾಯಿಸಿ.",
  },
};
