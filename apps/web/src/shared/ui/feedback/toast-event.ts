/** Told to the window with each toast: the part of the page that shows toasts may not be loaded yet. */
export const TOAST_EVENT = "verandah:toast";
