import { problems } from "@verandah/contract/problems.ts";
import { type Route, sampleOf } from "@verandah/contract/route.ts";
import { z } from "zod";

const problemSchema = {
  type: "object",
  required: ["type", "title", "message", "status", "code", "requestId"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    message: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", enum: Object.keys(problems) },
    requestId: { type: "string" },
    fields: { type: "object", additionalProperties: { type: "string" } },
    rules: {
      type: "object",
      additionalProperties: {
        type: "object",
        required: ["code"],
        properties: { code: { type: "string" }, value: { type: "string" } },
      },
    },
  },
};

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

function describe(route: Route) {
  const pathNames = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  const input = z.toJSONSchema(route.input, { io: "input", unrepresentable: "any" }) as ObjectSchema;
  const properties = input.properties ?? {};
  const required = input.required ?? [];
  const rest = Object.keys(properties).filter((name) => !pathNames.includes(name));
  const parameter = (name: string, where: "path" | "query") => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: properties[name] ?? { type: "string" },
  });
  const isPost = route.method === "POST";
  const isStream = route.path === "/v1/live";
  return {
    summary: route.summary,
    parameters: [
      ...pathNames.map((name) => parameter(name, "path")),
      ...(isPost ? [] : rest.map((name) => parameter(name, "query"))),
    ],
    ...(isPost && {
      requestBody: {
        content: {
          "application/json": {
            example: Object.fromEntries(
              Object.entries(sampleOf(route)).filter(([name]) => rest.includes(name)),
            ),
            schema: {
              type: "object",
              properties: Object.fromEntries(rest.map((name) => [name, properties[name]])),
              required: required.filter((name) => rest.includes(name)),
            },
          },
        },
      },
    }),
    security: route.access === "public" ? [] : [{ bearer: [] }, { cookie: [] }],
    "x-roles": route.access,
    responses: {
      200: {
        description: "Done",
        content: {
          [isStream ? "text/event-stream" : "application/json"]: {
            schema: z.toJSONSchema(route.reply, { io: "output", unrepresentable: "any" }),
          },
        },
      },
      default: {
        description: "A problem (RFC 9457)",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

/** The OpenAPI 3.1 document of `routes`, generated from their contracts. */
export function openApiDocument(routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Verandah", version: "1", description: "Monitors and controls a smart campus." },
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        cookie: { type: "apiKey", in: "cookie", name: "token" },
      },
    },
  };
}
