import * as contract from "@verandah/contract/coworking.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { FastifyInstance } from "fastify";

import { codeOf } from "#core/errors.ts";
import { mount } from "#core/mount.ts";

import { uploadCoworkingUsers } from "./coworking-upload.service.ts";
import { getClientDetails, listCoworkingUsers } from "./coworking.service.ts";

export function coworkingRoutes(app: FastifyInstance): void {
  mount(app, contract.getClientDetails, getClientDetails);
  mount(app, contract.listCoworkingUsers, listCoworkingUsers);
  // Only this call accepts a file as its body. It reads the file while it arrives.
  void app.register(async (scope) => {
    scope.addContentTypeParser("text/csv", (_request, _payload, done) => done(null, {}));
    scope.setErrorHandler((error) => {
      throw codeOf(error) === "FST_ERR_CTP_BODY_TOO_LARGE" ? new AppError("people-file-too-large") : error;
    });
    mount(scope, contract.uploadCoworkingUsers, uploadCoworkingUsers, {
      bodyMaxBytes: contract.PEOPLE_FILE_MAX_BYTES,
    });
  });
}
