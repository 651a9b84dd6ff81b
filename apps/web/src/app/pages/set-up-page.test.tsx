import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { login } from "@verandah/contract/auth/auth.ts";
import { checkSetUpCode, getSetUp, setUp } from "@verandah/contract/set-up.ts";
import { expect, test } from "vitest";

import { placeAt, placeOnMap } from "#shared/maps/india-map.ts";

import { aSession } from "../../testing/builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const session = aSession({ role: { id: 2 }, building: { id: 2, name: "Block 1" } });

function open(buildings: { id: number; name: string; campus: string }[] = []) {
  let checked: unknown[] = [];
  const app = renderApp("/set-up", null, () => {
    serve(getSetUp, {});
    checked = serve(checkSetUpCode, { buildings }).bodies;
  });
  return { app, checked };
}

async function enterCode() {
  await userEvent.type(await screen.findByLabelText("Code"), "abcde-12345");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByLabelText("Username");
}

/** Each typed character would render the form. */
const type = (label: string, value: string) =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const choice = (name: string) => screen.getByRole("combobox", { name });
/** Browsers of tests have the time zone of their machine. */
async function chooseTimeZone(name: string) {
  await userEvent.click(choice("Time zone"));
  fireEvent.change(choice("Time zone"), { target: { value: name.toLowerCase() } });
  await userEvent.click(await screen.findByRole("option", { name }));
}
const send = () => userEvent.click(screen.getByRole("button", { name: "Set up Verandah" }));

function fillIn() {
  type("Username", "boss");
  type("Password", "Secret123");
  type("Name of the campus", "Acme Park");
  type("Name of its first building", "Block 1");
  type("City", "Pune");
  type("Latitude", "18.52");
  type("Longitude", "73.86");
}

test("creates campus and administrator, logs in, and opens the building", async () => {
  const { app } = open();
  await enterCode();
  await send();
  expect(screen.getByLabelText("Username")).toHaveAccessibleDescription("field cannot be empty");
  expect(screen.getByLabelText("Latitude")).toHaveAccessibleDescription("field cannot be empty");
  fillIn();
  await chooseTimeZone("Asia/Kolkata");
  const created = serve(setUp, { campus_key: "acme-park", building_key: "acme-park/block-1" }).bodies;
  const logins = serve(login, { ...session, token: "JWT x" }).bodies;
  await send();
  await expect.poll(() => app.path()).toBe("/admin/building/2/dashboard");
  expect(created).toEqual([
    {
      code: "abcde-12345",
      username: "boss",
      password: "Secret123",
      email: "",
      language: "en",
      campus: {
        name: "Acme Park",
        building_name: "Block 1",
        city: "Pune",
        time_zone: "Asia/Kolkata",
        latitude: 18.52,
        longitude: 73.86,
      },
    },
  ]);
  expect(logins).toEqual([
    { credentials: { username: "boss", password: "Secret123", role: "" }, force: false },
  ]);
});

test("a campus of a site file is not asked for again", async () => {
  open([
    { id: 7, name: "Tower", campus: "North" },
    { id: 8, name: "Annex", campus: "North" },
  ]);
  await enterCode();
  expect(screen.queryByLabelText("City")).not.toBeInTheDocument();
  await userEvent.click(choice("Building"));
  await userEvent.click(await screen.findByRole("option", { name: "North, Annex" }));
  type("Username", "boss");
  type("Password", "Secret123");
  const created = serve(setUp, { campus_key: "n", building_key: "n/annex" }).bodies;
  serve(login, { ...session, token: "JWT x" });
  await send();
  await expect.poll(() => created).toMatchObject([{ building: 8 }]);
  expect(created[0]).not.toHaveProperty("campus");
});

test("typed values stay after a reload, but for code and password", async () => {
  const first = open();
  await enterCode();
  type("City", "Pune");
  type("Password", "Secret123");
  const kept = Object.entries<string>(sessionStorage);
  expect(JSON.stringify(kept)).not.toMatch(/Secret123|abcde/i);
  first.app.unmount();
  // A reload keeps what leaving the form drops.
  for (const [key, text] of kept) sessionStorage.setItem(key, text);
  open();
  await enterCode();
  expect(screen.getByLabelText("City")).toHaveValue("Pune");
  expect(screen.getByLabelText("Password")).toHaveValue("");
});

test("a wrong code names what to do, and an expired one leads back to the code", async () => {
  open();
  refuse(checkSetUpCode, "set-up-code-wrong", { once: true });
  await userEvent.type(await screen.findByLabelText("Code"), "wrong");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "This code is wrong. Each start of the server writes a new one: enter the newest.",
  );
  await userEvent.clear(screen.getByLabelText("Code"));
  await enterCode();
  fillIn();
  refuse(setUp, "set-up-code-expired");
  await send();
  expect(await screen.findByText(/This code has expired. Restart the server/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Enter another code" }));
  expect(await screen.findByLabelText("Code")).toBeVisible();
  await enterCode();
  expect(screen.getByLabelText("City")).toHaveValue("Pune");
});

test("the second of two browsers learns that the set-up is done", async () => {
  open();
  await enterCode();
  fillIn();
  refuse(setUp, "set-up-done");
  await send();
  expect(await screen.findByText(/Verandah is already set up/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Log in with your account" })).toHaveAttribute("href", "/login");
});

test("after the set-up its address is unknown", async () => {
  const app = renderApp("/set-up", null, () => refuse(getSetUp, "not-found"));
  expect(await screen.findByText("There is no page at /set-up.")).toBeVisible();
  expect(app.path()).toBe("/login");
});

test("a click on the map enters the place", async () => {
  open();
  await enterCode();
  await chooseTimeZone("Asia/Kolkata");
  const map = screen.getByTestId("place-on-map");
  map.getBoundingClientRect = () => new DOMRect(0, 0, 612, 696);
  const { x, y } = placeOnMap({ latitude: 12.97, longitude: 77.59 });
  fireEvent.click(map, { clientX: 612 * x, clientY: 696 * y });
  expect(screen.getByLabelText("Latitude")).toHaveValue("12.97");
  expect(screen.getByLabelText("Longitude")).toHaveValue("77.59");
  expect(screen.getByRole("img", { name: "Place of the campus" })).toBeVisible();
});

test("a point of the map is the place that is shown there", () => {
  const place = placeAt(placeOnMap({ latitude: 8.08, longitude: 77.54 }));
  expect(place.latitude).toBeCloseTo(8.08, 6);
  expect(place.longitude).toBeCloseTo(77.54, 6);
});

test("a time zone outside India shows the world, and its main city places the campus", async () => {
  open();
  await enterCode();
  await chooseTimeZone("America/New York");
  expect(screen.queryByRole("img", { name: "Place of the campus" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Use the place of New York" }));
  expect(screen.getByLabelText("Latitude")).toHaveValue("40.7");
  expect(screen.getByLabelText("Longitude")).toHaveValue("-74");
  expect(screen.getByRole("img", { name: "Place of the campus" })).toBeVisible();
  const map = screen.getByTestId("place-on-map");
  map.getBoundingClientRect = () => new DOMRect(0, 0, 720, 270);
  fireEvent.click(map, { clientX: 217.88, clientY: 71.28 });
  expect(screen.getByLabelText("Latitude")).toHaveValue("42.36");
  expect(screen.getByLabelText("Longitude")).toHaveValue("-71.06");
  expect(screen.getByRole("img", { name: "Place of the campus" })).toHaveStyle({
    left: "30.26111111111111%",
  });
});
