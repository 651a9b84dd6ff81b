import { type AlarmWords, kannadaAlarms as kannada } from "./alarm-words-kn.ts";
import { type AlarmName, alarmCodes } from "./alarms.ts";
import type { Language } from "./language.ts";
import { symbolOf } from "./unit-symbols.ts";

/** What an alarm's message says, whatever the language: which text, and the numbers in it. `flood` has the code of its members. */
export interface AlarmText {
  name: AlarmName | "flood";
  numbers: number[];
  /** Of the numbers, where the text does not name it itself. */
  unit?: string | undefined;
}

const english: Record<AlarmName, AlarmWords> = {
  "gateway-lost": {
    title: "Gateway lost",
    message: "Gateway does not answer; the devices behind it are not seen",
  },
  "controller-lost": { title: "Controller lost", message: "Controller does not answer" },
  "disk-nearly-full": { title: "Disk nearly full", message: "Disk of the server nearly full: {0} % free" },
  "fire-alarm": { title: "Fire alarm", message: "Fire alarm contact is active" },
  "ups-on-battery": {
    title: "UPS on battery",
    message: "The mains are gone: the UPS runs on its battery",
  },
  "ups-battery-low": { title: "UPS battery low", message: "The battery is nearly empty" },
  "mains-failed": { title: "Mains failure", message: "Mains failure: several UPSs on battery" },
  "ups-overload": { title: "UPS overload", message: "Load {0} %: more than the UPS can carry" },
  "sensor-lost": { title: "Sensor lost", message: "Sensor sends no values" },
  "device-lost": { title: "Device lost", message: "Device does not answer" },
  "clock-ahead": {
    title: "Clock ahead",
    message: "Clock is {0} min ahead: what is measured is kept as suspect",
  },
  "clock-behind": {
    title: "Clock behind",
    message: "Clock is {0} min behind: what is measured is kept as suspect",
  },
  "temperature-high": { title: "Temperature high", message: "Temperature high: {0} °C, limit {1} °C" },
  "temperature-low": { title: "Temperature low", message: "Temperature low: {0} °C, limit {1} °C" },
  "humidity-high": { title: "Humidity high", message: "Humidity high: {0} %, limit {1} %" },
  "humidity-low": { title: "Humidity low", message: "Humidity low: {0} %, limit {1} %" },
  "lux-high": { title: "Light high", message: "Light high: {0} lux, limit {1} lux" },
  "lux-low": { title: "Light low", message: "Light low: {0} lux, limit {1} lux" },
  "co2-high": { title: "CO2 high", message: "CO2 high: {0} ppm, limit {1} ppm" },
  "filter-loaded": { title: "Filter loaded", message: "Filter is loaded: change it" },
  "valve-leaking": {
    title: "Chilled water valve leaks",
    message: "Chilled water valve leaks: closed, and the air leaves {0} K colder than it came",
  },
  "valve-stuck": {
    title: "Chilled water valve stuck",
    message: "Chilled water valve does not follow: told {0} %, stands at {1} %",
  },
  "sensor-drift": { title: "Sensor drift", message: "Sensor drift: {0} °C and {1} °C, which must agree" },
  "heating-and-cooling": {
    title: "Heating and cooling at once",
    message: "Heats and cools at once: heating valve {0} %, chilled water valve {1} %",
  },
  "fan-unproven": { title: "Supply fan not proven", message: "Supply fan is told to run and is not proven" },
  "on-against-schedule": {
    title: "Schedule not followed: on",
    message: "Schedule not followed: unit is on, schedule: off",
  },
  "off-against-schedule": {
    title: "Schedule not followed: off",
    message: "Schedule not followed: unit is off, schedule: on",
  },
  "lamp-failed": { title: "Lamp failed", message: "A lamp has failed" },
  "pump-fault": { title: "Pump fault", message: "The pump reports a fault" },
  "over-parked": { title: "Bay over-parked", message: "Bay taken for more than {0} h" },
  "energy-wasted": {
    title: "Energy wasted",
    message: "Nobody is there, and {0} W are drawn, limit {1} W",
  },
  "foreign-override": {
    title: "Foreign override",
    message: "Another system overrides a point at priority {0}: {1}",
  },
  "override-lost": {
    title: "Override lost",
    message: "Another system ended an override before its time",
  },
  "sensor-out-of-range": {
    title: "Sensor out of range",
    message: "Sensor value out of range: {0}{unit} ({1} to {2})",
  },
  "sensor-frozen": { title: "Sensor frozen", message: "Sensor frozen at {0}{unit} for {1} h" },
};

