import { msg } from "@verandah/texts/msg.ts";

import type { InputRule } from "./input-rules.ts";
import { type ProblemEntry, sessionProblems } from "./session-problems.ts";

/**
 * Every failure a user can meet: HTTP status and the exact text shown.
 * Source: spec 1 §8 and spec 2 §8 where a text is theirs; the odd spelling of 'doesn't exists !' is kept.
 */
export const problems = {
  ...sessionProblems,
  // A page opens the other campus in place of this text.
  "session-switched": { status: 440, text: msg`You have opened another campus.` },
  "input-invalid": { status: 400, text: msg`Please correct the marked fields.` },
  "body-malformed": { status: 400, text: msg`The request body is not valid JSON.` },
  "username-unknown": { status: 422, text: msg`Username doesn't exists !` },
  "credentials-invalid": { status: 422, title: "Invalid credentials", text: msg`Invalid Credentials` },
  "not-allowed": { status: 403, text: msg`You are not allowed to do this.` },
  "origin-refused": { status: 403, text: msg`Requests from this origin are refused.` },
  "user-disabled": { status: 403, text: msg`Invalid User,Please check Username` },
  "not-found": { status: 404, text: msg`Not found.` },
  // The texts of the set-up page are its own, because every page loads these.
  "set-up-needed": { status: 409, text: msg`Set up Verandah first. The log of the server has the address.` },
  "set-up-done": {
    status: 409,
    title: "Verandah is already set up. Log in with your account.",
    text: msg`Not found.`,
  },
  "set-up-code-wrong": {
    status: 422,
    title: "This code is wrong. Enter the newest code of the server's log.",
    text: msg`Invalid value`,
  },
  "set-up-code-expired": {
    status: 422,
    title: "This code has expired. Restart the server for a new one.",
    text: msg`Invalid value`,
  },
  "demo-unavailable": { status: 409, text: msg`The demo cannot be added to this installation.` },
  "demo-present": { status: 409, text: msg`The demo is already here.` },
  "demo-conflict": {
    status: 409,
    text: msg`The demo cannot be added: a campus here has its name, its key or one of its devices.`,
  },
  "already-logged-in": { status: 409, text: msg`User Already Logged In` },
  "schedule-name-taken": {
    status: 409,
    text: msg`Schedule with this name already exists!!`,
    message: "ER_DUP_ENTRY: Schedule with this name already exists!!",
  },
  "schedule-day-taken": { status: 409, text: msg`This day already is a holiday or an exception.` },
  "calendar-name-taken": { status: 409, text: msg`Another calendar has this name. Choose another name.` },
  "group-name-taken": { status: 409, text: msg`Another group has this name. Choose another name.` },
  "unit-in-group": { status: 409, text: msg`A unit is already in another group.` },
  "scene-name-taken": { status: 409, text: msg`This zone has a scene with this name. Choose another name.` },
  "scene-limit": { status: 409, text: msg`This zone has 20 scenes. Delete one first.` },
  "scene-lights-unknown": {
    status: 422,
    text: msg`No light of this zone confirms its state. Save the scene when the lights are online.`,
  },
  "self-test-none": { status: 422, text: msg`Nothing here has a test that can be started.` },
  "self-test-taken": {
    status: 409,
    text: msg`Another test is planned for this time. Choose another time.`,
  },
  "self-test-started": { status: 409, text: msg`This test has started. Its results stay as a record.` },
  "account-unknown": {
    status: 422,
    text: msg`No account can be added with this name or e-mail address. Check the spelling, or create a new user.`,
  },
  "account-here": { status: 409, text: msg`This account has a role in this campus already.` },
  "account-of-other-campus": {
    status: 409,
    text: msg`Another campus manages this account. Here you can change only its role and building.`,
  },
  "only-campus": { status: 409, text: msg`This is the only campus of the account. Disable the account.` },
  "customer-campuses": { status: 409, text: msg`A pump customer belongs to one campus only.` },
  "point-test-finished": { status: 409, text: msg`This test is finished and cannot be changed.` },
  "point-test-busy": { status: 409, text: msg`Another person is testing this device now.` },
  "point-test-held": {
    status: 409,
    text: msg`A value of a person is in force at this point. Release it first, or skip the point.`,
  },
  "point-test-open": {
    status: 409,
    text: msg`The test value is in force. Release it first, then store the result.`,
  },
  "photo-refused": { status: 422, text: msg`Send a JPEG photo of at most 400 kB.` },
  "photo-limit": { status: 409, text: msg`This test has 100 photos. Remove one first.` },
  "customer-exists": { status: 409, text: msg`User already exits` },
  "device-id-taken": { status: 409, text: msg`Another device has this address.` },
  "gateway-has-devices": {
    status: 409,
    text: msg`Devices are behind this gateway. Move or remove them first.`,
  },
  "gateway-of-files": {
    status: 409,
    text: msg`This gateway runs from its own files. Import its settings file first.`,
  },
  "topic-id-taken": { status: 409, text: msg`Another device has this topic id.` },
  "device-name-taken": { status: 409, text: msg`devicename already exists` },
  "pump-taken": { status: 409, text: msg`This pump has a customer already. Choose another one.` },
  "pump-mapped": { status: 409, text: msg`User and Device are already mapped` },
  "rollout-empty": { status: 422, text: msg`None of these pumps would change now.` },
  "rollout-running": {
    status: 409,
    text: msg`Pumps are being switched in waves already. Stop that first, or wait until it is done.`,
  },
  "rollout-over": { status: 409, text: msg`This has ended already.` },
  "secret-wrong": { status: 422, text: msg`Secret key is not correct` },
  "password-same": { status: 422, text: msg`Password already exits` },
  "password-ticket-invalid": {
    status: 422,
    text: msg`The answer is too old or was already used. Answer the question again.`,
  },
  "space-taken": { status: 409, text: msg`This seat or room is already booked at this time.` },
  "seat-already": { status: 409, text: msg`A person can have only one seat at a time.` },
  "space-free": { status: 409, text: msg`This place is free at that time. Book it.` },
  "waiting-already": { status: 409, text: msg`You have booked this place or wait for it already.` },
  "booking-outside": { status: 409, text: msg`This booking was made in another calendar. Change it there.` },
  "booking-over": { status: 409, text: msg`This booking has begun or is over.` },
  "change-notice": { status: 422, text: msg`A booking can be moved until 1 hour before its start.` },
  "booking-notice": { status: 422, text: msg`Cancellation should be done 1 hour ahead.` },
  "check-in-early": { status: 422, text: msg`Check-in begins 15 minutes before the start.` },
  "space-not-booked": { status: 422, text: msg`You have not booked this seat or room for today.` },
  "comfort-report-open": { status: 409, text: msg`Your report about this zone is still open.` },
  "comfort-report-closed": { status: 409, text: msg`Another operator has already closed this report.` },
  "plan-changed": { status: 409, text: msg`Someone else has changed this plan.` },
  "place-name-taken": { status: 409, text: msg`Another item of this place has this name.` },
  "place-cannot-move": {
    status: 409,
    text: msg`This place cannot move now. The fields name what prevents it.`,
  },
  "item-in-use": {
    status: 409,
    text: msg`This cannot be changed now. The fields name what prevents it.`,
  },
  "removed-above": { status: 409, text: msg`Its place is removed too. Bring that back first.` },
  "place-changed": { status: 409, text: msg`Someone else has changed this place or device.` },
  "site-changed": {
    status: 409,
    text: msg`The places or devices have changed since you compared the file. Compare it again.`,
  },
  "default-schedule-changed": {
    status: 409,
    text: msg`Someone else has changed the default schedule.`,
  },
  "unit-group-changed": { status: 409, text: msg`Someone else has changed this group of units.` },
  "holiday-calendar-changed": {
    status: 409,
    text: msg`Someone else has changed this holiday calendar.`,
  },
  "override-changed": { status: 409, text: msg`Someone else has changed this override.` },
  "critical-alarm-shelved": { status: 409, text: msg`A critical alarm cannot be ignored.` },
  "undo-over": { status: 409, text: msg`It is too late to undo this.` },
  "alarm-returned": { status: 409, text: msg`This alarm has already returned to normal.` },
  "idempotency-clash": { status: 409, text: msg`This key was already used for another command.` },
  "last-administrator": {
    status: 409,
    text: msg`This is the campus's last administrator. Make another user an administrator first.`,
  },
  "own-rights": {
    status: 409,
    text: msg`You cannot disable your own account or change your own role. Ask another administrator.`,
  },
  "body-too-large": { status: 413, text: msg`The request body is larger than 1 MB.` },
  "drawing-too-large": { status: 413, text: msg`The drawing is too large: at most 2 MB.` },
  "people-file-too-large": { status: 413, text: msg`The file is too large: at most 5 MB.` },
  "media-type-unsupported": { status: 415, text: msg`Send application/json.` },
  "drawing-unreadable": {
    status: 422,
    text: msg`This file cannot be read as an SVG or PNG. Save it as plain SVG or as PNG.`,
  },
  "drawing-too-detailed": {
    status: 422,
    text: msg`The drawing is too detailed: at most 40 megapixels or 100,000 shapes.`,
  },
  "setpoint-out-of-range": { status: 422, text: msg`The value is outside the point's range.` },
  "on-off-value-unknown": { status: 422, text: msg`Allowed values are 10 (on) and 0 (off).` },
  "space-deactivated": { status: 422, text: msg`This place is deactivated. Choose another place.` },
  "device-deactivated": { status: 422, text: msg`This device is deactivated. Activate it first.` },
  "write-repeated": { status: 422, text: msg`This point is listed twice in one request.` },
  "point-not-writable": { status: 422, text: msg`This point cannot be written.` },
  "reset-link-invalid": { status: 422, text: msg`This link has expired or was already used.` },
  "schedule-in-past": { status: 422, text: msg`You can create schedule for future time only.` },
  "schedule-of-booking": {
    status: 409,
    text: msg`This schedule prepares a booked room. Change the booking.`,
  },
  "schedule-too-late": { status: 422, text: msg`Schedule is about to start / running / already over` },
  "schedule-day-over": { status: 422, text: msg`Choose today or a later day.` },
  "account-locked": { status: 423, text: msg`Account Locked for 15 mins` },
  "too-many-requests": { status: 429, text: msg`Too many attempts. Please wait a minute.` },
  internal: { status: 500, text: msg`Something went wrong.` },
  "device-unreachable": { status: 502, text: msg`please connect to network` },
  "query-too-slow": {
    status: 503,
    text: msg`This took too long. Choose a shorter period or fewer points.`,
  },
  unavailable: { status: 503, text: msg`The service is not available right now. Please try again.` },
} as const satisfies Record<string, ProblemEntry>;

export type ProblemCode = keyof typeof problems;
export type FieldErrors = Record<string, string>;
/** The rules behind errors of fields that have no text of their own. */
export type FieldRules = Record<string, InputRule>;

/**
 * Response body of every failed call (RFC 9457 `application/problem+json`). `message` repeats `title`, or contains the old text that some
 * clients search for.
 */
export interface Problem {
  readonly type: `/problems/${ProblemCode}`;
  readonly title: string;
  readonly message: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly fields?: FieldErrors;
  readonly rules?: FieldRules;
  readonly requestId: string;
}

/** A failure with a code from the catalogue; services intentionally throw nothing else. */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly fields: FieldErrors | undefined;
  readonly rules: FieldRules | undefined;

  constructor(code: ProblemCode, options: ErrorOptions & { fields?: FieldErrors; rules?: FieldRules } = {}) {
    super(problems[code].text.message, options);
    this.name = "AppError";
    this.code = code;
    this.fields = options.fields;
    this.rules = options.rules;
  }
}
