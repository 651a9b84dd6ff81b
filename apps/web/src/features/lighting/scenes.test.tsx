import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  deleteLightScene,
  type LightScene,
  listLightScenes,
  renameLightScene,
  saveLightScene,
} from "@verandah/contract/lighting/light-scenes.ts";
import { expect, test } from "vitest";

import { refuse, serve } from "../../testing/serve.ts";
import { confirmBatch, serveBatch, showLights } from "../../testing/show-lights.ts";

const meeting: LightScene = {
  id: 7,
  zoneId: 111,
  name: "Meeting",
  members: [
    { ssid: "50d1", suffix: "", to: 40 },
    { ssid: "50d2", suffix: "", to: "auto" },
  ],
};

const show = (scenes: LightScene[] = [meeting], role: 1 | 3 = 1) => {
  showLights("/admin/floors?zone=111", { role });
  serve(listLightScenes, scenes);
};
const section = async () => within(await screen.findByRole("region", { name: "Scenes" }));

test("sets a scene in one batch, a level or Auto for each light", async () => {
  show();
  const { bodies } = serveBatch({ state: "verified" }, { param_id: "light_mode_sp", state: "verified" });
  await userEvent.click(await screen.findByRole("button", { name: "Set the scene Meeting" }));
  await confirmBatch("Set the scene");
  expect(screen.getByRole("button", { name: "Set the scene Meeting" })).toHaveFocus();
  expect(await screen.findByText("Scene Meeting is set")).toBeVisible();
  expect(bodies).toEqual([
    {
      writes: [
        { ssid: "50d1", param_id: "light_level_sp", value: 40 },
        { ssid: "50d2", param_id: "light_mode_sp", value: 1 },
      ],
      idempotencyKey: expect.any(String),
    },
  ]);
});

test("a light that does not follow a scene is retried alone, with its own state", async () => {
  show();
  serveBatch({ state: "verified" }, { param_id: "light_mode_sp", state: "failed", failure: "not-verified" });
  await userEvent.click(await screen.findByRole("button", { name: "Set the scene Meeting" }));
  await confirmBatch("Set the scene");
  expect(await screen.findByText("Failed to set the scene Meeting")).toBeVisible();
  const scenes = await section();
  expect(scenes.getByText("1 light did not follow")).toBeVisible();
  const { bodies } = serveBatch({ ssid: "50d2", param_id: "light_mode_sp", state: "verified" });
  await userEvent.click(scenes.getByRole("button", { name: "Try again" }));
  await waitFor(() =>
    expect(bodies).toMatchObject([{ writes: [{ ssid: "50d2", param_id: "light_mode_sp", value: 1 }] }]),
  );
  await waitFor(() => expect(scenes.queryByText("1 light did not follow")).toBeNull());
});

test("saves the present state as a scene, and names the lights that are left out", async () => {
  show([]);
  const scenes = await section();
  expect(await scenes.findByText(/^No scenes yet/)).toBeVisible();
  const { bodies } = serve(saveLightScene, { scene: meeting, leftOut: ["DALI 3", "DALI 4"] });
  serve(listLightScenes, [meeting]);
  await userEvent.type(scenes.getByRole("textbox", { name: "Name of the new scene" }), "Meeting");
  await userEvent.click(scenes.getByRole("button", { name: "Save as scene" }));
  expect(
    await screen.findByText(
      "Scene Meeting was saved without these lights, whose state is unknown: DALI 3, DALI 4",
    ),
  ).toBeVisible();
  expect(bodies).toEqual([{ zone: 111, name: "Meeting" }]);
  expect(await scenes.findByRole("button", { name: "Set the scene Meeting" })).toBeVisible();
});

test("shows why a scene was not saved at its name", async () => {
  show();
  const scenes = await section();
  refuse(saveLightScene, "scene-name-taken");
  const name = await scenes.findByRole("textbox", { name: "Name of the new scene" });
  await userEvent.type(name, "meeting{Enter}");
  const text = "This zone has a scene with this name. Choose another name.";
  expect(await scenes.findByText(text)).toBeVisible();
  refuse(saveLightScene, "input-invalid", { fields: { name: "A name of 1 to 30 characters" } });
  await userEvent.clear(name);
  await userEvent.click(scenes.getByRole("button", { name: "Save as scene" }));
  expect(await scenes.findByText("A name of 1 to 30 characters")).toBeVisible();
});

test("renames a scene, and deletes one after a question", async () => {
  show();
  const scenes = await section();
  const { bodies } = serve(renameLightScene, { ...meeting, name: "Break" });
  await userEvent.click(await scenes.findByRole("button", { name: "Rename the scene Meeting" }));
  const name = scenes.getByRole("textbox", { name: "New name of the scene" });
  await userEvent.clear(name);
  serve(listLightScenes, [{ ...meeting, name: "Break" }]);
  await userEvent.type(name, "Break{Enter}");
  await userEvent.click(await scenes.findByRole("button", { name: "Delete the scene Break" }));
  expect(bodies).toEqual([{ name: "Break" }]);
  const { urls } = serve(deleteLightScene, { id: 7 });
  await userEvent.click(scenes.getByRole("button", { name: "Cancel" }));
  await userEvent.click(await scenes.findByRole("button", { name: "Delete the scene Break" }));
  expect(urls).toEqual([]);
  serve(listLightScenes, []);
  await userEvent.click(scenes.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Scene Break was deleted")).toBeVisible();
  expect(urls).toHaveLength(1);
});

test("viewers see the names of the scenes only", async () => {
  show([meeting], 3);
  const scenes = await section();
  expect(await scenes.findByText("Meeting")).toBeVisible();
  expect(scenes.queryByRole("button")).toBeNull();
});

test("a scene can have typed levels; a light without a level is not part of it", async () => {
  show([]);
  const scenes = await section();
  await userEvent.click(await scenes.findByRole("button", { name: "Choose levels" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New scene" }));
  const first = await dialog.findByRole("textbox", { name: "Level of DALI 1" });
  expect(first).toHaveValue("60 %");
  await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "Talk");
  await userEvent.clear(first);
  await userEvent.type(first, "35");
  await userEvent.clear(dialog.getByRole("textbox", { name: "Level of DALI 2" }));
  await userEvent.click(dialog.getByRole("checkbox", { name: "Auto: WAC 1 · Channel 1" }));
  refuse(saveLightScene, "scene-name-taken", { once: true });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("This zone has a scene with this name.");
  const { bodies } = serve(saveLightScene, { scene: { ...meeting, name: "Talk" }, leftOut: [] });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Scene Talk was saved")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(bodies).toEqual([
    {
      zone: 111,
      name: "Talk",
      members: [
        { ssid: "50d1", suffix: "", to: 35 },
        { ssid: "50ac1", suffix: "_1", to: "auto" },
        { ssid: "50ac1", suffix: "_2", to: "auto" },
      ],
    },
  ]);
});
