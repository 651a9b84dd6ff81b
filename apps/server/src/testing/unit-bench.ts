import { type CampusModel, floorsOf } from "@verandah/simulator/campus/shapes.ts";
import { FaultBoard } from "@verandah/simulator/faults/fault-board.ts";
import type { FaultInput } from "@verandah/simulator/faults/fault-kinds.ts";
import { faultTargetsOf } from "@verandah/simulator/faults/fault-targets.ts";
import { devicesOf } from "@verandah/simulator/kinds/all-kinds.ts";
import { createPhysics } from "@verandah/simulator/physics/physics.ts";
import type { Commands } from "@verandah/simulator/physics/surroundings/influence.ts";
import { groundFloor } from "@verandah/simulator/testing/one-floor.ts";

import { type AlarmCause, CauseMap } from "#features/alarms/alarm-subjects.ts";
import { decide } from "#features/alarms/evaluation/alarm-decision.ts";
import { suspect, type Suspicion } from "#features/alarms/evaluation/suspicion.service.ts";
import { faultRules } from "#features/hvac/fault-rules.ts";

/** The poll interval of units; the server evaluates more often, with the same values. */
const ROUND_MS = 10_000;

const nowhere = { campusId: 1, locationId: 1, sourceName: "" };

/** The simulated units of a campus with the fault rules over all of them, in fast time, without protocols and database. */
export function startUnits(from: string, campus: CampusModel = groundFloor()) {
  const physics = createPhysics(campus);
  const board = new FaultBoard(faultTargetsOf([campus]));
  const devices = new Map(devicesOf(campus).map((device) => [device.ssid, device]));
  const units = floorsOf(campus).flatMap((floor) =>
    floor.ahus.map(({ ssid }) => ({
      ssid,
      boxes: floor.vavs.filter((vav) => vav.ahu === ssid).map((vav) => vav.ssid),
    })),
  );
  const commands = new Map<string, Commands>();
  /** Each rule of each unit is a point of its own, whose id is that of its alarm. */
  const titles = units.flatMap(({ ssid }) =>
    faultRules.map((rule) => `${ssid}: ${rule.name} (${rule.point})`),
  );
  const active = new Map<number, AlarmCause>();
  let pending = new CauseMap<Date>();
  const raised: string[] = [];
  let world = physics.warmUp(Date.parse(from));

  function show(ssid: string): Record<string, number> {
    const measure = () => devices.get(ssid)?.measure({ physics, world }, commands.get(ssid)) ?? {};
    return { ...measure(), ...board.shownInstead(ssid, measure, new Date(world.atMs)) };
  }

  function suspicions(): Suspicion[] {
    return units.flatMap(({ ssid, boxes }, unit) => {
      const zoneCelsius = boxes.map((box) => show(box)["Zone Temperature"] ?? 0);
      const view = { values: new Map(Object.entries(show(ssid))), zoneCelsius };
      return faultRules.map((rule, at) =>
        suspect(
          { kind: "point", pointId: unit * faultRules.length + at, deviceId: unit, ...nowhere },
          {
            name: rule.name,
            onDelayMs: 1_000 * rule.onDelaySeconds,
            offDelayMs: 1_000 * rule.offDelaySeconds,
          },
          { condition: rule.evaluate(view)?.condition ?? "between" },
        ),
      );
    });
  }

  function evaluate(): void {
    const now = new Date(world.atMs);
    const ids = new CauseMap([...active].map(([id, cause]) => [cause, id]));
    const decision = decide(suspicions(), ids, pending, now);
    const forgotten = new CauseMap(decision.forget.map((cause) => [cause, true]));
    pending = new CauseMap([...pending].filter(([cause]) => !forgotten.has(cause)));
    for (const cause of decision.begin) pending.set(cause, now);
    for (const id of decision.restore) active.delete(id);
    for (const cause of decision.raise) {
      active.set(cause.subject.id, cause);
      raised.push(titles[cause.subject.id] ?? "");
    }
  }

  return {
    /** Every alarm that was raised, in order; of which those of `active` are still active. */
    raised,
    active,
    command: (ssid: string, changes: Commands) =>
      void commands.set(ssid, { ...commands.get(ssid), ...changes }),
    break: (fault: FaultInput) => void board.add(fault, new Date(world.atMs)),
    repair: () => board.clear(),
    pass(ms: number): void {
      const influence = {
        commandsOf: (ssid: string) => commands.get(ssid),
        isBroken: (fault: Parameters<FaultBoard["has"]>[0], target: string) => board.has(fault, target),
      };
      for (const untilMs = world.atMs + ms; world.atMs < untilMs; evaluate())
        world = physics.step(world, world.atMs + ROUND_MS, influence);
    },
  };
}
