import { parentPort, workerData } from "node:worker_threads";

import { createWallClock } from "@verandah/time/wall-clock.ts";

import { readIcal } from "./read-ical.ts";

export interface IcalJob {
  text: string;
  range: { from: Date; to: Date };
  timeZone: string;
}

const { text, range, timeZone }: IcalJob = workerData;
parentPort?.postMessage(readIcal(text, range, createWallClock(timeZone)), []);
