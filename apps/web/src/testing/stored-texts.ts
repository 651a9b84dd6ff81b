/** Everything in local storage, by its key. */
export function storedTexts(): Record<string, string | null> {
  return Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]));
}
