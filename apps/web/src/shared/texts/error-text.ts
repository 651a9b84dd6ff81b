import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import { CallFailed } from "../call.ts";

/** The text of any failure for the user. */
export function errorText(error: unknown): string {
  if (error instanceof CallFailed) return error.text ? i18n._(error.text) : error.problem.title;
  return i18n._(msg`The server cannot be reached. Check the network and try again.`);
}
