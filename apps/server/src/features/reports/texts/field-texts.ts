import { SHELVE_DEFAULT_REASON } from "@verandah/contract/alarms/alarm-actions.ts";
import type { Language } from "@verandah/contract/language.ts";
import { roleNames } from "@verandah/contract/roles.ts";
import { msg, type Text } from "@verandah/texts/msg.ts";
import { textsByCode } from "@verandah/texts/translate.ts";

const alarms = { alarms: msg`Alarms` };
const reason = { reason: msg`Reason` };
const range = { from: msg`From`, to: msg`To` };
const times = {
  timeData: msg`Times`,
  start: range.from,
  end: range.to,
};
const limitKinds = {
  temperature: msg`Temperature`,
  humidity: msg`Humidity`,
  lux: msg`Light`,
  co2: msg`CO2`,
  overParked: msg`Over-parked`,
  wastage: msg`Wastage`,
  min: msg`least`,
  max: msg`most`,
};
const alarmSettings = {
  ...limitKinds,
  deadband: msg`Deadband`,
  on_delay_seconds: msg`Delay, s`,
  off_delay_seconds: msg`Delay of the end, s`,
};
const named = { id: msg`No.`, name: msg`Name` };
const calendar = { name: named.name, buildings: msg`Buildings` };
const week = { ...times, weekData: msg`Weekdays`, setbackCelsius: msg`Setback setpoint, °C` };
const unitGroup = { name: named.name, ...week, units: msg`Units` };
const schedule = {
  ...named,
  ...times,
  title: msg`Title`,
  floor: msg`Floor`,
  zones: msg`Zones`,
  action: msg`Action`,
  type: msg`Type`,
  channel: msg`Channel`,
  intensity: msg`Intensity`,
  intensityFlag: msg`Own intensity`,
  hexColor: msg`Colour`,
};
const selfTest = {
  kind: msg`Kind`,
  start: times.start,
  isMonthly: msg`Monthly`,
};
const plan = {
  ...named,
  version: msg`Version`,
  hasDrawing: msg`Drawing`,
  drawing: msg`New drawing`,
  zones: schedule.zones,
  outline: msg`Outline`,
  devices: msg`Devices`,
  ssid: msg`Device`,
  position: msg`Position`,
  type: schedule.type,
  bytes: msg`Bytes`,
  sha256: msg`Fingerprint`,
};

const place = { title: schedule.title, parent: msg`Place`, type: schedule.type, activated: msg`Active` };
const user = {
  roleId: msg`Role`,
  username: msg`Username`,
  email: msg`E-mail`,
  campusId: msg`Campus`,
  buildingId: msg`Building`,
  isDisabled: msg`Disabled`,
};
const booking = {
  ...range,
  spaces: place.parent,
  space: place.parent,
  repeat: msg`Repeat`,
  userId: msg`Person`,
  title: schedule.title,
  attendees: msg`People`,
};
const device = { ...named, ssid: plan.ssid, type: schedule.type };
const removal = { title: schedule.title, devices: plan.devices };
const comfort = { kind: selfTest.kind, space: place.parent, outcome: msg`Outcome`, note: msg`Note` };

