import path from "node:path";

/** What each workspace may import of ours; `tools` starts everything and may import anything. */
const mayImport = {
  equipment: [],
  texts: [],
  contract: ["equipment", "texts"],
  field: ["equipment"],
  time: [],
  server: ["contract", "equipment", "field", "texts", "time"],
  gateway: ["equipment", "field"],
  simulator: ["equipment", "field", "time"],
  web: ["contract", "equipment", "texts", "time"],
  e2e: [],
  bench: ["contract", "equipment", "field", "faults", "tools"],
  faults: ["contract", "deploy", "field", "time", "tools"],
  deploy: ["tools"],
};

/** The server's slices, each after those that it uses: a slice never imports a later one, so no cycle can arise. */
const serverSlices =
  `audit mails auth equipment devices processes campuses gateways users coworking telemetry first-hours alarms
  notifications bookings room-calendars buildings floor-plans commands ups parking hvac comfort-reports lighting
  self-tests point-tests schedules place-moves removals device-changes room-preparation home search reports energy pumps set-up demo`.split(
    /\s+/,
  );

const layerRank = { jobs: 3, routes: 3, service: 2, repository: 1 };

const aliases = {
  "#core/": "apps/server/src/core/",
  "#features/": "apps/server/src/features/",
  "#data/": "apps/web/src/data/",
  "#shared/": "apps/web/src/shared/",
  "@verandah/simulator/": "apps/simulator/src/",
};

/** The location of a path: workspace, feature slice, layer. */
function place(file) {
  const area =
    /^(?:apps|packages)\/([^/]+)\//.exec(file)?.[1] ?? /^(bench|deploy|e2e|faults|tools)\//.exec(file)?.[1];
  return {
    area,
    slice: /^apps\/(?:server|web)\/src\/features\/([^/]+)\//.exec(file)?.[1],
    layer: /\.(jobs|routes|service|repository)\.ts$/.exec(file)?.[1],
    isShared: /^apps\/(?:server\/src\/core|web\/src\/(?:data|shared))\//.test(file),
    isTest: /\.test\.tsx?$|\/testing\//.test(file),
  };
}

function workspaceBreach(from, to) {
  const allowed = mayImport[from.area];
  if (!allowed || !to.area || from.area === to.area || allowed.includes(to.area)) return undefined;
  // Tests of the field's readers use the simulated field.
  if (["gateway", "server"].includes(from.area) && to.area === "simulator" && from.isTest) return undefined;
  return `${from.area} never imports ${to.area}`;
}

function orderBreach(from, to) {
  const unlisted = [from.slice, to.slice].find((slice) => !serverSlices.includes(slice));
  if (unlisted) return `add ${unlisted} to serverSlices`;
  const isEarlier = serverSlices.indexOf(to.slice) < serverSlices.indexOf(from.slice);
  return isEarlier || from.isTest ? undefined : `${to.slice} comes after ${from.slice} in serverSlices`;
}

function sliceBreach(from, to) {
  if (from.isShared && to.slice) return "core, data and shared know no feature";
  if (!from.slice || !to.slice) return undefined;
  if (from.slice !== to.slice) {
    if (from.area === "web") return "web features never meet; compose them in app/";
    if (to.layer !== "service") return "another slice is entered only through its service";
    return orderBreach(from, to);
  }
  if (layerRank[from.layer] < layerRank[to.layer]) return `a ${from.layer} never calls a ${to.layer}`;
  if (layerRank[from.layer] === 3 && to.layer === "repository")
    return "data is reached only through the service";
  return undefined;
}

function resolve(fromFile, specifier) {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(fromFile), specifier);
  const alias = Object.keys(aliases).find((prefix) => specifier.startsWith(prefix));
  if (alias) return aliases[alias] + specifier.slice(alias.length);
  const [, name, file] = /^@verandah\/(\w+)\/(.*)/.exec(specifier) ?? [];
  return name && `packages/${name}/src/${file}`;
}

const maySpeakSql =
  /\.repository\.ts$|\/core\/(?:db|local-time|database\/(?:migrate|tables\.test)|postgres-bus)\.ts$|\/testing\//;

function packageBreach(from, specifier) {
  const isDatabasePackage = /^(?:kysely|pg)(?:\/|$)/.test(specifier);
  if (isDatabasePackage && from.startsWith("apps/") && !maySpeakSql.test(from))
    return "only a repository talks to the database";
  return undefined;
}

/** Why the file `from` may not import `specifier`, or undefined when it may. Paths are relative to the repository. */
function breach(from, specifier) {
  const to = resolve(from, specifier);
  if (!to) return packageBreach(from, specifier);
  return workspaceBreach(place(from), place(to)) ?? sliceBreach(place(from), place(to));
}

const dataOnly = new Set(["refetchInterval", "EventSource"]);

const boundaries = {
  create(context) {
    const from = path.relative(context.cwd, context.filename).split(path.sep).join("/");
    function check(node) {
      const specifier = node.source?.value;
      if (typeof specifier !== "string") return;
      const reason = breach(from, specifier);
      if (reason) context.report({ node, message: `${specifier}: ${reason}.` });
    }
    const onlyData = /^apps\/web\/src\/(?!data\/|.*\.test\.)/.test(from);
    /** Screens show what `data` loads: one query for a route and input, one stream for a tab. */
    function checkData(node, name) {
      if (onlyData && dataOnly.has(name))
        context.report({ node, message: `${name}: only data polls and opens streams.` });
    }
    const isInBundle = /^apps\/web\/src\/(?!testing\/|.*\.test\.)/.test(from);
    const ofContract = new Set();
    function collect(node) {
      if (node.source.value.startsWith("@verandah/contract/"))
        for (const { local } of node.specifiers) ofContract.add(local.name);
    }
    /** The build leaves them out of routes; a test has them. */
    function checkSchema(node) {
      const { name } = node.property;
      if (isInBundle && ofContract.has(node.object.name) && (name === "input" || name === "reply"))
        context.report({ node, message: `${name}: only the server has the schemas of routes.` });
    }
    return {
      Property: (node) => checkData(node, node.key.name),
      NewExpression: (node) => checkData(node, node.callee.name),
      MemberExpression: checkSchema,
      ImportDeclaration(node) {
        check(node);
        collect(node);
      },
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default { meta: { name: "slices" }, rules: { boundaries } };
