import { useLingui } from "@lingui/react/macro";
import { Button, Group, Progress, Text } from "@mantine/core";

import { numberText } from "../format/number.ts";
import type { ExportFormat } from "./export-file.ts";
import type { RunningExport } from "./use-export.ts";

import classes from "./export-buttons.module.css";

const KILOBYTE = 1_000;

interface Props {
  isDisabled: boolean;
  running: RunningExport | undefined;
  /** Rows to come, where that is known. */
  total: number | undefined;
  onStart: (format: ExportFormat) => void;
  onCancel: () => void;
}

/** Exports all rows that the filter matches, and shows the progress. Source: spec 2 §2 Reports screen ('Export to Csv'). */
export function ExportButtons({ isDisabled, running, total, onStart, onCancel }: Props) {
  const { t } = useLingui();
  if (!running)
    return (
      <Group gap="xs">
        <Button disabled={isDisabled} onClick={() => onStart("csv")}>{t`Export to Csv`}</Button>
        <Button
          variant="default"
          disabled={isDisabled}
          onClick={() => onStart("xlsx")}
        >{t`Export to Xlsx`}</Button>
      </Group>
    );
  const size = sizeText(running.bytes);
  const rows = running.rows === undefined ? undefined : numberText(running.rows);
  const share = running.rows !== undefined && total ? Math.min(100, (100 * running.rows) / total) : 100;
  return (
    <Group gap="sm" wrap="nowrap" className={classes["running"] ?? ""}>
      <div className={classes["progress"]}>
        <Text size="sm" role="status">
          {rows === undefined ? t`Exporting: ${size}` : t`Exporting: ${rows} rows, ${size}`}
        </Text>
        <Progress value={share} animated size="sm" aria-label={t`Export`} />
      </div>
      <Button variant="default" onClick={onCancel}>{t`Cancel the export`}</Button>
    </Group>
  );
}

function sizeText(bytes: number): string {
  if (bytes < KILOBYTE ** 2) return `${numberText(bytes / KILOBYTE)} kB`;
  return `${numberText(bytes / KILOBYTE ** 2, 1)} MB`;
}
