/** The event on the window for each toast: the part of the page that shows toasts may not be loaded yet. */
export const TOAST_EVENT = "verandah:toast";
