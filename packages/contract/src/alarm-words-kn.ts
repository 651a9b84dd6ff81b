import type { AlarmName } from "./alarms.ts";

/** What an alarm is called and says in one language. */
export interface AlarmWords {
  /** What an alarm is called where its message is not told. */
  title: string;
  /** Its message, with `{0}` to `{2}` in place of its numbers and `{unit}` after one; none: the title. */
  message?: string;
}

/** Alarms in Kannada. */
export const kannadaAlarms: Record<AlarmName, AlarmWords> = {
  "gateway-lost": {
    title: "ಗೇಟ್‌ವೇ ಸಂಪರ್ಕ ತಪ್ಪಿದೆ",
    message: "ಗೇಟ್‌ವೇ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ; ಅದರ ಹಿಂದಿನ ಸಾಧನಗಳು ಕಾಣಿಸುತ್ತಿಲ್ಲ",
  },
  "controller-lost": { title: "ನಿಯಂತ್ರಕದ ಸಂಪರ್ಕ ತಪ್ಪಿದೆ", message: "ನಿಯಂತ್ರಕ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ" },
  "disk-nearly-full": { title: "ಡಿಸ್ಕ್ ಬಹುತೇಕ ತುಂಬಿದೆ", message: "ಸರ್ವರ್‌ನ ಡಿಸ್ಕ್ ಬಹುತೇಕ ತುಂಬಿದೆ: {0} % ಖಾಲಿ" },
  "fire-alarm": { title: "ಬೆಂಕಿ ಎಚ್ಚರಿಕೆ", message: "ಬೆಂಕಿ ಎಚ್ಚರಿಕೆಯ ಸಂಪರ್ಕ ಸಕ್ರಿಯವಾಗಿದೆ" },
  "ups-on-battery": {
    title: "UPS ಬ್ಯಾಟರಿಯಲ್ಲಿ",
    message: "ಮುಖ್ಯ ವಿದ್ಯುತ್ ಇಲ್ಲ: UPS ತನ್ನ ಬ್ಯಾಟರಿಯಲ್ಲಿ ನಡೆಯುತ್ತಿದೆ",
  },
  "ups-battery-low": { title: "UPS ಬ್ಯಾಟರಿ ಕಡಿಮೆ", message: "ಬ್ಯಾಟರಿ ಬಹುತೇಕ ಖಾಲಿಯಾಗಿದೆ" },
  "mains-failed": { title: "ಮುಖ್ಯ ವಿದ್ಯುತ್ ವೈಫಲ್ಯ", message: "ಮುಖ್ಯ ವಿದ್ಯುತ್ ವೈಫಲ್ಯ: ಹಲವು UPS ಬ್ಯಾಟರಿಯಲ್ಲಿ" },
  "ups-overload": { title: "UPS ಮೇಲೆ ಅಧಿಕ ಹೊರೆ", message: "ಹೊರೆ {0} %: UPS ಹೊರಬಲ್ಲುದಕ್ಕಿಂತ ಹೆಚ್ಚು" },
  "sensor-lost": { title: "ಸಂವೇದಕದ ಸಂಪರ್ಕ ತಪ್ಪಿದೆ", message: "ಸಂವೇದಕ ಯಾವುದೇ ಮೌಲ್ಯ ಕಳುಹಿಸುತ್ತಿಲ್ಲ" },
  "device-lost": { title: "ಸಾಧನದ ಸಂಪರ್ಕ ತಪ್ಪಿದೆ", message: "ಸಾಧನ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ" },
  "clock-ahead": {
    title: "ಗಡಿಯಾರ ಮುಂದಿದೆ",
    message: "ಗಡಿಯಾರ {0} ನಿಮಿಷ ಮುಂದಿದೆ: ಅಳೆದ ಮೌಲ್ಯಗಳನ್ನು ಸಂಶಯಾಸ್ಪದವೆಂದು ಇಡಲಾಗುತ್ತದೆ",
  },
  "clock-behind": {
    title: "ಗಡಿಯಾರ ಹಿಂದಿದೆ",
    message: "ಗಡಿಯಾರ {0} ನಿಮಿಷ ಹಿಂದಿದೆ: ಅಳೆದ ಮೌಲ್ಯಗಳನ್ನು ಸಂಶಯಾಸ್ಪದವೆಂದು ಇಡಲಾಗುತ್ತದೆ",
  },
  "temperature-high": { title: "ತಾಪಮಾನ ಹೆಚ್ಚು", message: "ತಾಪಮಾನ ಹೆಚ್ಚು: {0} °C, ಮಿತಿ {1} °C" },
  "temperature-low": { title: "ತಾಪಮಾನ ಕಡಿಮೆ", message: "ತಾಪಮಾನ ಕಡಿಮೆ: {0} °C, ಮಿತಿ {1} °C" },
  "humidity-high": { title: "ಆರ್ದ್ರತೆ ಹೆಚ್ಚು", message: "ಆರ್ದ್ರತೆ ಹೆಚ್ಚು: {0} %, ಮಿತಿ {1} %" },
  "humidity-low": { title: "ಆರ್ದ್ರತೆ ಕಡಿಮೆ", message: "ಆರ್ದ್ರತೆ ಕಡಿಮೆ: {0} %, ಮಿತಿ {1} %" },
  "lux-high": { title: "ಬೆಳಕು ಹೆಚ್ಚು", message: "ಬೆಳಕು ಹೆಚ್ಚು: {0} lux, ಮಿತಿ {1} lux" },
  "lux-low": { title: "ಬೆಳಕು ಕಡಿಮೆ", message: "ಬೆಳಕು ಕಡಿಮೆ: {0} lux, ಮಿತಿ {1} lux" },
  "co2-high": { title: "CO2 ಹೆಚ್ಚು", message: "CO2 ಹೆಚ್ಚು: {0} ppm, ಮಿತಿ {1} ppm" },
  "filter-loaded": { title: "ಫಿಲ್ಟರ್ ತುಂಬಿದೆ", message: "ಫಿಲ್ಟರ್ ತುಂಬಿದೆ: ಬದಲಾಯಿಸಿ" },
  "valve-leaking": {
    title: "ತಣ್ಣೀರಿನ ಕವಾಟ ಸೋರುತ್ತಿದೆ",
    message: "ತಣ್ಣೀರಿನ ಕವಾಟ ಸೋರುತ್ತಿದೆ: ಮುಚ್ಚಿದ್ದರೂ ಗಾಳಿ {0} K ತಣ್ಣಗಾಗಿ ಹೊರಬರುತ್ತದೆ",
  },
  "valve-stuck": { title: "ತಣ್ಣೀರಿನ ಕವಾಟ ಸಿಲುಕಿದೆ", message: "ತಣ್ಣೀರಿನ ಕವಾಟ ಆದೇಶ ಪಾಲಿಸುತ್ತಿಲ್ಲ: ಆದೇಶ {0} %, ಸ್ಥಾನ {1} %" },
  "sensor-drift": { title: "ಸಂವೇದಕದ ಮೌಲ್ಯ ಸರಿದಿದೆ", message: "ಸಂವೇದಕದ ಮೌಲ್ಯ ಸರಿದಿದೆ: {0} °C ಮತ್ತು {1} °C, ಇವು ಹೊಂದಬೇಕು" },
  "heating-and-cooling": {
    title: "ಒಟ್ಟಿಗೆ ಬಿಸಿ ಮತ್ತು ತಂಪು",
    message: "ಒಟ್ಟಿಗೆ ಬಿಸಿ ಮತ್ತು ತಂಪು: ಬಿಸಿ ಕವಾಟ {0} %, ತಣ್ಣೀರಿನ ಕವಾಟ {1} %",
  },
  "fan-unproven": { title: "ಸರಬರಾಜು ಫ್ಯಾನ್ ಖಚಿತವಾಗಿಲ್ಲ", message: "ಸರಬರಾಜು ಫ್ಯಾನ್‌ಗೆ ಓಡಲು ಆದೇಶವಿದೆ, ಆದರೆ ಖಚಿತವಾಗಿಲ್ಲ" },
  "on-against-schedule": {
    title: "ವೇಳಾಪಟ್ಟಿ ಪಾಲನೆಯಾಗಿಲ್ಲ: ಆನ್",
    message: "ವೇಳಾಪಟ್ಟಿ ಪಾಲನೆಯಾಗಿಲ್ಲ: ಘಟಕ ಆನ್ ಆಗಿದೆ, ವೇಳಾಪಟ್ಟಿ: ಆಫ್",
  },
  "off-against-schedule": {
    title: "ವೇಳಾಪಟ್ಟಿ ಪಾಲನೆಯಾಗಿಲ್ಲ: ಆಫ್",
    message: "ವೇಳಾಪಟ್ಟಿ ಪಾಲನೆಯಾಗಿಲ್ಲ: ಘಟಕ ಆಫ್ ಆಗಿದೆ, ವೇಳಾಪಟ್ಟಿ: ಆನ್",
  },
  "lamp-failed": { title: "ದೀಪ ಕೆಟ್ಟಿದೆ", message: "ಒಂದು ದೀಪ ಕೆಟ್ಟಿದೆ" },
  "pump-fault": { title: "ಪಂಪ್ ದೋಷ", message: "ಪಂಪ್ ದೋಷ ತಿಳಿಸುತ್ತಿದೆ" },
  "over-parked": { title: "ಮಿತಿ ಮೀರಿದ ನಿಲುಗಡೆ", message: "ಸ್ಥಳವು {0} ಗಂಟೆಗಿಂತ ಹೆಚ್ಚು ಕಾಲ ತುಂಬಿದೆ" },
  "energy-wasted": {
    title: "ವಿದ್ಯುತ್ ವ್ಯರ್ಥ",
    message: "ಯಾರೂ ಇಲ್ಲ, ಆದರೂ {0} W ಬಳಕೆಯಾಗುತ್ತಿದೆ, ಮಿತಿ {1} W",
  },
  "foreign-override": {
    title: "ಬೇರೆ ವ್ಯವಸ್ಥೆಯ ಓವರ್‌ರೈಡ್",
    message: "ಬೇರೆ ವ್ಯವಸ್ಥೆಯೊಂದು ಆದ್ಯತೆ {0} ರಲ್ಲಿ ಪಾಯಿಂಟ್ ಅನ್ನು ಓವರ್‌ರೈಡ್ ಮಾಡಿದೆ: {1}",
  },
  "override-lost": {
    title: "ಓವರ್‌ರೈಡ್ ಕಳೆದುಹೋಗಿದೆ",
    message: "ಬೇರೆ ವ್ಯವಸ್ಥೆಯೊಂದು ಓವರ್‌ರೈಡ್ ಅನ್ನು ಅವಧಿಗೆ ಮುನ್ನ ಕೊನೆಗೊಳಿಸಿದೆ",
  },
  "sensor-out-of-range": {
    title: "ಸಂವೇದಕದ ಮೌಲ್ಯ ಮಿತಿ ಮೀರಿದೆ",
    message: "ಸಂವೇದಕದ ಮೌಲ್ಯ ಮಿತಿ ಮೀರಿದೆ: {0}{unit} ({1} ರಿಂದ {2})",
  },
  "sensor-frozen": { title: "ಸಂವೇದಕ ಸ್ಥಗಿತ", message: "ಸಂವೇದಕ {1} ಗಂಟೆಯಿಂದ {0}{unit} ನಲ್ಲೇ ನಿಂತಿದೆ" },
};
