import { z } from "zod";

import { roles } from "../roles.ts";
import { instant, route } from "../route.ts";

/**
 * Why a message could not be used. `not-json`: it is not JSON, such as one with a bare NaN. `wrong-shape`: it is JSON of another shape, such
 * as a text for a number. `wrong-time`: readings older than the server keeps them, or in the future. `rejected`: an event of a foreign
 * device or of the future, or a message that the database cannot store. `foreign-topic`: the client may not publish there. `name-in-use`: a
 * client connected under the name of a connected client, repeatedly. `removed-device`: values of a device that an administrator removed.
 */
export const messageProblem = z.enum([
  "not-json",
  "wrong-shape",
  "wrong-time",
  "rejected",
  "foreign-topic",
  "name-in-use",
  "removed-device",
]);
export type MessageProblem = z.output<typeof messageProblem>;

export const MESSAGE_PROBLEMS_MAX = 200;

export const listMessageProblems = route({
  path: "/v1/gateways/messageproblems",
  summary: "Messages of gateways and connected devices that the server could not use in the last 7 days",
  access: [roles.administrator],
  topics: ["device-states"],
  minorTopics: ["readings"],
  input: z.object({}),
  /** One row for each sender and reason, the newest first. */
  reply: z.array(
    z.object({
      /** Of the gateway or connected device. */
      ssid: z.string(),
      name: z.string(),
      reason: messageProblem,
      count: z.int(),
      since: instant,
      lastAt: instant,
      /** The last message, shortened. */
      lastMessage: z.string(),
    }),
  ),
});
