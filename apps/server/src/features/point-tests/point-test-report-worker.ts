import { buffer } from "node:stream/consumers";
import { parentPort, workerData } from "node:worker_threads";

import { type ReportJob, writeReportPdf } from "./point-test-pdf.ts";

const [job]: readonly [ReportJob] = workerData;
parentPort?.postMessage(await buffer(writeReportPdf(job)), []);
