import { z } from "zod";

import { LOGIN_NAME_MAX, LOGIN_PASSWORD_MAX } from "./login-rules.ts";

const required = "field cannot be empty";

export const loginName = z
  .string({ error: required })
  .trim()
  .min(1, required)
  .max(LOGIN_NAME_MAX, "Username is too long");
const loginPassword = z
  .string({ error: required })
  .min(1, required)
  .max(LOGIN_PASSWORD_MAX, "Password is too long");

/** Source: spec 2 §5: 8 to 15 characters with an upper-case letter, a lower-case letter and a digit. `oneText` is for every broken rule. */
const passwordOf = (oneText?: string) =>
  z
    .string({ error: oneText ?? required })
    .min(1, oneText ?? required)
    .min(8, oneText ?? "A password has at least 8 characters")
    .max(15, oneText ?? "A password has at most 15 characters")
    .regex(/[A-Z]/, oneText ?? "A password needs an uppercase letter")
    .regex(/[a-z]/, oneText ?? "A password needs a lowercase letter")
    .regex(/\d/, oneText ?? "A password needs a digit");

export const newPassword = passwordOf();

/** The password of a pump customer, with the text of spec 2 §5. */
export const customerPassword = passwordOf(
  "Password must contain at least 8 characters including one uppercase letter, one lowercase letter, and one digit.",
);

export const loginForm = z.object({ username: loginName, password: loginPassword });

const confirmed = (shape: { new_password: string; confirm_password: string }) =>
  shape.new_password === shape.confirm_password;
const mismatch = { path: ["confirm_password"], error: "Password and Confirm Password doesn't match" };

const resetPasswordFormOf = (new_password: z.ZodString) =>
  z
    .object({ password: loginPassword, new_password, confirm_password: z.string({ error: required }) })
    .refine(confirmed, mismatch);

export const resetPasswordForm = resetPasswordFormOf(newPassword);
/** The same rules, with the texts for a pump customer. */
export const customerResetPasswordForm = resetPasswordFormOf(customerPassword);

export const forgotPasswordForm = z.object({ username: loginName });

export const completeResetForm = z
  .object({
    token: z.string().min(1, required).max(200),
    new_password: newPassword,
    confirm_password: z.string({ error: required }),
  })
  .refine(confirmed, mismatch);
