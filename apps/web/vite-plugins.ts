import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { defineRolldownBabelPreset } from "@rolldown/plugin-babel";
import { getSession } from "@verandah/contract/auth/auth.ts";
import { pageFile } from "@verandah/contract/pages.ts";
import { roleIds } from "@verandah/contract/roles.ts";
import { readCatalogue } from "@verandah/texts/catalogue.ts";
import type { Plugin, Rolldown } from "vite";

/** The server checks requests and replies; a page trusts its own server. */
const checkedByServer = new Set<unknown>(["input", "reply", "summary", "sample", "minorTopics"]);

/** What the visitor below reads of a node of Babel's syntax tree. */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly key?: Node;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
  /** A node, or the text of a literal. */
  value?: Node | string;
  properties?: readonly Node[];
  init?: Node | null;
}

interface Visited {
  readonly node: Node;
  readonly parentPath: Visited;
  readonly traverse: (visitor: object) => void;
}

interface Babel {
  readonly types: { valueToNode: (value: unknown) => Node };
}

const named = ({ properties }: Node, name: string) => properties?.find(({ key }) => key?.name === name);

/** What only a parser of messages reads: values, plurals and quotes. */
const needsParser = /[{}'<#\\]/;

/**
 * Compiles the English texts with values that the macros leave in the code, like those of a catalogue, so that no page needs the parser of
 * messages. A plain text stays as it is: it is the key of headings and refused fields too.
 */
export const compiledTexts = defineRolldownBabelPreset({
  preset: {
    plugins: [
      ({ types }: Babel) => ({
        visitor: {
          Program: {
            exit: (program: Visited) =>
              program.traverse({
                ObjectExpression({ node }: Visited) {
                  const message = named(node, "id") && named(node, "message");
                  const text = typeof message?.value === "object" ? message.value.value : undefined;
                  if (message && typeof text === "string" && needsParser.test(text))
                    message.value = types.valueToNode(compileMessageOrThrow(text));
                },
              }),
          },
        },
      }),
    ],
  },
  rolldown: { filter: { code: /from "(@lingui\/(core|react)\/macro|@verandah\/texts\/msg\.ts)"/ } },
});

/**
 * Leaves the schemas of routes out of the contract; without them the bundler drops the schema library from all pages but those with forms.
 * It marks initial values as free of effects, because the calls that make schemas look as if they had some.
 */
export const contractWithoutSchemas = defineRolldownBabelPreset({
  preset: {
    plugins: [
      () => ({
        visitor: {
          CallExpression({ node }: Visited) {
            const [shape] = node.arguments ?? [];
            if (node.callee?.name === "route" && shape?.properties)
              shape.properties = shape.properties.filter(({ key }) => !checkedByServer.has(key?.name));
          },
          VariableDeclarator({ node, parentPath }: Visited) {
            const { type } = parentPath.parentPath.node;
            if (!/^(Program|ExportNamedDeclaration)$/.test(type)) return;
            if (!/^(Call|New|Member|Object|Array|TSAs|TSSatisfies)Expression$/.test(node.init?.type ?? ""))
              return;
            const made = { type: "ArrowFunctionExpression", params: [], body: node.init, expression: true };
            node.init = Object.assign(
              { type: "CallExpression", callee: made, arguments: [] },
              { leadingComments: [{ type: "CommentBlock", value: "#__PURE__" }] },
            );
          },
        },
      }),
    ],
  },
  rolldown: {
    filter: {
      id: /\/packages\/(contract\/src\/.+|equipment\/src\/(shown-text|energy-settings|offline-reasons))\.ts$/,
    },
  },
});

const CATALOGUE = /\/(\w+)\.po\?farmer$/;

const compiled = (language: string, isWanted: (id: string) => boolean) =>
  JSON.stringify(
    Object.fromEntries(
      Array.from(readCatalogue(language))
        .filter(([id, text]) => text !== "" && isWanted(id))
        .map(([id, text]) => [id, compileMessageOrThrow(text)]),
    ),
  );

/** `<language>.po?farmer`: the texts of the farmer's page and of its later parts, a fifth of the whole catalogue. */
export function farmerTexts(): Plugin {
  let isBuild = false;
  return {
    name: "farmer-texts",
    enforce: "pre",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    load: {
      filter: { id: CATALOGUE },
      handler(id) {
        const language = CATALOGUE.exec(id)?.[1] ?? "";
        const json = isBuild ? `texts of ${language}` : compiled(language, () => true);
        return { code: `export const messages = JSON.parse(${JSON.stringify(json)});`, moduleType: "js" };
      },
    },
    // Before this it is not known which modules the page has.
    renderChunk(code) {
      return code.replaceAll(/"texts of (\w+)"/g, (_, language: string) => {
        const own = modulesOf(this, "/farmer/main.tsx").join("\n");
        return JSON.stringify(compiled(language, (id) => own.includes(`"${id}"`)));
      });
    },
  };
}

/** The code of an entry's module and of all that it may import. */
function modulesOf(context: Rolldown.PluginContext, entry: string): string[] {
  const found = new Set([...context.getModuleIds()].filter((id) => id.endsWith(entry)));
  for (const id of found) {
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
    for (const one of [...importedIds, ...dynamicallyImportedIds]) found.add(one);
  }
  return Array.from(found)
    .filter((id) => id.includes("/src/"))
    .map((id) => context.getModuleInfo(id)?.code ?? "");
}

/** Sends the same page for an address as the server does, by the readable cookie of the role. */
export function pageByRole(): Plugin {
  return {
    name: "page-by-role",
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const { pathname } = new URL(request.url ?? "/", "http://localhost");
        if (request.headers.accept?.includes("text/html") && !/^\/v1\/|\./.test(pathname)) {
          const role = /(?:^|; )role=(\d)/.exec(request.headers.cookie ?? "")?.[1];
          request.url = `/${pageFile(
            pathname,
            roleIds.find((id) => String(id) === role),
          )}`;
        }
        next();
      });
    },
  };
}

