import { z } from "zod";

/**
 * An e-mail address, also with letters of any alphabet: `jörg@exämple.de`. The part before the @ is not quoted, and the domain has a name.
 * Source: RFC 6531 3.3, RFC 5321 4.5.3.1.1.
 */
export const mailAddress = z.email({
  pattern:
    /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+.-]{0,63}[\p{L}\p{M}\p{N}_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})$/iu,
});
