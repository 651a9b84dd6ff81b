import type { StartSettings } from "./settings.ts";
import { webDist } from "./web-build.ts";

interface Known {
  readonly settings: StartSettings;
  readonly databaseUrl: string;
  /** Those of the demo. */
  readonly siteFiles: readonly string[];
  /** Ports of the server's first start. It keeps them, because browsers and the field use them. */
  readonly first: { port: number; mqttPort?: number | undefined } | undefined;
}

/** Settings for the server in addition to the user's. */
export function serverEnvironment(user: NodeJS.ProcessEnv, known: Known): NodeJS.ProcessEnv {
  const { settings, databaseUrl, siteFiles, first } = known;
  return {
    ...user,
    PORT: String(first?.port ?? settings.port),
    HOST: settings.host,
    DATA_DIR: settings.dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: settings.isDemo ? "on" : "off",
    SITE_FILES: [...siteFiles, user["SITE_FILES"] ?? ""].filter(Boolean).join(","),
    WEB_DIST: webDist,
    ...(first?.mqttPort && !user["MQTT_LISTEN"] ? { MQTT_LISTEN: `127.0.0.1:${first.mqttPort}` } : {}),
  };
}
