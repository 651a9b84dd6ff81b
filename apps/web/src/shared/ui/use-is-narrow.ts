import { useMediaQuery } from "@mantine/hooks";

/** Whether the menu is a drawer: a phone, or a tablet held upright. The width is that of `md` in the styles. */
export const useIsNarrow = () =>
  useMediaQuery("(max-width: 62em)", undefined, { getInitialValueInEffect: false });

/** Whether all targets are as large as on a phone. The width is that of `--target` in `app.css`. */
export const useIsPhone = () =>
  useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
