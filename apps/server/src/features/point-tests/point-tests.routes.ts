import * as contract from "@verandah/contract/point-tests.ts";
import type { FastifyInstance } from "fastify";

import { mount, sendFile } from "#core/mount.ts";

import { createReportPrinter, exportPointTest } from "./point-test-report.service.ts";
import { releasePoint, stepPoint } from "./point-test-steps.service.ts";
import {
  finishPointTest,
  getPointPhoto,
  getPointTest,
  listPointTests,
  recordPoint,
  startPointTest,
} from "./point-tests.service.ts";

/** A photo may not act as a page of the application. */
const PHOTO_POLICY = "default-src 'none'; sandbox";

export function pointTestRoutes(app: FastifyInstance): void {
  mount(app, contract.listPointTests, listPointTests);
  mount(app, contract.getPointTest, getPointTest);
  mount(
    app,
    contract.getPointPhoto,
    async (ctx, input, { reply }) => {
      const photo = await getPointPhoto(ctx, input);
      reply.header("content-security-policy", PHOTO_POLICY).type("image/jpeg").send(photo);
    },
    { isStream: true },
  );
  const print = createReportPrinter();
  mount(
    app,
    contract.exportPointTest,
    async (ctx, input, exchange) => sendFile(exchange, await exportPointTest(ctx, input, print)),
    { isStream: true },
  );
  mount(app, contract.startPointTest, startPointTest);
  mount(app, contract.recordPoint, recordPoint);
  mount(app, contract.stepPoint, stepPoint);
  mount(app, contract.releasePoint, releasePoint);
  mount(app, contract.finishPointTest, finishPointTest);
}
