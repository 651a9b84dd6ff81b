import { buffer } from "node:stream/consumers";
import { parentPort, workerData } from "node:worker_threads";

import { writeStatementPdf } from "./statement-pdf.ts";

/** The arguments of `writeStatementPdf`. */
export type StatementJob = Parameters<typeof writeStatementPdf>;

const job: StatementJob = workerData;
parentPort?.postMessage(await buffer(writeStatementPdf(...job)), []);
