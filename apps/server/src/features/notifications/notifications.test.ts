import { expect, test } from "vitest";

import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const path = "/v1/notifications/settings";

test("defaults to toasts for critical alarms and no e-mail, and stores other settings", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  const email = "viewer@test.example";
  expect((await user.get(path)).json()).toEqual({
    by_mail: "none",
    in_browser: "critical",
    floor_ids: null,
    digest_minutes: 15,
    language: "en",
    email,
  });
  const floors = (await user.get(`/v1/gl_zone/${user.session.building.id}`)).json<{ id: number }[]>();
  const chosen = {
    by_mail: "all",
    in_browser: "none",
    floor_ids: [floors[0]?.id],
    digest_minutes: 30,
    language: "kn",
  };
  expect((await user.post(path, chosen)).json()).toEqual({ ...chosen, email });
  expect((await user.get(path)).json()).toEqual({ ...chosen, email });
  expect((await (await app.as("operator")).get(path)).json()).toMatchObject({ by_mail: "none" });
});

test("explains the rejection of invalid settings, and answers 404 for other campuses' floors", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const user = await app.as("operator");
  const wrong = { by_mail: "some", in_browser: "all", floor_ids: [], digest_minutes: 0, language: "fr" };
  const refused = await user.post(path, wrong);
  expect([refused.statusCode, refused.json<{ fields: object }>().fields]).toEqual([
    400,
    {
      by_mail: expect.any(String),
      floor_ids: "Choose at least one floor",
      digest_minutes: "At least 1 minute",
      language: expect.any(String),
    },
  ]);
  const stranger = await app.as("other-operator");
  const floors = (await stranger.get(`/v1/gl_zone/${stranger.session.building.id}`)).json<{ id: number }[]>();
  const foreign = {
    ...wrong,
    by_mail: "all",
    floor_ids: [floors[0]?.id],
    digest_minutes: 1_440,
    language: "hi",
  };
  expect((await user.post(path, foreign)).statusCode).toBe(404);
  expect((await user.get(path)).json()).toMatchObject({ by_mail: "none" });
  expect((await (await app.as("member")).get(path)).statusCode).toBe(403);
});
