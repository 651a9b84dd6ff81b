declare module "*.po" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
declare module "*.po?farmer" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
declare module "@fontsource-variable/inter/wght.css";
