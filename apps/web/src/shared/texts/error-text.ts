import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ProblemCode } from "@verandah/contract/problems.ts";

import { CallFailed } from "../call.ts";

/** What a user reads for each refusal. English is the contract's text to the letter, save where a screen shows another. */
const problemTexts: Record<ProblemCode, MessageDescriptor> = {
  "input-invalid": msg`Please correct the marked fields.`,
  "body-malformed": msg`The request body is not valid JSON.`,
  "username-unknown": msg`Username doesn't exists !`,
  // Source: spec 2 §8: 'Invalid credentials' is shown as 'Invalid Credentials'.
  "credentials-invalid": msg`Invalid Credentials`,
  "session-ended": msg`Your session has ended.`,
  "not-allowed": msg`You are not allowed to do this.`,
  "origin-refused": msg`Requests from this origin are refused.`,
  "user-disabled": msg`Invalid User,Please check Username`,
  "not-found": msg`Not found.`,
  "already-logged-in": msg`User Already Logged In`,
  "schedule-name-taken": msg`Schedule with this name already exists!!`,
  "schedule-day-taken": msg`This day already is a holiday or an exception.`,
  "scene-name-taken": msg`This zone has a scene with this name. Choose another name.`,
  "scene-limit": msg`This zone has 20 scenes. Delete one first.`,
  "scene-lights-unknown": msg`No light of this zone confirms its state. Save the scene when the lights are online.`,
  "self-test-none": msg`Nothing here has a test that can be started.`,
  "self-test-taken": msg`Another test is planned for this time. Choose another time.`,
  "self-test-started": msg`This test has started. Its results stay as a record.`,
  "customer-exists": msg`User already exits`,
  "device-id-taken": msg`Another device has this address.`,
  "topic-id-taken": msg`Another device has this topic id.`,
  "device-name-taken": msg`devicename already exists`,
  "rollout-empty": msg`None of these pumps would change now.`,
  "rollout-running": msg`Pumps are being switched in waves already. Stop that first, or wait until it is done.`,
  "rollout-over": msg`This has ended already.`,
  "pump-mapped": msg`User and Device are already mapped`,
  "secret-wrong": msg`Secret key is not correct`,
  "password-same": msg`Password already exits`,
  "password-ticket-invalid": msg`The answer is too old or was already used. Answer the question again.`,
  "space-taken": msg`This seat or room is already booked at this time.`,
  "space-free": msg`This place is free at that time. Book it.`,
  "waiting-already": msg`You have booked this place or wait for it already.`,
  "booking-outside": msg`This booking was made in another calendar. Change it there.`,
  "booking-over": msg`This booking has begun or is over.`,
  "booking-notice": msg`Cancellation should be done 1 hour ahead.`,
  "check-in-early": msg`Check-in begins 15 minutes before the start.`,
  "space-not-booked": msg`You have not booked this seat or room for today.`,
  "comfort-report-open": msg`Your report about this zone is still open.`,
  "comfort-report-closed": msg`Another operator has already closed this report.`,
  "device-deactivated": msg`This device is deactivated. Activate it first.`,
  "place-changed": msg`Someone else has changed this place or device.`,
  "plan-changed": msg`Someone else has changed this plan.`,
  "default-schedule-changed": msg`Someone else has changed the default schedule.`,
  "critical-alarm-shelved": msg`A critical alarm cannot be ignored.`,
  "alarm-returned": msg`This alarm has already returned to normal.`,
  "idempotency-clash": msg`This key was already used for another order.`,
  "last-administrator": msg`This is the campus's last administrator. Make another user an administrator first.`,
  "own-rights": msg`You cannot disable your own account or change your own role. Ask another administrator.`,
  "body-too-large": msg`The request body is larger than 1 MB.`,
  "drawing-too-large": msg`The drawing is too large: at most 2 MB.`,
  "people-file-too-large": msg`The file is too large: at most 5 MB.`,
  "media-type-unsupported": msg`Send application/json.`,
  "drawing-unreadable": msg`This file cannot be read as an SVG or PNG.`,
  "drawing-too-detailed": msg`The drawing is too detailed: at most 40 megapixels or 100,000 shapes.`,
  "setpoint-out-of-range": msg`The value is outside the point's range.`,
  "on-off-value-unknown": msg`Allowed values are 10 (on) and 0 (off).`,
  "write-repeated": msg`This point is named twice in one order.`,
  "point-not-writable": msg`This point cannot be written.`,
  "reset-link-invalid": msg`This link has expired or was already used.`,
  "schedule-in-past": msg`You can create schedule for future time only.`,
  "schedule-of-booking": msg`This schedule prepares a booked room. Change the booking.`,
  "schedule-too-late": msg`Schedule is about to start / running / already over`,
  "schedule-day-over": msg`Choose today or a later day.`,
  "account-locked": msg`Account Locked for 15 mins`,
  "too-many-requests": msg`Too many attempts. Please wait a minute.`,
  "session-closed": msg`You have been logged out.`,
  "session-replaced": msg`You were logged out because you logged in elsewhere.`,
  internal: msg`Something went wrong.`,
  "device-unreachable": msg`please connect to network`,
  "query-too-slow": msg`This took too long. Choose a shorter period or fewer points.`,
  unavailable: msg`The service is not available right now. Please try again.`,
};

/** The text of a refusal in the user's language. */
export function problemText(code: ProblemCode): string {
  return i18n._(problemTexts[code]);
}

/** The text of any failure for the user. */
export function errorText(error: unknown): string {
  if (error instanceof CallFailed) {
    // A newer server may know codes that this page does not.
    const known: MessageDescriptor | undefined = problemTexts[error.problem.code];
    return known ? i18n._(known) : error.problem.title;
  }
  return i18n._(msg`The server cannot be reached. Check the network and try again.`);
}
