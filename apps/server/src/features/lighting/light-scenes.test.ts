import type { LightScene } from "@verandah/contract/lighting/light-scenes.ts";
import { expect, test } from "vitest";

import { startLights } from "../../testing/benches/lights-bench.ts";

interface Saved {
  scene: LightScene;
  leftOut: string[];
}

test("saves the confirmed state of a zone and names the lights that it leaves out", async () => {
  await using site = await startLights();
  const reply = await site.user.post("/v1/light_scenes", { zone: site.zoneId, name: "  Meeting " });
  expect(reply.json<Saved>()).toMatchObject({
    scene: {
      zoneId: site.zoneId,
      name: "Meeting",
      members: [
        { ssid: "50d001", suffix: "", to: 60 },
        { ssid: "50ac01", suffix: "_1", to: 0 },
        { ssid: "50ac01", suffix: "_2", to: "auto" },
      ],
    },
    leftOut: ["DALI 2"],
  });
  const viewer = await site.app.as("viewer");
  const listed = (await viewer.get(`/v1/light_scenes?zone=${site.zoneId}`)).json<LightScene[]>();
  expect(listed).toEqual([reply.json<Saved>().scene]);
});

test("saves the levels that are sent, of lights of the zone, each once", async () => {
  await using site = await startLights();
  const save = async (members: unknown) => {
    const reply = await site.user.post("/v1/light_scenes", { zone: site.zoneId, name: "Talk", members });
    return reply.statusCode === 200 ? reply.json<Saved>().scene.members : reply.json().fields;
  };
  const offline = { ssid: "50d002", suffix: "", to: 35 };
  const second = { ssid: "50ac01", suffix: "_2", to: "auto" };
  expect(await save([])).toEqual({ members: "field cannot be empty" });
  expect(await save([{ ...offline, to: 101 }])).toEqual({ "members.0.to": "At most 100" });
  expect(await save([{ ...offline, to: "on" }])).toEqual({
    "members.0.to": "Invalid value",
  });
  expect(await save([{ ...second, suffix: "" }])).toEqual({ members: "Choose lights of the zone" });
  expect(await save([offline, offline])).toEqual({ members: "Each light once" });
  expect(await save([second, offline])).toEqual([offline, second]);
});

test("renames and deletes a scene, and each change is in the audit", async () => {
  await using site = await startLights();
  const save = async (name: string) =>
    (await site.user.post("/v1/light_scenes", { zone: site.zoneId, name })).json<Saved>();
  const { scene } = await save("meeting");
  await save("Break");
  const rename = (name: string) => site.user.post(`/v1/light_scenes/${scene.id}/rename`, { name });
  expect((await rename("BREAK")).json()).toMatchObject({ code: "scene-name-taken" });
  // Only the case changes.
  expect((await rename("Meeting")).json()).toMatchObject({ name: "Meeting" });
  const names = async () =>
    (await site.user.get(`/v1/light_scenes?zone=${site.zoneId}`))
      .json<LightScene[]>()
      .map(({ name }) => name);
  expect(await names()).toEqual(["Break", "Meeting"]);
  expect((await site.user.post(`/v1/light_scenes/${scene.id}/delete`)).json()).toEqual({ id: scene.id });
  expect(await names()).toEqual(["Break"]);
  expect((await site.user.post(`/v1/light_scenes/${scene.id}/delete`)).statusCode).toBe(404);
  const { rows } = await site.app.query(
    "select action, before, after from audit where target like 'light-scene:%' order by id",
  );
  expect(rows).toEqual([
    { action: "save-light-scene", before: null, after: { name: "meeting", lights: 3 } },
    { action: "save-light-scene", before: null, after: { name: "Break", lights: 3 } },
    { action: "rename-light-scene", before: { name: "meeting" }, after: { name: "Meeting" } },
    { action: "delete-light-scene", before: { name: "Meeting" }, after: null },
  ]);
});

test.each(["x", "x".repeat(30), `  ${"x".repeat(30)} `])("accepts a scene of the name %j", async (name) => {
  await using site = await startLights();
  const reply = await site.user.post("/v1/light_scenes", { zone: site.zoneId, name });
  expect(reply.json<Saved>().scene.name).toBe(name.trim());
});

test.each(["", "   ", "x".repeat(31)])("refuses a scene of the name %j", async (name) => {
  await using site = await startLights();
  const reply = await site.user.post("/v1/light_scenes", { zone: site.zoneId, name });
  expect([reply.statusCode, reply.json().fields]).toEqual([400, { name: "A name of 1 to 30 characters" }]);
});

test("a name is taken in any case, and a zone has at most 20 scenes, also with concurrent calls", async () => {
  await using site = await startLights();
  const save = (name: string) => site.user.post("/v1/light_scenes", { zone: site.zoneId, name });
  await save("Meeting");
  expect((await save("MEETING")).json()).toMatchObject({ status: 409, code: "scene-name-taken" });
  for (let number = 2; number < 20; number += 1) await save(`Scene ${number}`);
  const replies = await Promise.all("ABCDEFGH".split("").map(save));
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect((await save("I")).json()).toMatchObject({
    code: "scene-limit",
    title: "This zone has 20 scenes. Delete one first.",
  });
});

test("refuses a scene without a confirmed light, of a place that is no zone, and of another campus", async () => {
  await using site = await startLights();
  const save = (zone: number) => site.user.post("/v1/light_scenes", { zone, name: "Meeting" });
  expect((await save(site.floorId)).statusCode).toBe(404);
  const stranger = await site.app.as("other-administrator");
  expect((await stranger.post("/v1/light_scenes", { zone: site.zoneId, name: "x" })).statusCode).toBe(404);
  expect((await stranger.get(`/v1/light_scenes?zone=${site.zoneId}`)).statusCode).toBe(404);
  const { scene } = (await save(site.zoneId)).json<Saved>();
  for (const call of ["rename", "delete"])
    expect((await stranger.post(`/v1/light_scenes/${scene.id}/${call}`, { name: "y" })).statusCode).toBe(404);
  // The values become old.
  site.app.advance(600_000);
  await site.gateway.refresh();
  const refused = await site.user.post("/v1/light_scenes", { zone: site.zoneId, name: "Late" });
  expect(refused.json()).toMatchObject({ status: 422, code: "scene-lights-unknown" });
});
