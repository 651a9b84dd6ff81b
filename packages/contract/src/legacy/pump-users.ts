import { route } from "../route.ts";
import { createPumpUser } from "../users/customers.ts";

/** Source: spec 1 §7. The browser uses `createPumpUser`. */
export const createVyodaUser = route({
  ...createPumpUser,
  path: "/v1/auth/createvyodauser",
  summary: "The same by its old name",
  sample: { ...createPumpUser.sample, name: "otherfarmer" },
});
