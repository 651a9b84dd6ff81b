import { expect, test } from "vitest";

import { startTestApp } from "../../testing/start-test-app.ts";

test("imports 50,000 people", async () => {
  await using app = await startTestApp();
  const admin = await app.as("administrator");
  const lines = Array.from(
    { length: 50_000 },
    (_, at) => `P-${at},Person ${at},p${at}@kaveri.example,+91 5550000100,Company ${at % 40}`,
  );
  const reply = await app.app.inject({
    method: "POST",
    url: "/v1/coworking/upload_cws_users_data?mode=all",
    headers: { authorization: `Bearer ${admin.session.token}`, "content-type": "text/csv" },
    payload: ["user_id,user_name,user_email,user_contact_no,client", ...lines].join("\r\n"),
  });
  expect(reply.json()).toMatchObject({ isImported: true, added: 50_000 });
  expect((await admin.get("/v1/coworking/cws_users")).json()).toMatchObject({ total: 50_000 });
}, 30_000);
