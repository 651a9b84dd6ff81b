import { join } from "node:path";

import { type EdgeLink, openEdgeLink } from "@verandah/field/edge-link.ts";
import {
  type CommandResult,
  type DeviceHealth,
  type HealthMessage,
  type ReadingsMessage,
  type StatusMessage,
} from "@verandah/field/payloads.ts";
import type { Logger } from "pino";

import { CommandExecutor } from "./commands/command-executor.ts";
import { Field } from "./devices/field.ts";
import { ReadingsCollector } from "./devices/readings-collector.ts";
import type { DriverProcessReport } from "./drivers/process/driver-process.ts";
import type { JoinedModel } from "./joining/joined-gateway.ts";
import { createScans } from "./joining/scans.ts";
import { Outbox } from "./outbox/outbox.ts";
import { OverrideReleaser } from "./overrides/override-releaser.ts";
import { type Override, OverrideStore } from "./overrides/override-store.ts";
import { SlotWatch } from "./overrides/slot-watch.ts";
import type { GatewaySettings } from "./settings.ts";
import { SettingsError } from "./yaml-file.ts";

export interface Gateway extends AsyncDisposable {
  health(): DeviceHealth[];
  /** The driver processes, and the process id of each. */
  drivers(): (DriverProcessReport & { pid: number | undefined })[];
  readonly pending: number;
  readonly dropped: number;
  readonly isConnected: boolean;
}

const SOFTWARE = "verandah gateway 0.1.0";
const FAILURE_LOG_MS = 60_000;

function openOutbox(settings: GatewaySettings, log: Logger, link: () => EdgeLink | undefined): Outbox {
  let loggedAt = 0;
  return new Outbox({
    file: join(settings.dataDir, "outbox.sqlite"),
    maxBytes: settings.outbox.maxBytes,
    graceMs: settings.outbox.graceMs,
    send: (kind, payload) => link()?.publish(kind, payload) ?? Promise.reject(new Error("no connection yet")),
    isConnected: () => link()?.isConnected ?? false,
    onFailure(text, error) {
      // On a full disk every message fails. One log line per minute is enough.
      if (Date.now() - loggedAt < FAILURE_LOG_MS) return;
      loggedAt = Date.now();
      log.error({ err: error }, text);
    },
  });
}

function statusOf(state: StatusMessage["state"], outbox: Outbox, { processes }: Field): StatusMessage {
  return {
    state,
    at: Date.now(),
    software: SOFTWARE,
    outbox: { pending: outbox.pending, dropped: outbox.dropped },
    drivers: processes.reports().map(({ protocol, isUp, restarts, devices, counts }) => ({
      protocol,
      isUp,
      restarts,
      devices,
      counts,
    })),
  };
}

const modelOf = (joined: JoinedModel | undefined) => joined && { model: joined.state };

function healthOf(targets: Field["targets"], slots: SlotWatch): DeviceHealth[] {
  return [...targets].flatMap(([device, { poller }]) => {
    const known = poller.health.report();
    const foreignOverrides = slots.foreignOf(device);
    return known ? [{ ...known, ...(foreignOverrides && { foreignOverrides }) }] : [];
  });
}

interface CommandContext {
  settings: GatewaySettings;
  log: Logger;
  targets: Field["targets"];
  store: OverrideStore;
  report: (result: CommandResult) => void;
  outcomes: ReturnType<typeof reportOutcomes>;
}

/** Reports what became of overrides to the server, with the id of their command. */
function reportOutcomes(log: Logger, report: (result: CommandResult) => void) {
  const tell = (override: Override, text: string, result: Pick<CommandResult, "state" | "value">) => {
    const { device, point, priority, commandId } = override;
    log.info({ device, point, priority, ...result }, text);
    if (commandId) report({ id: commandId, at: Date.now(), ...result });
  };
  return {
    onEnded: (one: Override) => tell(one, "Override ended", { state: "released" }),
    onVerified: (one: Override) =>
      tell(one, "The device holds the value of a command that was not verified", {
        state: "verified",
        ...(one.value !== undefined && { value: one.value }),
      }),
    onLost: (one: Override, value: number | null) =>
      tell(one, "Another system replaced or released an override", { state: "lost", value }),
  };
}

function watchSlots(
  { settings, log, targets, store, outcomes }: CommandContext,
  onForeignChange: () => void,
): SlotWatch {
  return new SlotWatch({
    targets,
    store,
    now: Date.now,
    get everyMs() {
      return settings.commands.compareSlotsMs;
    },
    ...outcomes,
    onForeignChange,
    onRewritten: ({ device, point, priority }) =>
      log.info({ device, point, priority }, "Override written again: its slot was empty"),
    onFailure: (device, error) => log.warn({ device, err: error }, "Priority arrays cannot be compared"),
  });
}

/** Ends overrides and executes commands. `targets` must be complete: an override of an unknown device is removed. */
function startCommands(
  { settings, log, targets, store, report, outcomes }: CommandContext,
  slots: SlotWatch,
  { journal }: Outbox,
): { overrides: OverrideReleaser; executor: CommandExecutor } {
  const now = Date.now;
  const overrides = new OverrideReleaser({
    targets,
    store,
    now,
    ...outcomes,
    onFailure: ({ device, point }, error) =>
      log.warn({ device, point, err: error }, "Override cannot be released"),
  });
  const executor = new CommandExecutor({
    targets,
    journal,
    overrides,
    report,
    now,
    onHeld: (device) => slots.compareSoon(device),
    get verifyMs() {
      return settings.commands.verifyMs;
    },
    get verifyEveryMs() {
      return settings.commands.verifyEveryMs;
    },
    onIgnored: (why) => log.warn({ why }, "Command ignored"),
  });
  return { overrides, executor };
}

