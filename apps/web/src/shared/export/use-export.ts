import type { Route } from "@verandah/contract/route.ts";
import { useCallback, useEffect, useRef, useState } from "react";

import { refusalText } from "../texts/field-text.ts";
import {
  type ExportRequest,
  type ExportProgress,
  fetchExport,
  type FileFormat,
  saveFile,
} from "./export-file.ts";

/** Shortest time between two progress updates, ms; a fast export sends thousands of them. */
const SHOW_MS = 100;

export interface RunningExport extends ExportProgress {
  readonly format: FileFormat;
}

/** One export at a time, which continues while the screen is used and ends with it. */
export function useExport() {
  const [running, setRunning] = useState<RunningExport>();
  const [failure, setFailure] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const start = useCallback(<R extends Route>(request: ExportRequest<R>) => {
    const { format } = request;
    const controller = new AbortController();
    abort.current = controller;
    setFailure(undefined);
    setRunning({ format, bytes: 0, rows: undefined });
    let shownAtMs = 0;
    function show(progress: ExportProgress) {
      const nowMs = Date.now();
      if (nowMs - shownAtMs < SHOW_MS || controller.signal.aborted) return;
      shownAtMs = nowMs;
      setRunning({ format, ...progress });
    }
    fetchExport(request, show, controller.signal)
      .then(saveFile)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setFailure(refusalText(error));
      })
      .finally(() => {
        if (abort.current === controller) setRunning(undefined);
      });
  }, []);

  const cancel = useCallback(() => {
    abort.current?.abort();
    abort.current = undefined;
    setRunning(undefined);
  }, []);
  const forgetFailure = useCallback(() => setFailure(undefined), []);
  return { running, failure, start, cancel, forgetFailure };
}
