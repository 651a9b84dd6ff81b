import { get as getHttp, type IncomingMessage } from "node:http";
import { get as getHttps } from "node:https";

import type { HttpSettings } from "@verandah/field/protocols/http.ts";

import { connectionReason } from "../connection-reason.ts";
import { createReadOnlyDriver, DriverError, driversOf, type PointReading } from "../driver.ts";
import { valueOfRaw } from "../missing-values.ts";
import type { OpenDrivers } from "../protocols.ts";
import { deadlineOf } from "../until-aborted.ts";

/** Maximum size of an answer. The status of a device and the forecast of a weather service are a few kilobytes. */
const ANSWER_MAX_BYTES = 256 * 1_024;

export const open: OpenDrivers<"http"> = async ({ requestTimeoutMs }, devices) => {
  const counts = { malformed: 0 };
  async function request(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<unknown> {
    using deadline = deadlineOf(requestTimeoutMs, signal);
    const within = deadline.signal;
    try {
      return await getJson(url, headers, within);
    } catch (error) {
      const failure = failureOf(error, within);
      if (failure.failure === "garbled") counts.malformed++;
      throw failure;
    }
  }
  return driversOf(
    devices,
    ({ settings, profile }) => {
      const url = new URL(settings.path ?? profile.path, settings.url);
      const headers = { ...authorizationOf(settings), accept: "application/json" };
      return createReadOnlyDriver(profile.points, async (points, signal) => {
        const answer = await request(url, headers, signal);
        const takenAt = Date.now();
        return points.flatMap((point): PointReading[] => {
          const raw = numberOf(fieldOf(answer, point.field));
          const value = raw === undefined ? undefined : valueOfRaw(point, raw);
          return value === undefined ? [] : [{ pointId: point.id, value, takenAt }];
        });
      });
    },
    () => ({ ...counts }),
  );
};

function authorizationOf({ user, password, token }: HttpSettings): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (user === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}

/** Opens and closes a connection per request, because small devices accept few. A redirect is an error: it could lead to another host. */
async function getJson(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<unknown> {
  const get = url.protocol === "https:" ? getHttps : getHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false, signal }, resolve).on("error", reject);
  });
  const { statusCode = 0 } = response;
  if (statusCode !== 200) {
    response.destroy();
    const isDenied = statusCode === 401 || statusCode === 403;
    throw new DriverError("refused", {
      detail: `HTTP ${statusCode}`,
      ...(isDenied && { reason: "wrong-credentials" }),
    });
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_MAX_BYTES)
      throw new DriverError("garbled", { detail: `the answer has more than ${ANSWER_MAX_BYTES} bytes` });
  }
  try {
    return JSON.parse(new TextDecoder().decode(Buffer.concat(chunks)));
  } catch (error) {
    throw new DriverError("garbled", { cause: error, detail: "the answer is not JSON" });
  }
}

function failureOf(error: unknown, signal: AbortSignal): DriverError {
  if (error instanceof DriverError) return error;
  if (signal.aborted) return new DriverError("unreachable", { cause: error, detail: "deadline" });
  const detail = error instanceof Error ? error.message : String(error);
  const reason = connectionReason(error);
  // Every connection error has a reason. Other errors mean: not HTTP, or not TLS.
  return reason === "no-answer"
    ? new DriverError("garbled", { cause: error, detail })
    : new DriverError("unreachable", { cause: error, detail, reason });
}

function fieldOf(answer: unknown, field: string): unknown {
  return field.split(".").reduce<unknown>((value, name) => {
    const hasField = typeof value === "object" && value !== null && Object.hasOwn(value, name);
    return hasField ? Reflect.get(value, name) : undefined;
  }, answer);
}

/** A boolean becomes 0 or 1. Some devices send numbers as texts. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === "boolean") return Number(value);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