/** The modules that a screen needs first, by the role and the address. All other screens request theirs when the app has started. */
const earlyModules: readonly (readonly [address: RegExp, end: string, fetchPriority: "auto" | "low"])[] = [
  [/^\d\/admin\//, "/shell/shell.tsx", "auto"],
  // The frame of the home is drawn without them.
  [/^[123]\/admin\/building\/\d+\/dashboard$/, "/app/home-news.tsx", "low"],
  [/^\d\/admin\/(floor|zone|area|room)\/\d+\/dashboard/, "/place/place-page.tsx", "auto"],
  [/^\d\/admin\/(zone|area|room)\/\d+\/dashboard/, "/place/place-bodies.tsx", "auto"],
  [/^\d\/admin\/eventsviewer/, "/alarms/alarms-screen.tsx", "auto"],
  [/^\d\/admin\/(seat|room)-booking/, "/bookings/booking-screen.tsx", "auto"],
];

/**
 * Adds a script to the app's page that requests the session, and the files of the shell and of the screens of every day, at once. Otherwise
 * the browser finds their names only when the app has started and the session has arrived.
 */
export function earlyFiles(): Plugin {
  return {
    name: "early-files",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") return;
        const html = String(page.source);
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const names: string[] = [];
        const filesOf = (end: string) => {
          const found = new Set(chunks.filter((chunk) => chunk.facadeModuleId?.endsWith(end)));
          for (const { imports } of found)
            for (const one of chunks) if (imports.includes(one.fileName)) found.add(one);
          if (found.size === 0) this.error(`No script begins with ${end}`);
          const styles = [...found].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
          const all = new Set([...[...found].map(({ fileName }) => fileName), ...styles]);
          return [...all].filter((name) => !html.includes(name));
        };
        const screens = earlyModules.map(([address, end, fetchPriority]) => {
          const files = filesOf(end);
          for (const file of files) if (!names.includes(file)) names.push(file);
          const places = files.map((file) => names.indexOf(file));
          return `[${String(address)},${JSON.stringify(fetchPriority)},${JSON.stringify(places)}]`;
        });
        const source = [
          `const names=${JSON.stringify(names)};`,
          // A wall has none of the news of the home that it replaces.
          `const wall=/[?&]wall=1/.test(location.search)?"?wall":"";`,
          `const address=(/(?:^|; )role=(\\d)/.exec(document.cookie)?.[1]??"")+location.pathname+wall;`,
          `const early=(rel,as,href,fetchPriority)=>document.head.append(Object.assign(document.createElement("link"),`,
          `{rel,as,href,fetchPriority,crossOrigin:""}));`,
          `if(/^\\d\\/admin\\//.test(address))early("preload","fetch",${JSON.stringify(getSession.path)},"high");`,
          `for(const [screen,fetchPriority,files] of [${screens.join()}])if(screen.test(address))for(const file of files){`,
          `const isStyle=names[file].endsWith(".css");`,
          `early(isStyle?"preload":"modulepreload",isStyle?"style":"script","/"+names[file],fetchPriority)}`,
        ].join("");
        // In one file with what runs before the first paint, which the browser requests first.
        const before = readFileSync(path.join(import.meta.dirname, "public/before-paint.js"), "utf8");
        const reference = this.emitFile({
          type: "asset",
          name: "early-files.js",
          source: `${before}{${source}}`,
        });
        page.source = html.replace("/before-paint.js", `/${this.getFileName(reference)}`);
      },
    },
  };
}

