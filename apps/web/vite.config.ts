import path from "node:path";

import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { pageBudgets } from "./page-budgets.ts";
import {
  compiledTexts,
  contractWithoutSchemas,
  earlyFiles,
  farmerTexts,
  pageByRole,
  precompress,
  usedStyles,
} from "./vite-plugins.ts";

const api = process.env["VERANDAH_API"] ?? "http://127.0.0.1:3000";

// The workspace is also loaded from the repository's root, by its checks and tests, and Lingui looks no further.
process.env["LINGUI_CONFIG"] ??= path.join(import.meta.dirname, "lingui.config.ts");

/** Modules that are shared and too small for files of their own. */
const tooSmall = [
  /\/src\/shared\/.+\.module\.css$/,
  /\/(use-newest|use-choose-building|use-chosen-floor|use-offline-reason|air-comparison|air-values|energy-texts|india-map|use-type-name|use-origin-name|use-command-text|campus-tree|first-hours)\.ts$/,
  /\/(secret-address|search-field|delete-question|quality-mark|reading-value|plan-panel|export-buttons|preview-list|vav-flow)\.tsx$/,
  /\/(use-debounced-value|IconClock|IconPlus|IconRepeat|IconPencil|IconTrash|IconCpuOff|IconArrowBigUpLine|IconChevronLeft|IconChevronRight)\.mjs$/,
  /\/@mantine\/core\/.+\/(Anchor|Flex|List)\//,
];

export default defineConfig({
  plugins: [
    react(),
    // English texts stay in the screens that show them: a catalogue of all would be part of the first page.
    babel({
      presets: [
        linguiTransformerBabelPreset({ descriptorFields: "message" }),
        compiledTexts,
        contractWithoutSchemas,
      ],
    }),
    farmerTexts(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    pageByRole(),
    usedStyles(),
    earlyFiles(),
    pageBudgets(),
    precompress(),
  ],
  // React has it: what an older React would need for it stays out.
  resolve: {
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  build: {
    // The content security policy takes fonts and pictures from our own origin only, not from data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The licences of the packages in the pages require that their texts go with them.
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      input: { index: "index.html", farmer: "farmer.html" },
      output: {
        // The names of shared files would list their screens, and the first page has the names of all files.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, "")}-[hash].js`,
        assetFileNames: ({ names: [name = ""] }) =>
          name.endsWith(".css")
            ? `assets/${name.replace(/(~.*)?\.css$/, "")}-[hash].css`
            : "assets/[name]-[hash][extname]",
        codeSplitting: {
          groups: [
            // Only forms that validate input need the schema library.
            {
              name: "forms",
              test: /contract\/src\/(.+-forms|language|shown-text)\.ts$|equipment\/src\/shown-text\.ts$|node_modules\/zod\//,
              priority: 5,
              includeDependenciesRecursively: false,
            },
            // A request costs as much as a small file: what a page needs together comes as one file, with all that it imports.
            {
              name: "farmer-page",
              test: /\/farmer-app\.tsx$|\/query-client\.ts$|\/offline-page\.ts$|node_modules\/react-dom\//,
              priority: 4,
            },
            // What the login and the app share; the app does not load the login.
            {
              name: "entry",
              test: /\/(use-change|use-fetch-alerts|session-problems)\.ts$|\/ui\/layout\.tsx$|\/VisuallyHidden\/|\/(use-uncontrolled|IconCheck)\.mjs$/,
              priority: 3.5,
            },
            { name: "login", test: /\/farmer\/login\.tsx$/, priority: 3 },
            { name: "app", test: /\/app\/(app|router)\.tsx$/, priority: 2 },
            { name: "overview", test: /\/(shell\/shell|building-dashboard-screen)\.tsx$/, priority: 1 },
            // Both pages load it first, so it must not share a file with parts of screens.
            { name: "styles", test: /@mantine\/core\/styles\.layer\.css$/, priority: 6 },
            // Each of these comes as one file, with all that it imports and no file above has. The bundler alone would merge parts
            // that have nothing to do with each other, and the home page would load the screens of the equipment.
            { name: "dialog", test: /\/dialogs\/dialog\.tsx$/, priority: 0.98 },
            {
              name: "select",
              test: /\/components\/Select\/Select\.mjs$|\/floor-select\.tsx$/,
              priority: 0.97,
            },
            { name: "home-news", test: /\/app\/home-news\.tsx$/, priority: 0.95 },
            {
              name: "grid",
              test: /\/(alarm-selection|alarm-grid|data-grid|data-table|floating-error)\.tsx$|\/@mantine\/core\/.+\/(Collapse|Switch)\//,
              priority: 0.9,
            },
            // A screen would load ten small style sheets.
            { name: "parts", test: (id) => tooSmall.some((one) => one.test(id)), priority: 0.87 },
            {
              name: "form",
              test: /\/ui\/form\/form\.tsx$|\/(paged-table|customer-fields)\.tsx?$/,
              priority: 0.85,
            },
            // Charts load it while they load their values.
            { name: "uplot", test: /node_modules\/uplot\//, priority: 0.82 },
            { name: "map", test: /node_modules\/d3-/, priority: 0.8 },
            // By itself the bundler makes a file of each icon that two screens share: ninety for a screen, most of a few hundred bytes.
            { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 6_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/v1": { target: api } } },
});
