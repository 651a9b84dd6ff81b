import { expect, test } from "vitest";

import { type KnownPlace, suggestPlace } from "./suggest-place.ts";

const floors = [
  ["a/0", "Ground floor"],
  ["a/4", "Floor 4"],
  ["a/5", "Floor 5"],
  ["a/-1", "Basement 1"],
] as const;
const places: KnownPlace[] = [
  { id: "a", name: "Tower A", kind: "building" },
  ...floors.map(([id, name]): KnownPlace => ({ id, name, kind: "floor", parent: "a" })),
  ...["a/4", "a/5"].flatMap((parent): KnownPlace[] =>
    [1, 3].map((number) => ({ id: `${parent}/z${number}`, name: `Zone ${number}`, kind: "zone", parent })),
  ),
  { id: "a/5/canteen", name: "Canteen north", kind: "zone", parent: "a/5" },
  { id: "a/5/z3/512", name: "Room 512", kind: "room", parent: "a/5/z3" },
];

test.each([
  ["AHU floor 5", "a/5", "whole-name"],
  ["AHU-L05-01", "a/5", "floor"],
  ["VAV 5F", "a/5", "floor"],
  ["Sensor 4th floor", "a/4", "floor"],
  ["FCU_4.OG", "a/4", "floor"],
  ["AHU EG", "a/0", "floor"],
  ["Pump UG1", "a/-1", "floor"],
  ["EM-B1-Main", "a/-1", "floor"],
  ["Env sensor F5-Z3", "a/5/z3", "zone"],
  ["VAV L04 Zn-01", "a/4/z1", "zone"],
  ["Canteen north CO2", "a/5/canteen", "whole-name"],
  ["R512'TR", "a/5/z3/512", "room"],
  ["Raum 512 Temperatur", "a/5/z3/512", "room"],
  ["VAV-5-12", "a/5", "number"],
  ["Meter Tower A", "a", "whole-name"],
])("%s is in %s by its %s", (name, place, code) => {
  const [first, second] = suggestPlace(name, places);
  expect(first).toMatchObject({ place, reason: { code } });
  expect(second?.confidence ?? 0).toBeLessThan(first?.confidence ?? 0);
});

test("a zone of several floors is unsure without its floor", () => {
  const [alone] = suggestPlace("VAV Z3", places);
  const [withFloor] = suggestPlace("VAV L05 Z3", places);
  expect(withFloor?.place).toBe("a/5/z3");
  expect(alone?.confidence).toBeLessThan(0.6);
  expect(suggestPlace("VAV Z3", places).map(({ place }) => place)).toEqual(["a/4/z3", "a/5/z3"]);
});

test("floors with words for names are those of their numbers", () => {
  const named = ["Ground", "First", "Second"].map((name): KnownPlace => ({ id: name, name, kind: "floor" }));
  for (const [name, place] of [
    ["AHU F2.1", "Second"],
    ["VAV second floor", "Second"],
    ["DB GF", "Ground"],
    ["Sensor L01", "First"],
  ] as const)
    expect(suggestPlace(name, named)[0]?.place).toBe(place);
  expect(suggestPlace("AHU third floor", places)).toEqual([]);
});

test("a floor or a zone that the site does not have is no other one", () => {
  expect(suggestPlace("AHU L09", places)).toEqual([]);
  expect(suggestPlace("VAV L05 Z7", places).map(({ place }) => place)).toEqual(["a/5"]);
});

test.each(["AHU-1", "U L1-N", "CO2", "", "Tower Air"])("%s shows no place", (name) => {
  expect(suggestPlace(name, places)).toEqual([]);
});