/** Parts of the kit's style sheet that no page needs; the provider makes the variables. */
const unusedStyles = (
  "Accordion ActionBar Affix AngleSlider AppShell AspectRatio BackgroundImage Blockquote Breadcrumbs Cascader ColorInput ColorPicker " +
  "Container DataList Dialog Divider EmptyState Fieldset FloatingWindow Grid Indicator LoadingOverlay Mark Marquee Menubar " +
  "NavLink OverflowList PinInput Rating RingProgress RollingNumber Scroller SemiCircleProgress Splitter Spoiler Stepper Table " +
  "TableOfContents ThemeIcon Timeline Tree TreeSelect Typography default-css-variables"
).split(" ");

const KIT_CLASS = /\bm_[0-9a-f]{6,8}\b/;

/** Leaves them out, and fails a build with a component that needs one of them. */
export function usedStyles(): Plugin {
  const left = new Map<string, string>();
  return {
    name: "used-styles",
    load: {
      filter: { id: /@mantine\/core\/styles\.layer\.css$/ },
      handler(id) {
        const whole = readFileSync(id, "utf8");
        const place = (part: string) => whole.indexOf(KIT_CLASS.exec(part)?.[0] ?? "");
        const folder = path.join(path.dirname(id), "styles");
        const parts: string[] = [];
        for (const file of readdirSync(folder).filter((name) => name.endsWith(".layer.css"))) {
          const part = readFileSync(path.join(folder, file), "utf8");
          const name = file.replace(".layer.css", "");
          if (!unusedStyles.includes(name)) parts.push(part);
          else for (const [one] of part.matchAll(new RegExp(KIT_CLASS, "g"))) left.set(one, name);
        }
        return parts.toSorted((a, b) => place(a) - place(b)).join("\n");
      },
    },
    renderChunk(code) {
      for (const [one] of code.matchAll(new RegExp(KIT_CLASS, "g")))
        if (left.has(one)) this.error(`A page needs the styles of ${left.get(one)}`);
    },
  };
}

const compressible = /\.(js|css|html|svg|json|txt)$/;
/** Smaller files fit in one network packet anyway, bytes. */
const WORTH_IT_BYTES = 1_024;

/** Puts `.br` and `.gz` beside every text file of the build, so that the server compresses nothing while it serves. */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir);
    },
    async closeBundle() {
      // A failed build has no files, and its own error is more useful.
      if (!existsSync(folder)) return;
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !compressible.test(entry.name)) continue;
        const file = path.join(entry.parentPath, entry.name);
        const content = await readFile(file);
        if (content.length < WORTH_IT_BYTES) continue;
        await writeFile(`${file}.br`, brotliCompressSync(content));
        await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
