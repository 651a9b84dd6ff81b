import { PEOPLE_FILE_MAX_BYTES } from "@verandah/contract/coworking.ts";
import { expect, test } from "vitest";

import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const HEADING = "user_id,user_name,user_email,user_contact_no,client";
const asha = "K-1,Asha Rao,asha@kaveri.example,+91 5550000100,Kaveri";
const ben = "K-2,Ben Dsouza,,,Kaveri";
const fileOf = (...lines: string[]) => [HEADING, ...lines, ""].join("\r\n");

async function startUpload() {
  const app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const admin = await app.as("administrator");
  const headers = { authorization: `Bearer ${admin.session.token}`, "content-type": "text/csv" };
  const send = (payload: string | Buffer, mode = "all") =>
    app.app.inject({
      method: "POST",
      url: `/v1/coworking/upload_cws_users_data?mode=${mode}`,
      headers,
      payload,
    });
  const upload = async (payload: string | Buffer, mode?: string) => (await send(payload, mode)).json();
  const list = async (query = "sort=user_id") => (await admin.get(`/v1/coworking/cws_users?${query}`)).json();
  const ids = async () => (await list()).rows.map((row: { user_id: string }) => row.user_id);
  return Object.assign(app, { admin, headers, send, upload, list, ids });
}

test("imports a file, and replaces the people whose ids it repeats", async () => {
  await using app = await startUpload();
  expect(await app.upload(fileOf(asha, ben))).toEqual({
    isImported: true,
    added: 2,
    replaced: 0,
    wrong: [],
  });
  const moved = "K-1,Asha Rao,asha@banyan.example,,Banyan";
  expect(await app.upload(fileOf(moved, "B-9,Cara Joshi,,,BANYAN"))).toMatchObject({ added: 1, replaced: 1 });
  const { rows } = await app.list();
  const client = { id: expect.any(Number), name: "Banyan" };
  expect(rows).toMatchObject([
    { user_id: "B-9", client },
    { user_id: "K-1", user_email: "asha@banyan.example", user_contact_no: "", client },
    { user_id: "K-2", user_name: "Ben Dsouza", user_email: "" },
  ]);
  expect(rows[0].client).toEqual(rows[1].client);
  const audit = await app.query(
    "select after from audit where action = 'upload-coworking-users' order by id",
  );
  expect(audit.rows).toEqual([
    { after: { added: 2, replaced: 0, wrong: 0 } },
    { after: { added: 1, replaced: 1, wrong: 0 } },
  ]);
});

test.each([
  ["ΟΔΟΣ", "οδος"],
  ["İstanbul", "i̇stanbul"],
])("imports the people of companies %s and %s", async (...clients) => {
  await using app = await startUpload();
  const rows = clients.map((client, at) => `K-${at},Asha Rao,,,${client}`);
  expect(await app.upload(fileOf(...rows))).toMatchObject({ isImported: true, added: 2 });
  expect(await app.ids()).toEqual(["K-0", "K-1"]);
});

test("of the spellings of one company the first counts", async () => {
  await using app = await startUpload();
  await app.upload(fileOf("K-1,Asha Rao,,,kaveri", "K-2,Ben Dsouza,,,KAVERI"));
  const client = { name: "kaveri" };
  expect((await app.list()).rows).toMatchObject([{ client }, { client }]);
});

test("accepts the text in JSON, any order of the columns, and semicolons", async () => {
  await using app = await startUpload();
  const file = "client;User_Name;user_id;user_contact_no;user_email\nKaveri;Asha Rao;K-1;;";
  const answer = await app.admin.post("/v1/coworking/upload_cws_users_data", { file });
  expect(answer.json()).toMatchObject({ isImported: true, added: 1 });
  expect((await app.list()).rows[0]).toMatchObject({ user_id: "K-1", user_name: "Asha Rao" });
});

