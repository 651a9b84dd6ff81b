import { useLingui } from "@lingui/react/macro";
import { Box, Button, Group, Progress, Text } from "@mantine/core";
import type { Route, SentOf } from "@verandah/contract/route.ts";

import { numberText } from "../format/number.ts";
import type { ExportFormat } from "./export-file.ts";
import type { useExport } from "./use-export.ts";

const KILOBYTE = 1_000;

interface Props<R extends Route> {
  exporting: ReturnType<typeof useExport>;
  isDisabled: boolean;
  /** Rows to come, where that is known. */
  total?: number | undefined;
  route: R;
  inputOf: (format: ExportFormat) => SentOf<R>;
  /** Of the file, without its ending. */
  name: string;
}

/** Exports all that the filter matches, and says how far it is. Source: spec 2 §2 Reports screen ('Export to Csv'). */
export function ExportButtons<R extends Route>(props: Props<R>) {
  const { exporting, isDisabled, total, route, inputOf, name } = props;
  const { t } = useLingui();
  const { running, cancel } = exporting;
  const start = (format: ExportFormat) => exporting.start({ route, input: inputOf(format), format, name });
  if (!running)
    return (
      <Group gap="xs">
        <Button disabled={isDisabled} onClick={() => start("csv")}>{t`Export to Csv`}</Button>
        <Button
          variant="default"
          disabled={isDisabled}
          onClick={() => start("xlsx")}
        >{t`Export to Xlsx`}</Button>
      </Group>
    );
  const size = sizeText(running.bytes);
  const rows = running.rows === undefined ? undefined : numberText(running.rows);
  const share = running.rows !== undefined && total ? Math.min(100, (100 * running.rows) / total) : 100;
  return (
    <Group gap="sm" wrap="nowrap" mih={36}>
      <Box miw={200}>
        <Text size="sm" role="status">
          {rows === undefined ? t`Exporting: ${size}` : t`Exporting: ${rows} rows, ${size}`}
        </Text>
        <Progress value={share} animated size="sm" aria-label={t`Export`} />
      </Box>
      <Button variant="default" onClick={cancel}>{t`Cancel the export`}</Button>
    </Group>
  );
}

function sizeText(bytes: number): string {
  if (bytes < KILOBYTE ** 2) return `${numberText(bytes / KILOBYTE)} kB`;
  return `${numberText(bytes / KILOBYTE ** 2, 1)} MB`;
}
