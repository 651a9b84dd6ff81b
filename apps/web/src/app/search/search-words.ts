import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { createBookings } from "@verandah/contract/bookings/bookings.ts";
import { releaseOverride } from "@verandah/contract/commands/overrides.ts";
import { buildingStaff, type RoleId } from "@verandah/contract/roles.ts";
import { addScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";
import { createSchedule } from "@verandah/contract/schedules/schedules.ts";

import { logOut } from "../shell/log-out.ts";

/** Further words by which people search for a screen, by its path. */
export const screenWords: Readonly<Record<string, MessageDescriptor>> = {
  alerts: msg({ message: "faults problems", comment: "Search words" }),
  eventsviewer: msg({ message: "faults problems alerts acknowledge", comment: "Search words" }),
  floors: msg({
    message: "lights lamps lighting turn switch on off dim brightness",
    comment: "Search words",
  }),
  selector: msg({ message: "air conditioning AC cooling", comment: "Search words" }),
  hvac: msg({ message: "air conditioning AC cooling", comment: "Search words" }),
  glAhu: msg({ message: "air conditioning AC cooling AHU fan", comment: "Search words" }),
  configuresetpoint: msg({ message: "change set temperature target", comment: "Search words" }),
  comfort: msg({ message: "too hot cold complaint temperature", comment: "Search words" }),
  controls: msg({ message: "override overrides release manual commands", comment: "Search words" }),
  Glschedule: msg({
    message: "holiday holidays vacation exception working hours weekly default timetable",
    comment: "Search words",
  }),
  schedule: msg({ message: "holiday holidays timer timetable lights calendar", comment: "Search words" }),
  "seat-booking": msg({ message: "desk workplace reserve reservation", comment: "Search words" }),
  "room-booking/$id": msg({ message: "meeting meetings reserve reservation", comment: "Search words" }),
  flooroccupancy: msg({ message: "people presence how many", comment: "Search words" }),
  energy: msg({ message: "electricity power consumption cost bill", comment: "Search words" }),
  glUps: msg({ message: "battery backup power", comment: "Search words" }),
  reportsviewer: msg({ message: "export download history log", comment: "Search words" }),
  pumpFleet: msg({ message: "solar water farmers", comment: "Search words" }),
  upload: msg({ message: "people visitors companies coworkers import", comment: "Search words" }),
  users: msg({ message: "people accounts roles password", comment: "Search words" }),
  configuration: msg({ message: "settings e-mail limits", comment: "Search words" }),
};

interface Action {
  readonly name: MessageDescriptor;
  readonly words: MessageDescriptor;
  readonly access: readonly RoleId[];
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly run?: () => void;
}

/** Actions of the whole building, and the logout. Each leads to the screen that asks before something changes, with its form open. */
export const buildingActions: readonly Action[] = [
  {
    name: msg`New seat booking`,
    words: msg({ message: "book reserve a desk workplace", comment: "Search words" }),
    access: createBookings.access,
    to: "/admin/seat-booking",
  },
  {
    name: msg`New room booking`,
    words: msg({ message: "book reserve a meeting conference", comment: "Search words" }),
    access: createBookings.access,
    to: "/admin/room-booking",
  },
  {
    name: msg`Add holiday`,
    words: msg({ message: "new create a vacation exception closed day", comment: "Search words" }),
    access: addScheduleDay.access,
    to: "/admin/Glschedule",
    search: { new: "special-day-dialog" },
  },
  {
    name: msg`New schedule`,
    words: msg({ message: "add create a timer", comment: "Search words" }),
    access: createSchedule.access,
    to: "/admin/schedule",
    search: { new: "schedule" },
  },
  {
    name: msg`Release an override`,
    words: msg({ message: "end cancel stop undo overrides manual", comment: "Search words" }),
    access: releaseOverride.access,
    to: "/admin/controls",
  },
  {
    name: msg`Logout`,
    words: msg({ message: "log out sign off leave exit end session", comment: "Search words" }),
    access: buildingStaff,
    to: "/",
    run: () => void logOut(),
  },
];
