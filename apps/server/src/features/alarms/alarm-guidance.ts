import { alarmCodes, type AlarmName } from "@verandah/contract/alarms.ts";
import type { Language } from "@verandah/contract/language.ts";

import { hindiGuidance } from "./alarm-guidance-hi.ts";
import { kannadaGuidance } from "./alarm-guidance-kn.ts";

/** What to do about an alarm, for who stands before the screen: the likely cause first, then the next step. */
export type Guidance = Record<AlarmName | "device-event", string>;

const wrongClock =
  "The clock of this gateway or device is wrong. What it measures is kept with its own time and the time of its arrival, and counts to no mean. Check that it reaches its time server (NTP) and that its time zone is right; one that loses its time at each restart wants a new backup battery. The alarm goes when the clock is right.";

const englishGuidance: Guidance = {
  "gateway-lost":
    "The gateway does not answer, so the devices behind it are not seen; they go on working by themselves. Check its power and its network cable, then whether its host runs. It delivers what it kept when it is back.",
  "controller-lost":
    "The gateway is there, but the controller does not answer it. Check the controller's power and bus connection, and whether its address was changed. Until it is back the plant runs on its last settings: look at it on site.",
  "disk-nearly-full":
    "Stop what fills the disk: old exports, backups, logs of other programs. Delete or move files that nobody needs. Add space if it fills up again. At 0 % readings wait at the gateways and nothing new is stored.",
  "fire-alarm":
    "Follow the building's fire procedure first. The unit's fire contact is closed: the air handling unit should have stopped. Restart it only after the fire panel was reset by who is responsible for it.",
  "ups-on-battery":
    "The mains before the UPS are gone. Check its input breaker and the supply; look at the runtime that is left, and shut down what can wait before it ends.",
  "mains-failed":
    "Several UPSs of this building run on battery: its mains supply has failed. Check the main incoming breaker, and ask the electricity supplier how long the outage will last. Check that the generator has started, if there is one. Look at the shortest runtime of the UPSs, and shut down what can wait before it ends.",
  "ups-battery-low":
    "The battery will be empty within minutes. Shut down what is supplied by this UPS in an orderly way, or bring the mains back now.",
  "ups-overload":
    "The UPS carries more than its rating: it may switch off, or has gone to its bypass, where nothing protects what it supplies. Switch off or move part of the load, beginning with what was added last.",
  "sensor-lost":
    "The sensor sends no values. Check its battery or supply and its radio or network; a sensor that was moved or painted over is a common cause.",
  "device-lost":
    "The device does not answer, its gateway does. Check its power, its bus connection and its address.",
  "clock-ahead": wrongClock,
  "clock-behind": wrongClock,
  "temperature-high":
    "Compare with the zones beside it. If they are well: open windows, a heat source at the sensor, a VAV box that does not open. If they are warm as well: check the air handling unit, its setpoint and the chilled water.",
  "temperature-low":
    "Check whether the zone is in use and whether the setpoint of its unit is too low. A VAV damper or chilled water valve that is stuck open cools on.",
  "humidity-high":
    "Check windows and doors in damp weather, and whether the air handling unit dehumidifies: chilled water too warm, or much fresh air.",
  "humidity-low":
    "Dry outdoor air or overheating. Reduce fresh air where the CO2 allows it, and check the humidifier if there is one.",
  "lux-high":
    "Too much daylight or lamps at full level: lower the blinds, and dim or switch the zone to automatic.",
  "lux-low": "Check whether the zone's lights are on and at a sensible level, and whether lamps have failed.",
  "co2-high":
    "More people than the fresh air is for, or too little of it. Open the fresh air damper further, air the room, and check the fan of the unit.",
  "filter-loaded":
    "The pressure over the filter is too high. Change the filter and reset the unit's contact; until then the fan uses more power.",
  "valve-leaking":
    "The valve is told to close and says that it is closed, and the air still leaves the coil colder than it came. Close the hand valve before it: if the air warms, the valve's seat is worn or something lies in it; if it does not, compare the supply and mixed air sensors with a thermometer. When it is mended, close it for some minutes while the fan runs: the alarm goes when the valve is seen to be tight.",
  "valve-stuck":
    "The valve does not go where it is told. Look whether its actuator has power and turns, and whether the coupling to the stem is tight; then turn the stem by hand. Until it moves, the supply air cannot be held.",
  "sensor-drift":
    "Readings that must agree do not. Hold a thermometer beside each of the sensors below: the one that is off is to be calibrated or replaced. Until then the unit is controlled by a wrong value.",
  "heating-and-cooling":
    "Both valves are open, so that one undoes the work of the other. Compare each with its command: one that stands open against it is stuck; if both follow, correct the sequence or release an order that holds one open. Where air is dried on purpose by cooling and heating again, ignore this with that reason.",
  "fan-unproven":
    "The fan is told to run, and its proof (current or pressure switch) does not come. Look on site: drive tripped or in local, belt torn, isolator open. If the fan does turn, its switch is wrong. Nobody behind this unit gets air until then.",
  "on-against-schedule":
    "The schedule commands this unit off again and again, and it stays on. Look for a local switch or a program in the controller that holds it on, and for another system that writes at a higher priority. Until then it uses energy for an empty building. Override the unit if it is to run.",
  "off-against-schedule":
    "The schedule commands this unit on again and again, and it stays off. Look on site for a local switch, a safety contact (fire, frost) or a tripped drive, and for another system that writes at a higher priority. Until then its zones get no air. Override the unit if it is to stay off.",
  "lamp-failed":
    "A lamp or its ballast has failed. Note the fitting and replace it; check the others of the group on the same visit.",
  "pump-fault":
    "The pump has stopped itself: dry running, blocked rotor or supply out of range. Look at water level and inlet before it is started again.",
  "over-parked":
    "A car has stood in this bay for longer than is allowed. Send somebody to look, and tell its owner; if the bay is empty, its sensor wants a reset.",
  "energy-wasted":
    "Nobody is on the floor, and it draws more than the configured waste. Switch lights and air handling off, or correct their schedule; some load (servers, refrigerators) may belong there: then raise the limit.",
  "foreign-override":
    "Another system, such as a service tool or a second building management system, holds this point at its own priority. Our commands are held and take effect when it releases the point. Find out who wrote it: open Controls for the point and the value, and ask the service company. The alarm returns when the point is released.",
  "override-lost":
    "Another system replaced or released an override that a person had set. Open Controls: command the point again if the override is still wanted. The alarm returns with a new command, or when the override would have ended.",
  "sensor-out-of-range":
    "The sensor sends a value that cannot be, so it counts in no mean and no rule. Look for a broken wire or a short circuit at the sensor, and for a wrong scale or type of sensor in its controller. Release a value that was forced by hand. The alarm goes when the value has been possible for a minute.",
  "sensor-frozen":
    "The sensor has sent exactly the same value for hours, although such a value always varies a little. Hold a hand or a damp cloth at the sensor: if the value stays, restart its controller, release a value that was forced by hand, or replace the sensor. The alarm goes when the value changes.",
  // Events that devices send may have codes of their own.
  "device-event": "The device itself reports this. Its manual says what the message means.",
};

const guidance: Record<Language, Guidance> = { en: englishGuidance, hi: hindiGuidance, kn: kannadaGuidance };
const names = new Map<number, AlarmName>();
for (const name of Object.keys(alarmCodes)) if (isName(name)) names.set(alarmCodes[name], name);

function isName(name: string): name is AlarmName {
  return Object.hasOwn(alarmCodes, name);
}

/** What to do about an alarm of a code. */
export const guidanceOf = (language: Language, code: number): string =>
  guidance[language][names.get(code) ?? "device-event"];
