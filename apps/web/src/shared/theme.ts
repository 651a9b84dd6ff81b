import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

const brand: MantineColorsTuple = [
  "#e3fafc",
  "#c5f0f5",
  "#99e0ea",
  "#66cfdd",
  "#3bbccd",
  "#15a2b5",
  "#0c8599",
  "#0b7285",
  "#095c6b",
  "#063d48",
];

/** The kit's greys with a little blue, so that cards and fields match the dark page. */
const dark: MantineColorsTuple = [
  "#d3dade",
  "#b9c2c9",
  "#929ca4",
  "#66717a",
  "#3d474f",
  "#2b3238",
  "#1d2328",
  "#15191d",
  "#101417",
  "#0b0e10",
];

/** The head of a dialog is no landmark of the page. */
const plainHeader = { attributes: { header: { role: "presentation" } } };

/** Room for the focus ring of the first element, which the dialog's head would cover. */
const ringRoom = { body: { paddingTop: 6 } };

export const theme = createTheme({
  primaryColor: "brand",
  primaryShade: { light: 7, dark: 8 },
  colors: { brand, dark },
  defaultRadius: "md",
  autoContrast: true,
  luminanceThreshold: 0.35,
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: '"Inter Variable","Devanagari","Kannada",system-ui,sans-serif',
  headings: { fontWeight: "650" },
  components: {
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    Badge: { defaultProps: { tt: "none", fw: 600 } },
    Card: { defaultProps: { withBorder: true } },
    Drawer: { defaultProps: plainHeader },
    Modal: { defaultProps: plainHeader, styles: ringRoom },
    Notification: { styles: { description: { color: "var(--mantine-color-text)" } } },
    Skeleton: { defaultProps: { "aria-busy": true } },
    // The line below the chosen tab reaches 3:1 in dark colours too.
    Tabs: { vars: () => ({ root: { "--tabs-color": "var(--current-ink)" } }) },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } },
  },
});

/** Ink of light badges and alerts that reaches 4.5:1 on their tint. */
const lightInk = {
  red: "#8f1d1d",
  orange: "#8a3b00",
  yellow: "#6b4e00",
  green: "#1b5e2b",
  teal: "#05604a",
  blue: "#0b4f91",
  brand: "#06505c",
  gray: "#343a40",
};

/** Replaces those colours of the kit that miss WCAG 2.2 AA contrast, and adds the state colours of ours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    "--sidebar-width": "260px",
    "--top-bar-height": "56px",
    /* Source: specification 2 §4 (red, amber #f2aa1a, green); each is AA with the ink beside it. */
    "--state-critical": "#c92a2a",
    "--state-critical-ink": "#ffffff",
    "--state-low": "#f2aa1a",
    "--state-low-ink": "#211600",
    "--state-fine": "#237a3b",
    "--state-fine-ink": "#ffffff",
    "--state-unknown": "#5c666f",
  },
  light: {
    "--mantine-color-body": "#fff",
    "--app-bg": "#f4f6f8",
    "--app-line": "#dde2e7",
    "--mantine-color-dimmed": "#5c636a",
    "--mantine-color-error": "#c92a2a",
    "--mantine-color-red-filled": "#c92a2a",
    "--mantine-color-red-filled-hover": "#b02525",
    "--mantine-color-placeholder": "#6c757d",
    "--fine-tint": "#dcefe2",
    "--fine-tint-ink": "#14421f",
    "--fine-line": "#8cc49e",
    "--neutral-tint": "#e3e7ea",
    "--neutral-line": "#b6bec4",
    "--current-tint": "#e3f4f7",
    "--current-ink": "#06505c",
    "--bar-quiet": "#868e96",
    "--soil": "#ece7df",
    "--soil-line": "#a89a84",
    "--text-critical": "#b02525",
    "--text-low": "#7a5200",
    "--text-fine": "#1f6b34",
    "--text-stale": "#5c636a",
    /* Read on a phone in the sun: 7:1. Source: WCAG 2.2 AAA. */
    "--sun-critical": "#9a1c1c",
    "--sun-low": "#6b4700",
    "--sun-fine": "#1a5c2c",
    "--sun-stale": "#495057",
    ...Object.fromEntries(
      Object.entries(lightInk).map(([name, ink]) => [`--mantine-color-${name}-light-color`, ink]),
    ),
  },
  dark: {
    "--mantine-color-body": "#15191d",
    "--app-bg": "#0f1215",
    "--app-line": "#2b3238",
    "--mantine-color-dimmed": "#a6adb4",
    "--mantine-color-error": "#ff8787",
    "--mantine-color-default-border": "#2b3238",
    "--mantine-color-default": "#1b2025",
    "--mantine-color-placeholder": "#8a929a",
    "--mantine-color-brand-light": "#0d3a44",
    "--mantine-color-brand-light-hover": "#124a57",
    "--fine-tint": "#16351f",
    "--fine-tint-ink": "#d3f0dc",
    "--fine-line": "#2c6b40",
    "--neutral-tint": "#262c31",
    "--neutral-line": "#454d54",
    "--current-tint": "#0d3a44",
    "--current-ink": "#a5e5ee",
    "--bar-quiet": "#7d868e",
    "--soil": "#1d1a16",
    "--soil-line": "#5b5143",
    "--text-critical": "#ff9d9d",
    "--text-low": "#ffc457",
    "--text-fine": "#7ddc96",
    "--text-stale": "#a6adb4",
    "--sun-critical": "#ff9d9d",
    "--sun-low": "#ffc457",
    "--sun-fine": "#7ddc96",
    "--sun-stale": "#b9c2c9",
  },
});