/**
 * Starts the gateway: drivers, outbox, uplink. It also starts while the broker is not reachable.
 *
 * @param joined of a gateway that gets its devices from the server; it applies each newer model without a restart
 * @throws SettingsError for a wrong profile
 */
export async function startGateway(
  begun: GatewaySettings,
  log: Logger,
  joined?: JoinedModel,
): Promise<Gateway> {
  /** Those in force: a newer model changes them. */
  const settings = { ...begun };
  const now = Date.now;
  let link: EdgeLink | undefined;
  let isEnding = false;
  const outbox = openOutbox(settings, log, () => link);
  const collector = new ReadingsCollector(settings.polling.gatherMs, (series) =>
    outbox.put("readings", (stamp) =>
      JSON.stringify({ ...stamp, sentAt: now(), series } satisfies ReadingsMessage),
    ),
  );
  const report = (result: CommandResult) => outbox.put("results", () => JSON.stringify(result));

  const field = new Field({ collector, log, onStateChange: sendHealth });
  const { targets, processes } = field;
  const store = new OverrideStore(join(settings.dataDir, "overrides.json"));
  const outcomes = reportOutcomes(log, report);
  const context: CommandContext = { settings, log, targets, store, report, outcomes };
  const slots = watchSlots(context, sendHealth);
  field.slots = slots;
  await field.apply(settings);
  const { overrides, executor } = startCommands(context, slots, outbox);

  /** Only the newest health message matters, so health messages are sent while connected and never stored. */
  function sendHealth(): void {
    const devices = healthOf(targets, slots);
    if (!link?.isConnected || devices.length === 0) return;
    const message: HealthMessage = { at: now(), devices };
    link.publish("health", JSON.stringify(message)).catch(() => {});
  }

  const sendStatus = async (status: Partial<StatusMessage>) => {
    if (!link?.isConnected) return;
    const message = { ...statusOf("online", outbox, field), ...modelOf(joined), ...status };
    await link.publish("status", JSON.stringify(message), { retain: true }).catch(() => {});
  };

  /** The models that came, one after the other. */
  let applying = Promise.resolve();
  async function applyModel(payload: Buffer): Promise<void> {
    if (!joined || isEnding) return;
    try {
      const received = joined.read(payload);
      if (!received) return;
      await field.apply({ ...settings, ...received.settings });
      Object.assign(settings, received.settings);
      overrides.takeOver(received.overrides);
      received.keep();
      log.info({ devices: settings.devices.length }, "The site model has changed");
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      joined.refuse(payload, error.message);
      log.error({ why: error.message }, "The site model is refused");
    }
    await sendStatus({ units: field.units() });
    sendHealth();
  }

  function acceptCertificates(payload: Buffer): void {
    try {
      joined?.trust(payload);
      void sendStatus({});
    } catch (error) {
      log.error({ err: error }, "The certificates are ignored");
    }
  }

  const scans = createScans({
    settings: () => settings,
    processes,
    send: async (answer) => link?.publish("answers", JSON.stringify(answer)),
    onIgnored: (why) => log.warn({ why }, "Scan ignored"),
  });

  link = openEdgeLink({
    url: settings.uplink.url,
    ssid: settings.ssid,
    password: settings.uplink.password,
    backoffMs: settings.uplink.backoffMs,
    ...(joined && { trusted: () => joined.trusted }),
    status: (state) => ({
      ...statusOf(state, outbox, field),
      ...(state === "online" && { units: field.units(), ...modelOf(joined) }),
    }),
    onUp() {
      log.info({ pending: outbox.pending }, "Uplink is up");
      sendHealth();
      outbox.sendPending();
    },
    onDown(reason) {
      scans.stopAll();
      if (isEnding) log.info("Uplink is closed");
      else log.warn({ reason }, "Uplink is down");
      outbox.storeAll();
    },
    receive: {
      commands: (payload) => executor.handle(payload),
      ...(joined && {
        tasks: (payload) => scans.handle(payload),
        certificates: acceptCertificates,
        model(payload) {
          applying = applying
            .then(() => applyModel(payload))
            .catch((error: unknown) => log.error({ err: error }, "The site model could not be applied"));
        },
      }),
    },
  });
  const healthTimer = setInterval(sendHealth, settings.reports.healthMs);
  const statusTimer = setInterval(() => void sendStatus({}), settings.reports.statusMs);

  return {
    health: () => healthOf(targets, slots),
    drivers: () => processes.reports(),
    get pending() {
      return outbox.pending;
    },
    get dropped() {
      return outbox.dropped;
    },
    get isConnected() {
      return link.isConnected;
    },
    async [Symbol.asyncDispose]() {
      isEnding = true;
      scans.stopAll();
      clearInterval(healthTimer);
      clearInterval(statusTimer);
      overrides[Symbol.dispose]();
      await applying;
      await field[Symbol.asyncDispose]();
      collector.flush();
      await link.close();
      outbox.close();
      await processes[Symbol.asyncDispose]();
    },
  };
}
