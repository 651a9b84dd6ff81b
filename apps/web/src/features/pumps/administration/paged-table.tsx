import { useLingui } from "@lingui/react/macro";
import { Group, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";

import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { GridFooter, pagesOf } from "#shared/ui/data-grid/grid-footer.tsx";
import { Section, type Shown } from "#shared/ui/section.tsx";

/** Source: spec 2 §9 mapping table page size. */
const PAGE_ROWS = 5;

interface Props<Row> {
  label: string;
  of: Shown<readonly Row[]>;
  columns: readonly { header: string; text: (row: Row) => string }[];
  rowKey: (row: Row) => number;
  /** Buttons of a row, in its last cell. */
  actions: (row: Row) => ReactNode;
  /** The buttons are in a column of their own. */
  hasActionColumn?: boolean;
  emptyText: string;
}

/** Rows in pages of five, with a search over all of them. */
export function PagedTable<Row>(props: Props<Row>) {
  const { label, of, columns, rowKey, actions, hasActionColumn = false, emptyText } = props;
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const { data: all = [] } = of;
  const found = all.filter((row) => columns.some(({ text }) => text(row).toLowerCase().includes(wanted)));
  const current = Math.min(page, pagesOf(found.length, PAGE_ROWS));
  const shown = found.slice((current - 1) * PAGE_ROWS, current * PAGE_ROWS);
  return (
    <Section of={of} height={240} isPart>
      {(rows) => (
        <>
          {rows.length > PAGE_ROWS && (
            <TextInput
              maw={320}
              mb="xs"
              aria-label={t`Search in ${label}`}
              placeholder={t`Search`}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={search}
              onChange={(event) => {
                setSearch(event.currentTarget.value);
                setPage(1);
              }}
            />
          )}
          <DataTable
            label={label}
            rows={shown}
            rowKey={rowKey}
            emptyText={rows.length === 0 ? emptyText : t`Nothing matches the search.`}
            columns={[
              ...columns.map(({ header, text }, index) => ({
                header,
                width: 104,
                render: (row: Row) =>
                  hasActionColumn || index < columns.length - 1 ? (
                    text(row)
                  ) : (
                    <Group gap="xs" justify="space-between">
                      <span>{text(row)}</span>
                      <span style={{ whiteSpace: "nowrap" }}>{actions(row)}</span>
                    </Group>
                  ),
              })),
              hasActionColumn && { header: t`Actions`, card: "action", render: actions },
            ]}
          />
          <GridFooter
            label={label}
            page={current}
            total={found.length}
            pageRows={PAGE_ROWS}
            onPage={setPage}
          />
        </>
      )}
    </Section>
  );
}
