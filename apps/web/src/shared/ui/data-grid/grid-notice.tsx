import { useLingui } from "@lingui/react/macro";
import { Box, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertCircle, IconInbox, IconRefreshAlert } from "@tabler/icons-react";
import { PAGE_SIZE } from "@verandah/contract/paging.ts";

import classes from "./data-grid.module.css";

/** Placeholder rows with the final size while the first ones are loaded. */
export function GridSkeleton({ columns }: { columns: number }) {
  return Array.from({ length: PAGE_SIZE }, (_, row) => (
    <tr key={row} aria-hidden className={classes["row"]}>
      {Array.from({ length: columns }, (__, column) => (
        <td key={column} className={classes["cell"]}>
          <Skeleton height={12} width={column === 0 ? "80%" : "55%"} radius="sm" />
        </td>
      ))}
    </tr>
  ));
}

interface Props {
  columns: number;
  /** Why there are no rows; undefined: there are none. */
  error: string | undefined;
  emptyText: string;
  isFiltered: boolean;
  onRetry: () => void;
  onClear: () => void;
}

/** Explains why no rows are shown, and what to do next. */
export function GridNotice({ columns, error, emptyText, isFiltered, onRetry, onClear }: Props) {
  const { t } = useLingui();
  const Icon = error ? IconAlertCircle : IconInbox;
  return (
    <tr>
      <Box component="td" colSpan={columns} h={200} p={0}>
        <Stack align="center" gap={8} p={24} className={classes["noticeText"] ?? ""}>
          <Icon size={26} stroke={1.5} aria-hidden />
          <Text size="sm" c={error ? "var(--mantine-color-error)" : "dimmed"}>
            {error ?? (isFiltered ? t`Nothing matches the filter.` : emptyText)}
          </Text>
          {error ? (
            <Button size="xs" variant="default" onClick={onRetry}>{t`Try again`}</Button>
          ) : (
            isFiltered && (
              <Button size="xs" variant="default" onClick={onClear}>{t`Clear all filters`}</Button>
            )
          )}
        </Stack>
      </Box>
    </tr>
  );
}

/** Shows above the rows that the last refresh failed, so the rows may be outdated. */
export function GridOutdated({ error, onRetry }: { error: string; onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <Group wrap="nowrap" gap={8} py={6} c="var(--text-low)" role="status">
      <IconRefreshAlert size={16} aria-hidden />
      <Text size="sm">{t`Not up to date: ${error}`}</Text>
      <Button size="compact-xs" flex="none" variant="default" onClick={onRetry}>{t`Try again`}</Button>
    </Group>
  );
}
