/** What a reply can depend on, and a write can change. A change of a topic is a hint without data: it may be lost, doubled or late. */
export const topics = {
  places: "the tree of campuses, buildings, floors, zones, seats and rooms, with floor plans",
  devices: "which devices exist, where, of which type and with which points",
  gateways: "gateways with their claim codes, the settings of their protocols, and profiles",
  "device-states": "whether gateways and devices answer, and messages that cannot be used",
  readings: "the newest values of devices; the live stream brings those that a page follows",
  measurements: "what follows from readings: metrics, occupancy, heat maps, energy, reports",
  alarms: "alarms, and what people did with them",
  commands: "commands, overrides and what is in force",
  schedules: "schedules, holidays and exceptions, and their occurrences",
  bookings: "bookings, entries of outside calendars and the utilisation of seats and rooms",
  waitlist: "who waits for a seat or a room, and who got one",
  "room-links": "outside calendars, feeds and displays of rooms",
  "comfort-reports": "reports of people about comfort, and their outcome",
  people: "coworking companies and their people",
  users: "users, their sessions and locks",
  customers: "pump customers, and which pump belongs to whom",
  rollouts: "commands for many pumps",
  scenes: "light scenes",
  settings: "limits, alarm settings and delays, tariffs, batteries, notification settings",
  "self-tests": "tests of emergency lights and of UPSs, and acceptance tests of points",
} as const;
export type Topic = keyof typeof topics;

const isTopic = (name: string): name is Topic => name in topics;
export const topicNames = Object.keys(topics).filter(isTopic);