const hindi: Record<AlarmName, AlarmWords> = {
  "gateway-lost": {
    title: "गेटवे से संपर्क टूटा",
    message: "गेटवे उत्तर नहीं दे रहा; उसके पीछे के उपकरण दिखाई नहीं दे रहे",
  },
  "controller-lost": { title: "कंट्रोलर से संपर्क टूटा", message: "कंट्रोलर उत्तर नहीं दे रहा" },
  "disk-nearly-full": { title: "डिस्क लगभग भरी", message: "सर्वर की डिस्क लगभग भरी: {0} % ख़ाली" },
  "fire-alarm": { title: "अग्नि अलार्म", message: "अग्नि अलार्म का संपर्क सक्रिय है" },
  "ups-on-battery": { title: "UPS बैटरी पर", message: "मुख्य बिजली नहीं है: UPS अपनी बैटरी पर चल रहा है" },
  "ups-battery-low": { title: "UPS की बैटरी कम", message: "बैटरी लगभग खाली है" },
  "mains-failed": { title: "मुख्य बिजली गुल", message: "मुख्य बिजली गुल: कई UPS बैटरी पर" },
  "ups-overload": { title: "UPS पर अधिक भार", message: "भार {0} %: UPS की क्षमता से अधिक" },
  "sensor-lost": { title: "सेंसर से संपर्क टूटा", message: "सेंसर कोई मान नहीं भेज रहा" },
  "device-lost": { title: "उपकरण से संपर्क टूटा", message: "उपकरण उत्तर नहीं दे रहा" },
  "clock-ahead": {
    title: "घड़ी आगे है",
    message: "घड़ी {0} मिनट आगे है: मापे गए मान संदिग्ध माने जाते हैं",
  },
  "clock-behind": {
    title: "घड़ी पीछे है",
    message: "घड़ी {0} मिनट पीछे है: मापे गए मान संदिग्ध माने जाते हैं",
  },
  "temperature-high": { title: "तापमान अधिक", message: "तापमान अधिक: {0} °C, सीमा {1} °C" },
  "temperature-low": { title: "तापमान कम", message: "तापमान कम: {0} °C, सीमा {1} °C" },
  "humidity-high": { title: "आर्द्रता अधिक", message: "आर्द्रता अधिक: {0} %, सीमा {1} %" },
  "humidity-low": { title: "आर्द्रता कम", message: "आर्द्रता कम: {0} %, सीमा {1} %" },
  "lux-high": { title: "प्रकाश अधिक", message: "प्रकाश अधिक: {0} lux, सीमा {1} lux" },
  "lux-low": { title: "प्रकाश कम", message: "प्रकाश कम: {0} lux, सीमा {1} lux" },
  "co2-high": { title: "CO2 अधिक", message: "CO2 अधिक: {0} ppm, सीमा {1} ppm" },
  "filter-loaded": { title: "फ़िल्टर भरा हुआ", message: "फ़िल्टर भर गया है: उसे बदलें" },
  "valve-leaking": {
    title: "ठंडे पानी का वाल्व रिसता है",
    message: "ठंडे पानी का वाल्व रिसता है: बंद है, फिर भी हवा {0} K ठंडी निकलती है",
  },
  "valve-stuck": {
    title: "ठंडे पानी का वाल्व अटका है",
    message: "ठंडे पानी का वाल्व आदेश नहीं मानता: आदेश {0} %, स्थिति {1} %",
  },
  "sensor-drift": {
    title: "सेंसर का मान खिसक गया है",
    message: "सेंसर का मान खिसक गया है: {0} °C और {1} °C, जो मिलने चाहिए",
  },
  "heating-and-cooling": {
    title: "एक साथ गरम और ठंडा",
    message: "एक साथ गरम और ठंडा: हीटिंग वाल्व {0} %, ठंडे पानी का वाल्व {1} %",
  },
  "fan-unproven": {
    title: "सप्लाई पंखे का प्रमाण नहीं",
    message: "सप्लाई पंखे को चलने का आदेश है, पर चलने का प्रमाण नहीं",
  },
  "on-against-schedule": {
    title: "समय-सारणी का पालन नहीं: चालू",
    message: "समय-सारणी का पालन नहीं: यूनिट चालू है, समय-सारणी: बंद",
  },
  "off-against-schedule": {
    title: "समय-सारणी का पालन नहीं: बंद",
    message: "समय-सारणी का पालन नहीं: यूनिट बंद है, समय-सारणी: चालू",
  },
  "lamp-failed": { title: "लैंप ख़राब", message: "एक लैंप ख़राब हो गया है" },
  "pump-fault": { title: "पंप में ख़राबी", message: "पंप ख़राबी बता रहा है" },
  "over-parked": { title: "पार्किंग समय से अधिक", message: "जगह {0} घंटे से अधिक समय से घिरी है" },
  "energy-wasted": { title: "ऊर्जा की बर्बादी", message: "कोई नहीं है, फिर भी {0} W खपत हो रही है, सीमा {1} W" },
  "foreign-override": {
    title: "अन्य सिस्टम का ओवरराइड",
    message: "किसी अन्य सिस्टम ने प्राथमिकता {0} पर एक पॉइंट ओवरराइड किया है: {1}",
  },
  "override-lost": {
    title: "ओवरराइड हट गया",
    message: "किसी अन्य सिस्टम ने एक ओवरराइड समय से पहले समाप्त कर दिया",
  },
  "sensor-out-of-range": {
    title: "सेंसर का मान सीमा से बाहर",
    message: "सेंसर का मान सीमा से बाहर: {0}{unit} ({1} से {2})",
  },
  "sensor-frozen": { title: "सेंसर अटका हुआ", message: "सेंसर {1} घंटे से {0}{unit} पर अटका है" },
};

