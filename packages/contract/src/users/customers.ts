import { z } from "zod";

import { customerEditForm, customerForm, newPasswordForm, secretForm } from "../pumps/pump-forms.ts";
import { roles } from "../roles.ts";
import { idParam, route } from "../route.ts";

/** Wrong answers to the security question in a row that lock it, and for how long, ms. Source: spec 1 §9 Account lock. */
export const WRONG_SECRETS_MAX = 5;
export const SECRET_LOCK_MS = 15 * 60_000;
/** How long the right answer allows a new password, ms. */
export const PASSWORD_TICKET_MS = 10 * 60_000;

const administrators = [roles.administrator] as const;
const message = z.object({ message: z.string() });

const sample = {
  name: "newfarmer",
  password: "Secret123",
  confirm_password: "Secret123",
  secret: "Hoskote",
  city: "Hoskote",
  customer_state: "Karnataka",
  farm_size_in_hector: 2,
  number_of_panels_in_array: 12,
};

/** Source: spec 1 §7, spec 2 §7 add user. */
export const createPumpUser = route({
  path: "/v1/auth/createPumpUser",
  summary: "Creates a pump customer with the customer's record",
  access: administrators,
  changes: ["customers", "users"],
  input: customerForm,
  sample,
  reply: message,
});

export const listPumpUsers = route({
  path: "/v1/auth/getPumpUsers",
  summary: "The pump customers of the campus, by name",
  access: administrators,
  topics: ["customers"],
  input: z.object({}),
  /** Source: spec 2 §3 User list item. Null: a customer without a record. */
  reply: z.array(
    z.object({
      id: z.int(),
      username: z.string(),
      /** Names the customer's place in `mapPump`. */
      building_id: z.int(),
      city: z.string().nullable(),
      customer_state: z.string().nullable(),
      farm_size_in_hector: z.int().nullable(),
      number_of_panels_in_array: z.int().nullable(),
    }),
  ),
});

export const editPumpUser = route({
  path: "/v1/auth/editPumpUser",
  summary: "Changes the name, the record and, if given, the security answer of a pump customer",
  access: administrators,
  changes: ["customers", "users"],
  input: customerEditForm.extend({ id: idParam }),
  sample: {
    id: 1,
    name: "newfarmer",
    city: "Hoskote",
    customer_state: "Karnataka",
    farm_size_in_hector: 2,
    number_of_panels_in_array: 12,
  },
  reply: message,
});

export const deletePumpUser = route({
  path: "/v1/auth/deletePumpUser",
  summary: "Ends a pump customer's account and mappings; the name becomes free",
  access: administrators,
  changes: ["customers", "users"],
  input: z.object({ id: idParam }),
  sample: { id: 1 },
  reply: message,
});

export const verifySecret = route({
  path: "/v1/auth/verifySecret",
  summary:
    "Checks a customer's answer to the security question. The right one allows one new password within 10 minutes; 5 wrong ones lock it for 15 minutes",
  access: administrators,
  changes: [],
  input: secretForm,
  sample: { username: "newfarmer", key: "Hoskote" },
  /** `reset` goes with the new password. */
  reply: z.object({ user_id: z.int(), reset: z.string() }),
});

export const addNewPassword = route({
  path: "/v1/auth/addNewPassword",
  summary: "Sets a customer's new password after the right answer, once, and ends the customer's session",
  access: administrators,
  changes: ["users"],
  input: newPasswordForm.extend({ id: idParam, reset: z.string().min(1).max(200) }),
  sample: { id: 1, new_password: "Secret456", reset: "from-verifySecret" },
  reply: message,
});
