declare module "*.po" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
  /** The address of a font with the letters that the first pages show; undefined in development. */
  export const font: string | undefined;
}
declare module "*.po?rest" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
declare module "@fontsource-variable/inter/wght.css";
