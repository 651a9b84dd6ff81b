import { randomUUID } from "node:crypto";

import type { BenchEdge } from "../rig/campus.ts";
import { type Behaviour, createInstrument } from "../rig/instruments.ts";

interface SourcePoint {
  readonly device: string;
  readonly name: string;
  readonly next: () => number;
}

/** Points of one edge in one message, and their format. */
export class MessageGroup {
  readonly points: readonly SourcePoint[];
  readonly #heads: readonly string[];

  constructor(points: readonly SourcePoint[]) {
    this.points = points;
    this.#heads = points.map(
      ({ device, name }) => `{"device":${JSON.stringify(device)},"point":${JSON.stringify(name)},"values":[`,
    );
  }

  /** The series of `valuesEach` values per point, from `fromMs` on, `everyMs` apart. */
  series(fromMs: number, everyMs: number, valuesEach: number): string {
    let text = "";
    for (const [at, point] of this.points.entries()) {
      text += at === 0 ? this.#heads[at] : `,${this.#heads[at]}`;
      for (let n = 0; n < valuesEach; n += 1)
        text += `${n === 0 ? "" : ","}[${fromMs + n * everyMs},${point.next()}]`;
      text += "]}";
    }
    return text;
  }
}

/** Writes an edge's messages, numbered as an edge numbers them. */
export class MessageWriter {
  readonly groups: readonly MessageGroup[];
  readonly #epoch = randomUUID();
  #seq = 0;

  /** @param seed the values of two writers differ when their seeds do */
  constructor(edge: BenchEdge, pointsPerMessage: number, behaviour: Behaviour, seed: number) {
    const points = edge.devices.flatMap(({ ssid, points: names }) =>
      names.map((name) => ({ device: ssid, name })),
    );
    const groups: MessageGroup[] = [];
    for (let from = 0; from < points.length; from += pointsPerMessage)
      groups.push(
        new MessageGroup(
          points.slice(from, from + pointsPerMessage).map(({ device, name }, at) => ({
            device,
            name,
            next: createInstrument(name, seed * 1_000_003 + from + at, behaviour),
          })),
        ),
      );
    this.groups = groups;
  }

  message(series: string, sentAtMs: number): string {
    this.#seq += 1;
    return `{"epoch":"${this.#epoch}","seq":${this.#seq},"sentAt":${sentAtMs},"series":[${series}]}`;
  }
}
