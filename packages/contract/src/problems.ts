import type { InputRule } from "./input-rules.ts";

/**
 * Every failure a user can meet: HTTP status and the exact text shown.
 * Source: spec 1 §8 and spec 2 §8 where a text is theirs; the odd spelling of 'doesn't exists !' is kept.
 * `message` is what the body says for clients that look for a text of old.
 */
export const problems = {
  "input-invalid": { status: 400, text: "Please correct the marked fields." },
  "body-malformed": { status: 400, text: "The request body is not valid JSON." },
  "username-unknown": { status: 422, text: "Username doesn't exists !" },
  "credentials-invalid": { status: 422, text: "Invalid credentials" },
  "session-ended": { status: 401, text: "Your session has ended." },
  "not-allowed": { status: 403, text: "You are not allowed to do this." },
  "origin-refused": { status: 403, text: "Requests from this origin are refused." },
  "user-disabled": { status: 403, text: "Invalid User,Please check Username" },
  "not-found": { status: 404, text: "Not found." },
  "already-logged-in": { status: 409, text: "User Already Logged In" },
  "schedule-name-taken": {
    status: 409,
    text: "Schedule with this name already exists!!",
    message: "ER_DUP_ENTRY: Schedule with this name already exists!!",
  },
  "schedule-day-taken": { status: 409, text: "This day already is a holiday or an exception." },
  "scene-name-taken": { status: 409, text: "This zone has a scene with this name. Choose another name." },
  "scene-limit": { status: 409, text: "This zone has 20 scenes. Delete one first." },
  "scene-lights-unknown": {
    status: 422,
    text: "No light of this zone confirms its state. Save the scene when the lights are online.",
  },
  "self-test-none": { status: 422, text: "Nothing here has a test that can be started." },
  "self-test-taken": {
    status: 409,
    text: "Another test is planned for this time. Choose another time.",
  },
  "self-test-started": { status: 409, text: "This test has started. Its results stay as a record." },
  "customer-exists": { status: 409, text: "User already exits" },
  "device-id-taken": { status: 409, text: "Another device has this address." },
  "topic-id-taken": { status: 409, text: "Another device has this topic id." },
  "device-name-taken": { status: 409, text: "devicename already exists" },
  "pump-mapped": { status: 409, text: "User and Device are already mapped" },
  "rollout-empty": { status: 422, text: "None of these pumps would change now." },
  "rollout-running": {
    status: 409,
    text: "Pumps are being switched in waves already. Stop that first, or wait until it is done.",
  },
  "rollout-over": { status: 409, text: "This has ended already." },
  "secret-wrong": { status: 422, text: "Secret key is not correct" },
  "password-same": { status: 422, text: "Password already exits" },
  "password-ticket-invalid": {
    status: 422,
    text: "The answer is too old or was already used. Answer the question again.",
  },
  "space-taken": { status: 409, text: "This seat or room is already booked at this time." },
  "space-free": { status: 409, text: "This place is free at that time. Book it." },
  "waiting-already": { status: 409, text: "You have booked this place or wait for it already." },
  "booking-outside": { status: 409, text: "This booking was made in another calendar. Change it there." },
  "booking-over": { status: 409, text: "This booking has begun or is over." },
  "booking-notice": { status: 422, text: "Cancellation should be done 1 hour ahead." },
  "check-in-early": { status: 422, text: "Check-in begins 15 minutes before the start." },
  "space-not-booked": { status: 422, text: "You have not booked this seat or room for today." },
  "comfort-report-open": { status: 409, text: "Your report about this zone is still open." },
  "comfort-report-closed": { status: 409, text: "Another operator has already closed this report." },
  "plan-changed": { status: 409, text: "Someone else has changed this plan." },
  "place-changed": { status: 409, text: "Someone else has changed this place or device." },
  "default-schedule-changed": {
    status: 409,
    text: "Someone else has changed the default schedule.",
  },
  "critical-alarm-shelved": { status: 409, text: "A critical alarm cannot be ignored." },
  "alarm-returned": { status: 409, text: "This alarm has already returned to normal." },
  "idempotency-clash": { status: 409, text: "This key was already used for another order." },
  "last-administrator": {
    status: 409,
    text: "This is the campus's last administrator. Make another user an administrator first.",
  },
  "own-rights": {
    status: 409,
    text: "You cannot disable your own account or change your own role. Ask another administrator.",
  },
  "body-too-large": { status: 413, text: "The request body is larger than 1 MB." },
  "drawing-too-large": { status: 413, text: "The drawing is too large: at most 2 MB." },
  "people-file-too-large": { status: 413, text: "The file is too large: at most 5 MB." },
  "media-type-unsupported": { status: 415, text: "Send application/json." },
  "drawing-unreadable": { status: 422, text: "This file cannot be read as an SVG or PNG." },
  "drawing-too-detailed": {
    status: 422,
    text: "The drawing is too detailed: at most 40 megapixels or 100,000 shapes.",
  },
  "setpoint-out-of-range": { status: 422, text: "The value is outside the point's range." },
  "on-off-value-unknown": { status: 422, text: "Allowed values are 10 (on) and 0 (off)." },
  "device-deactivated": { status: 422, text: "This device is deactivated. Activate it first." },
  "write-repeated": { status: 422, text: "This point is named twice in one order." },
  "point-not-writable": { status: 422, text: "This point cannot be written." },
  "reset-link-invalid": { status: 422, text: "This link has expired or was already used." },
  "schedule-in-past": { status: 422, text: "You can create schedule for future time only." },
  "schedule-of-booking": { status: 409, text: "This schedule prepares a booked room. Change the booking." },
  "schedule-too-late": { status: 422, text: "Schedule is about to start / running / already over" },
  "schedule-day-over": { status: 422, text: "Choose today or a later day." },
  "account-locked": { status: 423, text: "Account Locked for 15 mins" },
  "too-many-requests": { status: 429, text: "Too many attempts. Please wait a minute." },
  "session-closed": { status: 440, text: "You have been logged out." },
  "session-replaced": { status: 440, text: "You were logged out because you logged in elsewhere." },
  internal: { status: 500, text: "Something went wrong." },
  "device-unreachable": { status: 502, text: "please connect to network" },
  "query-too-slow": {
    status: 503,
    text: "This took too long. Choose a shorter period or fewer points.",
  },
  unavailable: { status: 503, text: "The service is not available right now. Please try again." },
} as const satisfies Record<string, { status: number; text: string; message?: string }>;

export type ProblemCode = keyof typeof problems;
export type FieldErrors = Record<string, string>;
/** The rules behind errors of fields that have no text of their own. */
export type FieldRules = Record<string, InputRule>;

/** Response body of every failed call (RFC 9457 `application/problem+json`). `message` repeats `title`, or carries the text of old, for clients that look for it. */
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

/** A failure with a code from the catalogue; services throw nothing else on purpose. */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly fields: FieldErrors | undefined;
  readonly rules: FieldRules | undefined;

  constructor(code: ProblemCode, options: ErrorOptions & { fields?: FieldErrors; rules?: FieldRules } = {}) {
    super(problems[code].text, options);
    this.name = "AppError";
    this.code = code;
    this.fields = options.fields;
    this.rules = options.rules;
  }
}
