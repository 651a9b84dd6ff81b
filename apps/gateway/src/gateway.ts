import { join } from "node:path";

import { HEALTH_LATENCY, HEALTH_MISSED_POLLS } from "@verandah/equipment/catalogue.ts";
import { type EdgeLink, openEdgeLink } from "@verandah/field/edge-link.ts";
import {
  type CommandResult,
  type DeviceHealth,
  type HealthMessage,
  type ReadingsMessage,
  type SentUnits,
  type StatusMessage,
} from "@verandah/field/payloads.ts";
import type { Logger } from "pino";

import { CommandExecutor, type CommandTarget } from "./commands/command-executor.ts";
import { DevicePoller } from "./devices/device-poller.ts";
import { ReadingsCollector } from "./devices/readings-collector.ts";
import type { Driver } from "./drivers/driver.ts";
import type { DriverProcessReport } from "./drivers/process/driver-process.ts";
import { DriverProcesses } from "./drivers/process/driver-processes.ts";
import { Outbox } from "./outbox/outbox.ts";
import { OverrideReleaser } from "./overrides/override-releaser.ts";
import { type Override, OverrideStore } from "./overrides/override-store.ts";
import { SlotWatch } from "./overrides/slot-watch.ts";
import type { GatewaySettings } from "./settings.ts";

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

type Targets = Map<string, CommandTarget & { poller: DevicePoller }>;

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

interface PollContext {
  settings: GatewaySettings;
  collector: ReadingsCollector;
  slots: SlotWatch;
  log: Logger;
  onStateChange: () => void;
}

/** Polls a device. Its readings and its health points go to the collector. */
function pollDevice(
  device: GatewaySettings["devices"][number],
  driver: Driver,
  { settings, collector, slots, log, onStateChange }: PollContext,
): DevicePoller {
  const points = new Map(driver.points.map((point) => [point.id, point]));
  const poller = new DevicePoller({
    ssid: device.ssid,
    driver,
    intervalMs: device.intervalMs ?? settings.polling.intervalMs,
    phase: settings.devices.indexOf(device) / settings.devices.length,
    now: Date.now,
    onReadings(readings) {
      collector.addAll(device.ssid, points, readings);
    },
    onAnswered: (readings, isAfterGap) => slots.polled(device.ssid, readings, isAfterGap),
    onPolled(latencyMs, missedPolls) {
      const takenAt = Date.now();
      const add = (pointId: string, value: number) =>
        collector.add(device.ssid, { id: pointId }, { pointId, value, takenAt });
      if (latencyMs !== undefined) add(HEALTH_LATENCY, Math.round(latencyMs * 10) / 10_000);
      add(HEALTH_MISSED_POLLS, missedPolls);
    },
    onStateChange(isFirst) {
      const state = poller.health.isOffline ? "offline" : "online";
      // The first answer of a device is expected and not logged.
      if (!isFirst || state === "offline") log.info({ device: device.ssid, state }, "Device state");
      onStateChange();
    },
  });
  return poller;
}

/** The units of all points that have one, as a connection begins with them. */
function unitsOf(targets: Targets): SentUnits[] {
  const devices = [...targets].map(([ssid, { driver }]) => ({
    ssid,
    points: Object.fromEntries(
      // A profile has `none` also for a unit that the device does not name.
      driver.points.flatMap(({ id, unit = "none" }) => (unit === "none" ? [] : [[id, unit]])),
    ),
  }));
  return [...Map.groupBy(devices, ({ points }) => JSON.stringify(points)).values()].map((same) => ({
    devices: same.map(({ ssid }) => ssid),
    points: same[0]?.points ?? {},
  }));
}

function statusOf(state: StatusMessage["state"], outbox: Outbox, processes: DriverProcesses): StatusMessage {
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

function healthOf(targets: Targets, slots: SlotWatch): DeviceHealth[] {
  return [...targets].flatMap(([device, { poller }]) => {
    const known = poller.health.report();
    const foreignOverrides = slots.foreignOf(device);
    return known ? [{ ...known, ...(foreignOverrides && { foreignOverrides }) }] : [];
  });
}

interface CommandContext {
  settings: GatewaySettings;
  log: Logger;
  targets: Targets;
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
    everyMs: settings.commands.compareSlotsMs,
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
    verifyMs: settings.commands.verifyMs,
    verifyEveryMs: settings.commands.verifyEveryMs,
    onIgnored: (why) => log.warn({ why }, "Command ignored"),
  });
  return { overrides, executor };
}

/**
 * Starts the gateway: drivers, outbox, uplink. It also starts while the broker is not reachable.
 *
 * @throws SettingsError for a wrong profile
 */
export async function startGateway(settings: GatewaySettings, log: Logger): Promise<Gateway> {
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

  const processes = new DriverProcesses(settings, (protocol, text) =>
    log.warn({ protocol }, `Drivers: ${text}`),
  );
  await processes.started();

  const targets: Targets = new Map();
  const store = new OverrideStore(join(settings.dataDir, "overrides.json"));
  const outcomes = reportOutcomes(log, report);
  const context: CommandContext = { settings, log, targets, store, report, outcomes };
  const slots = watchSlots(context, sendHealth);
  for (const device of settings.devices) {
    const driver = processes.driverOf(device.ssid);
    const poller = pollDevice(device, driver, { settings, collector, slots, log, onStateChange: sendHealth });
    targets.set(device.ssid, { driver, poller });
  }
  const { overrides, executor } = startCommands(context, slots, outbox);

  /** Only the newest health message matters, so health messages are sent while connected and never stored. */
  function sendHealth(): void {
    const devices = healthOf(targets, slots);
    if (!link?.isConnected || devices.length === 0) return;
    const message: HealthMessage = { at: now(), devices };
    link.publish("health", JSON.stringify(message)).catch(() => {});
  }

  link = openEdgeLink({
    url: settings.uplink.url,
    ssid: settings.ssid,
    password: settings.uplink.password,
    backoffMs: settings.uplink.backoffMs,
    status: (state) => ({
      ...statusOf(state, outbox, processes),
      ...(state === "online" && { units: unitsOf(targets) }),
    }),
    onUp() {
      log.info({ pending: outbox.pending }, "Uplink is up");
      sendHealth();
      outbox.sendPending();
    },
    onDown(reason) {
      if (isEnding) log.info("Uplink is closed");
      else log.warn({ reason }, "Uplink is down");
      outbox.storeAll();
    },
    onCommand: (payload) => executor.handle(payload),
  });
  const healthTimer = setInterval(sendHealth, settings.reports.healthMs);
  const statusTimer = setInterval(() => {
    if (link.isConnected)
      link
        .publish("status", JSON.stringify(statusOf("online", outbox, processes)), { retain: true })
        .catch(() => {});
  }, settings.reports.statusMs);

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
      clearInterval(healthTimer);
      clearInterval(statusTimer);
      overrides[Symbol.dispose]();
      await Promise.all([...targets.values()].map(({ poller }) => poller[Symbol.asyncDispose]()));
      collector.flush();
      await link.close();
      outbox.close();
      await processes[Symbol.asyncDispose]();
    },
  };
}