test("check imports nothing, all imports nothing with a wrong row, correct leaves the wrong rows out", async () => {
  await using app = await startUpload();
  const file = fileOf(asha, "K-3,,not an address,call me,Kaveri", "", ben);
  const wrong = [
    {
      row: 3,
      user_id: "K-3",
      problems: [
        { column: "user_name", problem: "empty" },
        { column: "user_email", problem: "email" },
        { column: "user_contact_no", problem: "contact" },
      ],
    },
  ];
  for (const mode of ["check", "all"])
    expect(await app.upload(file, mode)).toEqual({ isImported: false, added: 2, replaced: 0, wrong });
  expect(await app.ids()).toEqual([]);
  expect(await app.upload(file, "correct")).toEqual({ isImported: true, added: 2, replaced: 0, wrong });
  expect(await app.ids()).toEqual(["K-1", "K-2"]);
  expect(await app.upload(fileOf("K-9,,,,"), "correct")).toMatchObject({ isImported: false, added: 0 });
});

test("reads quotation marks, line breaks in a cell, and characters of every script", async () => {
  await using app = await startUpload();
  const file = fileOf('K-1,"Rao, ""Asha""\r\n(Ms)",,,"Kaveri, Ltd"', "ಕ-2,ಅನನ್ಯ ರಾವ್,,,कावेरी");
  expect(await app.upload(file)).toMatchObject({ isImported: true, added: 2 });
  expect((await app.list()).rows).toMatchObject([
    { user_name: 'Rao, "Asha" (Ms)', client: { name: "Kaveri, Ltd" } },
    { user_id: "ಕ-2", user_name: "ಅನನ್ಯ ರಾವ್", client: { name: "कावेरी" } },
  ]);
});

test("refuses more than 5 MB with 413, before the body is read, and other types with 415", async () => {
  await using app = await startUpload();
  const url = "/v1/coworking/upload_cws_users_data";
  const over = await app.send(Buffer.alloc(PEOPLE_FILE_MAX_BYTES + 1, "x"));
  expect([over.statusCode, over.json().code]).toEqual([413, "people-file-too-large"]);
  const headers = { ...app.headers, "content-length": String(100 * 1_048_576) };
  // The body is shorter than announced: only a refusal by its announced length can answer.
  const announced = await app.app.inject({ method: "POST", url, headers, payload: "x" });
  expect([announced.statusCode, announced.json().code]).toEqual([413, "people-file-too-large"]);
  const form = { ...app.headers, "content-type": "multipart/form-data; boundary=x" };
  expect((await app.app.inject({ method: "POST", url, headers: form, payload: "x" })).statusCode).toBe(415);
  const elsewhere = "/v1/coworking/delete_cws_users";
  const other = await app.app.inject({ method: "POST", url: elsewhere, headers: app.headers, payload: "x" });
  expect(other.statusCode).toBe(415);
});

test("refuses 50,001 rows, and as many line breaks as a file can have", async () => {
  await using app = await startUpload();
  const lines = Array.from({ length: 50_001 }, (_, at) => `P-${at},Person ${at},,,Kaveri`);
  for (const over of [fileOf(...lines), `${HEADING}${"\n".repeat(5_000_000)}`])
    expect((await app.send(over)).json().fields).toEqual({ file: "At most 50,000 rows" });
  expect(await app.list()).toMatchObject({ total: 0 });
}, 30_000);

test("deletes chosen people of the caller's campus, and an upload restores one", async () => {
  await using app = await startUpload();
  await app.upload(fileOf(asha, ben));
  const id: number = (await app.list()).rows[0].id;
  const stranger = await app.as("other-administrator");
  const remove = (user: typeof stranger, ids: unknown) =>
    user.post("/v1/coworking/delete_cws_users", { ids });
  expect((await remove(stranger, [id])).json()).toEqual({ deleted: 0 });
  expect((await remove(app.admin, [id, id, 999])).json()).toEqual({ deleted: 1 });
  expect((await remove(app.admin, [id])).json()).toEqual({ deleted: 0 });
  expect(await app.ids()).toEqual(["K-2"]);
  const audit = await app.query("select before from audit where action = 'delete-coworking-users'");
  expect(audit.rows).toEqual([{ before: { user_ids: ["K-1"] } }]);
  for (const ids of [[], ["x"], [0], [3_000_000_000]])
    expect([ids, (await remove(app.admin, ids)).statusCode]).toEqual([ids, 400]);
  expect(await app.upload(fileOf(asha))).toMatchObject({ added: 1, replaced: 0 });
  expect(await app.ids()).toEqual(["K-1", "K-2"]);
});
