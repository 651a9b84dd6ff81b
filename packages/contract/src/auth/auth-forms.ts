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

const passwordRule =
  "Password must contain at least 8 characters including one uppercase letter, one lowercase letter, and one digit.";
/** Source: spec 2 §5: 8 to 15 characters with an upper-case letter, a lower-case letter and a digit. */
export const newPassword = z
  .string({ error: passwordRule })
  .min(8, passwordRule)
  .max(15, passwordRule)
  .regex(/[A-Z]/, passwordRule)
  .regex(/[a-z]/, passwordRule)
  .regex(/\d/, passwordRule);

export const loginForm = z.object({ username: loginName, password: loginPassword });

const confirmed = (shape: { new_password: string; confirm_password: string }) =>
  shape.new_password === shape.confirm_password;
const mismatch = { path: ["confirm_password"], error: "Password and Confirm Password doesn't match" };

export const resetPasswordForm = z
  .object({
    password: loginPassword,
    new_password: newPassword,
    confirm_password: z.string({ error: required }),
  })
  .refine(confirmed, mismatch);

export const forgotPasswordForm = z.object({ username: loginName });

export const completeResetForm = z
  .object({
    token: z.string().min(1, required).max(200),
    new_password: newPassword,
    confirm_password: z.string({ error: required }),
  })
  .refine(confirmed, mismatch);