/** Fields that an action changed, by the action. */
const fields: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  login: {
    force: msg`Ends any other session`,
    guest: msg`Guest`,
  },
  "create-user": user,
  "add-user": user,
  "remove-user": user,
  "switch-campus": { isOpen: msg`Opened` },
  "edit-user": user,
  "replace-user": user,
  "choose-building": { building: user.buildingId },
  "create-booking": booking,
  "edit-booking": booking,
  "join-waitlist": range,
  "report-comfort": comfort,
  "close-comfort-report": comfort,
  "add-device": device,
  "edit-device": device,
  "place-device": { latitude: msg`Latitude`, longitude: msg`Longitude` },
  "add-place": place,
  "add-space": place,
  "edit-place": place,
  "edit-space": place,
  "move-place": place,
  "delete-device": removal,
  "remove-place": removal,
  "remove-space": removal,
  "delete-readings": removal,
  "replace-device": { serialNumber: msg`Serial number`, note: comfort.note },
  "hide-point": { point: msg`Point` },
  "show-point": { point: msg`Point` },
  "change-device-type": { type: schedule.type },
  "undo-commands": { points: msg`Points` },
  "save-alarm-delays": { ...alarmSettings, delays: msg`Delays`, alarm: msg`Alarm` },
  "acknowledge-alarm": alarms,
  "give-reason": reason,
  "ignore-alarm": { ...alarms, ...reason, until: msg`Until` },
  "map-pumps": { deviceIds: plan.devices },
  "import-site": { siteSha256: plan.sha256, devices: plan.devices },
  "save-configuration": limitKinds,
  "save-alarm-settings": alarmSettings,
  // The name in older records.
  "save-limit-manners": alarmSettings,
  "save-notification-settings": {
    by_mail: msg`By e-mail`,
    in_browser: msg`In the browser`,
    floor_ids: msg`Floors`,
    digest_minutes: msg`Digest, min`,
    language: msg`Language`,
  },
  "save-floor-plan": plan,
  "reset-floor-plan": plan,
  "create-schedule": schedule,
  "edit-schedule": schedule,
  "change-default-schedule": week,
  "save-light-scene": { name: named.name, lights: msg`Lights` },
  "rename-light-scene": { name: named.name },
  "plan-emergency-test": selfTest,
  "plan-ups-test": selfTest,
  "start-point-test": { points: msg`Points` },
  "finish-point-test": { passed: msg`Passed`, failed: msg`Failed`, skipped: msg`Skipped` },
  "record-point": {
    result: msg`Result`,
    reference: msg`Reference`,
    tolerance: msg`Tolerance`,
    reading: msg`Reading`,
    note: comfort.note,
  },
  "add-schedule-day": {
    ...named,
    ...times,
    day: msg`Day`,
    kind: msg`Kind`,
    isYearly: msg`Every year`,
    calendar: msg`Calendar`,
  },
  "create-unit-group": unitGroup,
  "edit-unit-group": unitGroup,
  "create-holiday-calendar": calendar,
  "edit-holiday-calendar": calendar,
};

/** Texts of values that are codes; the keys are JSON. */
const valueTexts = textsByCode({
  true: msg`yes`,
  false: msg`no`,
  '"function"': msg`function test`,
  '"duration"': msg`duration test`,
  '"general"': msg`general test`,
  '"battery"': msg`battery test`,
  '"none"': msg`none`,
  '"critical"': msg`critical`,
  '"all"': msg`all`,
  '"en"': msg`English`,
  '"hi"': msg`Hindi`,
  '"kn"': msg`Kannada`,
  null: msg`all`,
  [JSON.stringify(SHELVE_DEFAULT_REASON)]: msg`No reason given`,
});
const roleTexts = textsByCode(roleNames);
/** The codes that can be values of an action. */
const withValues: Readonly<Record<string, readonly string[]>> = {
  "add-user": ["true", "false"],
  "remove-user": ["true", "false"],
  "switch-campus": ["true", "false"],
  "record-point": ['"passed"', '"failed"', '"skipped"', "null"],
  "edit-user": ["true", "false"],
  "edit-place": ["true", "false"],
  "edit-space": ["true", "false"],
  login: ["true", "false"],
  "ignore-alarm": [JSON.stringify(SHELVE_DEFAULT_REASON)],
  "plan-emergency-test": ["true", "false", '"function"', '"duration"'],
  "plan-ups-test": ["true", "false", '"general"', '"battery"'],
  "save-notification-settings": ['"none"', '"critical"', '"all"', "null", '"en"', '"hi"', '"kn"'],
  "save-floor-plan": ["true", "false"],
  "reset-floor-plan": ["true", "false"],
  "create-schedule": ["true", "false"],
  "edit-schedule": ["true", "false"],
  "add-schedule-day": ["true", "false"],
};

/** The fields of an action that contain an instant. */
const instantFields: Readonly<Record<string, readonly string[]>> = {
  "create-schedule": ["start", "end"],
  "edit-schedule": ["start", "end"],
  "plan-emergency-test": ["start", "end"],
  "plan-ups-test": ["start", "end"],
  "create-booking": Object.keys(range),
  "edit-booking": Object.keys(range),
  "join-waitlist": Object.keys(range),
};

/** Texts for the changes of an action. */
export interface ChangeTexts {
  fields: Record<string, string>;
  /** Texts by the JSON of a value, such as `true` and `"none"`. */
  values: Record<string, string>;
  /** Fields that contain an instant. */
  instants: readonly string[];
}

/** Texts for the JSON of an action in the audit, by the action. */
export function changeTexts(language: Language): Record<string, ChangeTexts> {
  const values = valueTexts(language);
  return Object.fromEntries(
    Object.entries(fields).map(([action, texts]) => [
      action,
      {
        fields: textsByCode(texts)(language),
        values: {
          ...(texts === user && roleTexts(language)),
          ...Object.fromEntries((withValues[action] ?? []).map((value) => [value, values[value] ?? value])),
        },
        instants: instantFields[action] ?? [],
      },
    ]),
  );
}
