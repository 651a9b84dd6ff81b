import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { aHoliday, party, showScheduler as show, stopSchedulerClock } from "../../testing/show-scheduler.tsx";

stopSchedulerClock();

/** On the day after today. */
const view = "month&date=2026-01-06";
const night = {
  ...party,
  id: 5,
  title: "Night",
  action: 0 as const,
  start: "2026-01-05T17:30:00.000Z",
  end: "2026-01-05T20:30:00.000Z",
  repeat: { weekdays: [1, 2], until: "2026-01-31" },
};
const lamps = {
  ...party,
  id: 6,
  title: "Lamps",
  type: 0 as const,
  start: "2026-01-06T04:30:00.000Z",
  end: "2026-01-06T06:30:00.000Z",
};

const strip = async (name: RegExp) => {
  const figure = await screen.findByRole("figure", { name });
  return {
    figure,
    items: within(figure)
      .getAllByRole("listitem")
      .map((one) => one.textContent),
  };
};
/** The blocks of the drawing, which screen readers skip. */
const drawn = (figure: HTMLElement) =>
  [...figure.querySelectorAll<HTMLElement>("[title]")].map(({ title, style, dataset }) => [
    title,
    style.left,
    style.width,
    ...Object.keys(dataset),
  ]);

test("the strip shows the day as it runs: the default, one-time schedules and those that repeat, from 00 to 24", async () => {
  show({ view, screen: "schedule", schedules: [party, night, lamps] });
  const { figure, items } = await strip(/6 Jan.*: Default 09:00–18:00$/);
  expect(items).toEqual([
    "00:00–02:00 Night: Off",
    "09:00–11:00 Lobby-AM: On",
    "10:00–12:00 Lamps: 50 %",
    "23:00–24:00 Night: Off",
  ]);
  expect(drawn(figure)).toEqual([
    ["Default", "37.5%", "37.5%"],
    ["Night", "0%", `${(2 / 24) * 100}%`, "off"],
    ["Lobby-AM", "37.5%", `${(10 / 24) * 100 - 37.5}%`],
    ["Lobby-AM, Lamps", `${(10 / 24) * 100}%`, `${(11 / 24) * 100 - (10 / 24) * 100}%`],
    ["Lamps", `${(11 / 24) * 100}%`, `${50 - (11 / 24) * 100}%`],
    ["Night", `${(23 / 24) * 100}%`, `${100 - (23 / 24) * 100}%`, "off"],
  ]);
});

test("on a holiday the schedules of the air handling have no effect, and those of lighting have", async () => {
  const days = [aHoliday({ day: "2026-01-06" })];
  show({ view, screen: "schedule", schedules: [party, lamps], days });
  const { figure, items } = await strip(/6 Jan.*: Holiday: Pongal$/);
  expect(items).toEqual(["09:00–11:00 Lobby-AM: On, no effect", "10:00–12:00 Lamps: 50 %"]);
  expect(drawn(figure)).toEqual([
    ["Holiday: Pongal", "0%", "100%", "off"],
    ["Lobby-AM", "37.5%", expect.any(String), "overridden"],
    ["Lobby-AM, Lamps", expect.any(String), expect.any(String)],
    ["Lamps", expect.any(String), expect.any(String)],
  ]);
});

test("an exception replaces the default, and a chosen group is beside it", async () => {
  const group = {
    id: 7,
    name: "Early",
    timeData: [{ ON: "06:00", OFF: "10:00" }],
    weekData: [2],
    setbackCelsius: null,
    units: [],
  };
  const { unmount } = show({ view: `${view}&group=7`, groups: [group], schedules: [] }).app;
  const usual = await strip(/6 Jan.*: Default 09:00–18:00$/);
  expect(usual.items).toEqual(["No schedules"]);
  expect(drawn(usual.figure).map(([title]) => title)).toEqual([
    "Group: Early",
    "Default, Group: Early",
    "Default",
  ]);
  unmount();
  const timeData = [{ ON: "07:00", OFF: "23:59" }];
  show({ view, days: [aHoliday({ day: "2026-01-06", kind: "exception", name: "Fair", timeData })] });
  const { figure, items } = await strip(/6 Jan.*: Exception: Fair, 07:00–23:59$/);
  expect(items).toEqual(["09:00–11:00 Lobby-AM: On, no effect"]);
  expect(drawn(figure)[0]?.[0]).toBe("Exception: Fair");
});
