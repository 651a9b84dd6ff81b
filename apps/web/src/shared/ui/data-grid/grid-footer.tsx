import { useLingui } from "@lingui/react/macro";
import { Group, NativeSelect, Pagination, Text } from "@mantine/core";
import { PAGE_SIZE, PAGE_SIZES, type PageSize, ROWS_BEFORE_MAX } from "@verandah/contract/paging.ts";

import { numberText } from "../../format/number.ts";

interface Props {
  label: string;
  page: number;
  /** Undefined until the first answer. */
  total: number | undefined;
  isTotalExact?: boolean;
  /** 10 unless given. */
  pageRows?: number;
  onPage: (page: number) => void;
  /** Given where the user may choose how many rows a page has. */
  onPageRows?: (rows: PageSize) => void;
}

/** Which rows are shown of how many, and the way to the others. */
export function GridFooter(props: Props) {
  const { label, page, total, isTotalExact = true, pageRows = PAGE_SIZE, onPage, onPageRows } = props;
  const { t } = useLingui();
  const pages = pagesOf(total ?? 0, pageRows);
  const first = numberText((page - 1) * pageRows + 1);
  const last = numberText(Math.min(total ?? 0, page * pageRows));
  const all = `${numberText(total ?? 0)}${isTotalExact ? "" : "+"}`;
  const controls = {
    first: t`First page`,
    previous: t`Previous page`,
    next: t`Next page`,
    last: t`Last page`,
  };
  return (
    <Group justify="space-between" gap="6px 16px" mih={36} pt={8}>
      <Text size="sm" c="dimmed" role="status">
        {total === undefined ? "" : total === 0 ? t`No rows` : `${first}–${last} / ${all}`}
      </Text>
      {onPageRows && (total ?? 0) > PAGE_SIZE && (
        <NativeSelect
          size="xs"
          aria-label={t`Rows per page of ${label}`}
          data={PAGE_SIZES.map(String)}
          value={String(pageRows)}
          onChange={(event) => {
            const chosen = PAGE_SIZES.find((size) => size === Number(event.currentTarget.value));
            if (chosen) onPageRows(chosen);
          }}
        />
      )}
      {pages > 1 && (
        <nav aria-label={t`Pages of ${label}`}>
          <Pagination
            size="sm"
            siblings={1}
            withEdges
            value={page}
            total={pages}
            onChange={onPage}
            getControlProps={(control) => ({ "aria-label": controls[control] })}
            getItemProps={(item) => ({ "aria-label": t`Page ${item}` })}
          />
        </nav>
      )}
    </Group>
  );
}

/** How many pages there are, at least one. */
export function pagesOf(total: number, pageRows = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(Math.min(total, ROWS_BEFORE_MAX) / pageRows));
}
