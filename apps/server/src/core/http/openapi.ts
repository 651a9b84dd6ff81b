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

/** A unique name for a generated client: `GET /v1/alarms/:id/bookings` is `getAlarmsByIdBookings`. */
function operationIdOf({ method, path }: Route): string {
  const words = path
    .replace(/^\/v1\//, "")
    .replaceAll(":", "by-")
    .split(/[^a-zA-Z0-9]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** Several patterns of a text are parts without a type, which client generators cannot read. */
function repeatType({
  jsonSchema: { type, allOf = [] },
}: {
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  for (const part of allOf) if (type !== undefined) part.type ??= type;
}

/** JSON Schemas of a document. Their recursive parts are in `parts`, because a reference begins at the root of the document. */
function createSchemas() {
  const parts: Record<string, unknown> = {};
  function schemaOf(schema: z.ZodType, io: "input" | "output", name: string): object {
    const nameOf = (reference: string) =>
      reference.replace("#/$defs/__schema", `${name}Part`).replace("#", name);
    let isRecursive = false;
    const {
      $schema: _,
      $defs = {},
      ...root
    } = JSON.parse(
      JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: "any", override: repeatType })),
      (key, value: unknown) => {
        if (key !== "$ref" || typeof value !== "string") return value;
        isRecursive ||= value === "#";
        return `#/components/schemas/${nameOf(value)}`;
      },
    );
    for (const [key, part] of Object.entries($defs)) parts[nameOf(`#/$defs/${key}`)] = part;
    if (!isRecursive) return root;
    parts[name] = root;
    return { $ref: `#/components/schemas/${name}` };
  }
  return { parts, schemaOf };
}

type SchemaOf = ReturnType<typeof createSchemas>["schemaOf"];

function describe(route: Route, schemaOf: SchemaOf) {
  const operationId = operationIdOf(route);
  const pathNames = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  const input: ObjectSchema = schemaOf(route.input, "input", `${operationId}Input`);
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
    operationId,
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
        ...(!isPost &&
          !isStream && { headers: { "changes-in-ms": { $ref: "#/components/headers/ChangesInMs" } } }),
        content: {
          [isStream ? "text/event-stream" : "application/json"]: {
            schema: schemaOf(route.reply, "output", `${operationId}Reply`),
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

/** The OpenAPI 3.1 document of `routes`, generated from their contracts. `origin` is where the caller reaches the server. */
export function openApiDocument(routes: readonly Route[], origin: string) {
  const { parts, schemaOf } = createSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, schemaOf) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Verandah",
      version: "1",
      description: "Monitors and controls a smart campus.",
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: { ...parts, Problem: problemSchema },
      headers: {
        ChangesInMs: {
          description:
            "The reply changes after this time without any event, ms. Without it, only events change the reply.",
          schema: { type: "integer" },
        },
      },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        cookie: { type: "apiKey", in: "cookie", name: "token" },
      },
    },
  };
}
