import { newPassword } from "./auth-forms.ts";

/** Without characters that are easily confused: 0 and O, 1, l and I. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 12;
/** Bytes from here on would make some characters more likely than others. */
const BYTE_END = 256 - (256 % ALPHABET.length);

/** A random password by the rules of the product. */
export function generatePassword(): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(8 * LENGTH)).filter((byte) => byte < BYTE_END);
    const password = Array.from(bytes.slice(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
    if (newPassword.safeParse(password).success) return password;
  }
}
