import { notifications } from "@mantine/notifications";
import { logout } from "@verandah/contract/auth/auth.ts";

import { call } from "#shared/call.ts";
import { expectEndedSession, forgetEndedSession } from "#shared/ended-session.ts";
import { forgetAll } from "#shared/stored-context.ts";
import { errorText } from "#shared/texts/error-text.ts";

/** Ends the session and deletes all of its data. Source: spec 2 §7 logout. */
export async function logOut(): Promise<void> {
  expectEndedSession();
  try {
    await call(logout, {});
  } catch (error) {
    forgetEndedSession();
    // Only the server can delete the cookie: without its answer the user would still be logged in.
    notifications.show({ color: "red", message: errorText(error), role: "alert", withCloseButton: false });
    return;
  }
  forgetAll();
  // A new page, so that nothing of this user stays in memory for the next.
  window.location.assign("/");
}
