import type { SentOf } from "@verandah/contract/route.ts";
import type { addScheduleDay, Occurrence } from "@verandah/contract/schedules/schedule-days.ts";
import type { OnOff, ScheduleData } from "@verandah/contract/schedules/schedule-forms.ts";
import type { Schedule } from "@verandah/contract/schedules/schedules.ts";
import type { CommandMessage } from "@verandah/field/payloads.ts";
import type { SiteDescription } from "@verandah/field/site.ts";
import { expect } from "vitest";

import { recordEdgeStatus, refreshDeviceStates } from "#features/devices/devices.service.ts";
import { isOccurrenceDue, runDueOccurrences } from "#features/schedules/occurrences/occurrences.service.ts";
import { createReconcileWork } from "#features/schedules/occurrences/reconcile-work.ts";
import { reconcileUnits } from "#features/schedules/occurrences/reconcile.service.ts";

import { runWhenDue } from "../run-when-due.ts";
import { addLights, aSite } from "../sites.ts";
import { startTestApp } from "../start-test-app.ts";
import { bringUp } from "./command-bench.ts";

/** The test campus with a second unit, on the first floor, in any time zone. */
function aScheduledSite(timeZone = "Asia/Kolkata"): SiteDescription {
  const site = aSite();
  site.campus.timeZone = timeZone;
  const unit = site.devices.find(({ type }) => type === "AHU");
  if (unit) site.devices.push({ ...unit, ssid: "T-AHU2", name: "Unit T-AHU2", location: "T/f1" });
  return addLights(site);
}

/** A test app at an instant, an operator, and units that execute their commands. */
export async function startSchedules(
  now: string,
  timeZone?: string,
  changeSite: (site: SiteDescription) => void = () => undefined,
) {
  const site = aScheduledSite(timeZone);
  changeSite(site);
  const app = await startTestApp({ now, sites: [site] });
  const field = await bringUp(app);
  const { gateway, sent, dispatch } = field;
  const verifyAll = () => field.verifyAll();
  const operator = await app.as("operator");
  const buildingId = operator.session.building.id;
  const { rows } = await app.query(`select id, name, zone_type, floor_id from locations`);
  const idOf = (name: string, floorId?: number) =>
    Number(rows.find((row) => row["name"] === name && (!floorId || row["floor_id"] === floorId))?.["id"]);
  const ground = { id: idOf("Ground"), name: "Ground" };
  const first = { id: idOf("First"), name: "First" };

  /** Current values of the units' on/off points. A unit without an entry does not send its on/off point. */
  const shown = new Map<string, Record<string, number>>();
  /** Sends values of all units except `silent` ones, so that they are online. */
  async function sendValues(silent: readonly string[] = []) {
    const present: Record<string, Record<string, number>> = {
      "T-AHU": { "Return Air Temperature": 24 },
      "T-AHU2": { "Return Air Temperature": 24 },
      "50d001": { light_level: 0 },
      "50d002": { light_level: 0 },
      "50ac01": { light_level_1: 0 },
    };
    for (const [ssid, values] of Object.entries(present))
      if (!silent.includes(ssid)) await app.measure("T-GW", ssid, { ...values, ...shown.get(ssid) });
    await refreshDeviceStates(app.ctx);
  }
  await sendValues();

  /** Moves the clock to an instant and sends values of the units. */
  async function goTo(instant: string, silent?: readonly string[]) {
    app.advance(Date.parse(instant) - app.now().getTime());
    await sendValues(silent);
  }

  /** Returns the commands since the last call, as `ssid=value`. */
  let returnedCount = 0;
  function newCommands(): string[] {
    const fresh = sent.slice(returnedCount);
    returnedCount = sent.length;
    return fresh.map((message: CommandMessage) => `${message.device}=${message.value}`).toSorted();
  }

  const work = createReconcileWork(app.bus);
  const run = async () => (await runWhenDue(app.ctx, isOccurrenceDue, runDueOccurrences)) ?? [];

  return {
    app,
    operator,
    buildingId,
    idOf,
    ground,
    first,
    zone: (name: string, floorId: number) => ({ id: idOf(name, floorId), name }),
    sent,
    goTo,
    run,
    /** Sets the value that a point of a unit sends from now on; by default its on/off point. */
    show: (ssid: string, value: number, point = "ahu_on_off_sp") =>
      void shown.set(ssid, { ...shown.get(ssid), [point]: value }),
    /** Compares everything. */
    reconcile: () => reconcileUnits(app.ctx),
    /** Compares what changed since the last time; the units execute their commands. @returns the commands that the units received */
    async restore() {
      await reconcileUnits(app.ctx, work);
      await verifyAll();
      return newCommands();
    },
    dispatch,
    answer: field.answer,
    newCommands,
    /** Runs due occurrences; the units execute their commands, and the results are recorded. @returns the commands that the units received */
    async follow() {
      await run();
      await verifyAll();
      app.advance(1_000);
      await run();
      return newCommands();
    },
    verifyAll,
    setGateway: (state: "online" | "offline") => recordEdgeStatus(app.ctx, gateway, { state, at: 0 }),
    async setDefault(
      ON: string,
      OFF: string,
      weekData = [0, 1, 2, 3, 4, 5, 6],
      setbackCelsius: number | null = null,
    ) {
      const answer = await operator.post(`/v1/hvac_recuuring_schedule/${buildingId}/updateschedule`, {
        timeData: [{ ON, OFF }],
        weekData,
        setbackCelsius,
      });
      expect(answer.json()).toEqual({ message: "Accepted" });
    },
    async addDay(day: Omit<SentOf<typeof addScheduleDay>, "timeData"> & { timeData?: readonly OnOff[] }) {
      return (await operator.post("/v1/schedule_days", day)).json<{ id: number }>();
    },
    /** A schedule of the ground floor that switches on, unless `change` sets another action. */
    data: (change: Partial<ScheduleData> & { start: string; end: string }) => ({
      title: "Lobby-AM",
      floor: ground,
      zones: [{ id: idOf("Zone 1", ground.id), name: "Zone 1" }],
      action: 1,
      ...change,
    }),
    async create(data: object, url = "/v1/hvac_schedules") {
      return (await operator.post(url, { data })).json<Schedule>();
    },
    /** Occurrences as the screen shows them: `HH:mm action name state`, in UTC. */
    async occurrences() {
      const found = (await operator.get("/v1/schedule_occurrences")).json<Occurrence[]>();
      return found.map((one) =>
        [one.at.slice(5, 16), one.action, one.name || one.kind, one.state, one.reason]
          .filter(Boolean)
          .join(" "),
      );
    },
    list: async () => (await operator.get("/v1/schedule_occurrences")).json<Occurrence[]>(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