const texts: Record<Language, Record<AlarmName, AlarmWords>> = { en: english, hi: hindi, kn: kannada };
const manyAtOnce: Record<Language, string> = {
  en: "{0}: many at once",
  hi: "{0}: एक साथ कई",
  kn: "{0}: ಒಂದೇ ಬಾರಿ ಹಲವು",
};
/** Events that devices send may have codes of their own. */
const deviceEvent: Record<Language, string> = {
  en: "Device event",
  hi: "उपकरण की सूचना",
  kn: "ಸಾಧನದ ಸೂಚನೆ",
};

const codes: Record<string, number> = alarmCodes;
const nameOf = new Map(Object.keys(english).map((name) => [codes[name], name]));
const isName = (name: string | undefined): name is AlarmName =>
  name !== undefined && Object.hasOwn(english, name);

/** What alarms of a code are called. */
export function alarmTitle(inLanguage: Language, code: number): string {
  const name = nameOf.get(code);
  return isName(name) ? texts[inLanguage][name].title : deviceEvent[inLanguage];
}

const filled = (template: string, values: readonly (number | string)[]) =>
  template.replaceAll(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ""));

/** A unit as it follows a number: none has no space before it. */
export function unitAfterNumber(unit: string | undefined): string {
  const symbol = symbolOf(unit ?? "none");
  return symbol && ` ${symbol}`;
}

/** An alarm's message. What a device says itself (`text` null) stays as it was said. */
export function alarmMessage(
  inLanguage: Language,
  {
    text,
    message,
  }: {
    text: { name: string; numbers: readonly number[]; unit?: string | undefined } | null;
    message: string;
  },
): string {
  if (!text) return message;
  if (text.name === "flood")
    return filled(manyAtOnce[inLanguage], [alarmTitle(inLanguage, text.numbers[0] ?? 0)]);
  if (!isName(text.name)) return message;
  const own = texts[inLanguage][text.name];
  return filled(own.message ?? own.title, text.numbers).replace("{unit}", unitAfterNumber(text.unit));
}

/** What alarms are called, by the names of their texts. */
export function alarmTitles(inLanguage: Language): Record<string, string> {
  return Object.fromEntries(Object.entries(texts[inLanguage]).map(([name, { title }]) => [name, title]));
}

/** Name of the text of a code that says this in English, without numbers; undefined for other words. */
export function alarmTextSaying(message: string, code: number): AlarmName | undefined {
  return Object.keys(english)
    .filter(isName)
    .find((name) => codes[name] === code && (english[name].message ?? english[name].title) === message);
}

/** Messages by the names of their texts, with `{0}` to `{2}` in place of their numbers and `{unit}`; a flood's stays as it was said. */
export function alarmTemplates(inLanguage: Language): Record<string, string> {
  const own = Object.entries(texts[inLanguage]);
  return Object.fromEntries(own.map(([name, { title, message }]) => [name, message ?? title]));
}

/** Names of the texts that contain some words in a language, whatever their numbers and case. */
export function alarmTextsWith(inLanguage: Language, words: string): string[] {
  const wanted = words.toLowerCase();
  return Object.entries(texts[inLanguage]).flatMap(([name, { title, message }]) =>
    (message ?? title).toLowerCase().includes(wanted) ? [name] : [],
  );
}
