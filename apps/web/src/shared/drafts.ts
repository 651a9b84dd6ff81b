import { type Dispatch, type SetStateAction, useEffect, useState } from "react";

import { DRAFT_PREFIX, stored } from "./stored-context.ts";

/**
 * State of a form that survives a reload, because the page reloads when the session is over. It is kept in the tab's session storage by
 * user, address and form, and dropped when the form closes: it was submitted, or the user left it. Source: spec 1 §4 Session expiry.
 *
 * @param form the form's own name at its address
 */
export function useDraft<T>(form: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [key] = useState(() => `${DRAFT_PREFIX}${stored("userID")}:${window.location.pathname}:${form}`);
  const [first] = useState(() => read(key, initial));
  const [value, setValue] = useState(first);

  useEffect(() => {
    if (value === initial) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
    // Later values of `initial` are not changes by the user.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, value]);
  useEffect(() => () => sessionStorage.removeItem(key), [key]);
  return [value, setValue];
}

/** The kept value; fields that an older version of the form did not have come from `initial`. */
function read<T>(key: string, initial: T): T {
  const text = sessionStorage.getItem(key);
  if (text === null) return initial;
  const kept: T = JSON.parse(text);
  const isObject = typeof kept === "object" && kept !== null && !Array.isArray(kept);
  return isObject ? { ...initial, ...kept } : kept;
}
