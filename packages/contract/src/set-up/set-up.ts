import { z } from "zod";

import { route } from "../route.ts";
import { setUpCodeForm, setUpForm } from "./set-up-forms.ts";

export const SET_UP_PATH = "/set-up";
/** How long a code of the set-up page is valid, ms. */
export const SET_UP_CODE_LIFETIME_MS = 24 * 60 * 60_000;

export const getSetUp = route({
  path: "/v1/set-up",
  summary: "Answers only while the installation has no user: it waits for its set-up",
  access: "public",
  topics: [],
  input: z.object({}),
  reply: z.object({}),
});

export const checkSetUpCode = route({
  path: "/v1/set-up/check",
  summary: "Checks the code of the server's log; the buildings that site files have brought",
  access: "public",
  changes: [],
  input: setUpCodeForm,
  sample: { code: "0123456789" },
  reply: z.object({ buildings: z.array(z.object({ id: z.int(), name: z.string(), campus: z.string() })) }),
});

export const setUp = route({
  path: "/v1/set-up",
  summary: "Creates the first administrator, and the first campus with its building; once",
  access: "public",
  changes: ["users", "places"],
  input: setUpForm,
  sample: {
    code: "0123456789",
    username: "newcomer",
    email: "",
    password: "Secret123",
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
  /** The keys name the campus and its building in site files. */
  reply: z.object({ campus_key: z.string(), building_key: z.string() }),
});
