import { defineEquipment, type GuidanceOf, reading, text } from "../define.ts";

export const OCCUPIED = "OCCUPIED";

export const parking = defineEquipment({
  type: "PARKING",
  name: text("Parking sensors", "पार्किंग सेंसर", "ಪಾರ್ಕಿಂಗ್ ಸಂವೇದಕಗಳು"),
  singular: text("Parking sensor", "पार्किंग सेंसर", "ಪಾರ್ಕಿಂಗ್ ಸಂವೇದಕ"),
  brick: "Parking_Space",
  subsystem: "parking",
  icon: "parking",
  lossAlarm: "sensor-lost",
  points: {
    [OCCUPIED]: reading(text("Bay", "पार्किंग स्थान", "ನಿಲುಗಡೆ ಸ್ಥಳ"), "none", [0, 1], {
      brick: "Occupancy_Sensor",
      states: { 0: text("Free", "ख़ाली", "ಖಾಲಿ"), 1: text("Taken", "घिरा हुआ", "ತುಂಬಿದೆ") },
    }),
    BATTERY: reading(text("Battery charge", "बैटरी चार्ज", "ಬ್ಯಾಟರಿ ಚಾರ್ಜ್"), "percent", [0, 100]),
  },
  alarms: {
    "over-parked": {
      code: 250,
      title: text("Bay over-parked", "पार्किंग समय से अधिक", "ಮಿತಿ ಮೀರಿದ ನಿಲುಗಡೆ"),
      message: text(
        "Bay occupied for over {0} h",
        "जगह {0} घंटे से अधिक समय से घिरी है",
        "ಸ್ಥಳವು {0} ಗಂಟೆಗಿಂತ ಹೆಚ್ಚು ಕಾಲ ತುಂಬಿದೆ",
      ),
      when: { point: OCCUPIED, above: 0.5, onDelaySeconds: "overParked", offDelaySeconds: 15 },
    },
  },
  screen: { summary: [OCCUPIED, "BATTERY"], trends: [{ points: [OCCUPIED] }] },
});

export const parkingGuidance: GuidanceOf<typeof parking> = {
  "over-parked": {
    en: "A car has been in this bay for longer than is allowed.\n1. Send staff to check the bay.\n2. Inform the owner of the car.\n3. If the bay is empty, reset its sensor.",
    hi: "इस जगह पर कार अनुमति से अधिक समय से है।\n1. कर्मचारी को जगह देखने भेजें।\n2. कार के मालिक को सूचित करें।\n3. जगह ख़ाली हो तो उसका सेंसर रीसेट करें।",
    kn: "ಈ ಸ್ಥಳದಲ್ಲಿ ಕಾರು ಅನುಮತಿಗಿಂತ ಹೆಚ್ಚು ಕಾಲ ಇದೆ.\n1. ಸ್ಥಳ ಪರಿಶೀಲಿಸಲು ಸಿಬ್ಬಂದಿಯನ್ನು ಕಳುಹಿಸಿ.\n2. ಕಾರಿನ ಮಾಲೀಕರಿಗೆ ತಿಳಿಸಿ.\n3. ಸ್ಥಳ ಖಾಲಿಯಿದ್ದರೆ ಅದರ ಸಂವೇದಕವನ್ನು ಮರುಹೊಂದಿಸಿ.",
  },
};
