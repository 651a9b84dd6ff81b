import { useLingui } from "@lingui/react/macro";
import { Box, Group, Table, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";

import { GridFooter, pagesOf } from "#shared/ui/data-grid/grid-footer.tsx";
import { Section, type Shown } from "#shared/ui/section.tsx";

import classes from "./administration.module.css";

/** Source: spec 2 §9 mapping table page size. */
const PAGE_ROWS = 5;

interface Props<Row> {
  label: string;
  of: Shown<readonly Row[]>;
  columns: readonly { header: string; text: (row: Row) => string; cell?: (row: Row) => ReactNode }[];
  rowKey: (row: Row) => number;
  /** Buttons of a row. */
  actions: (row: Row) => ReactNode;
  emptyText: string;
}

/** Rows in pages of five, with a search over all of them. */
export function PagedTable<Row>({ label, of, columns, rowKey, actions, emptyText }: Props<Row>) {
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
          {/* A frame that scrolls must be reachable by the keyboard. */}
          <Box className={classes["frame"] ?? ""} role="region" aria-label={label} tabIndex={0}>
            <Table aria-label={label}>
              <Table.Thead>
                <Table.Tr>
                  {columns.map(({ header }) => (
                    <Table.Th key={header}>{header}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.map((row) => (
                  <Table.Tr key={rowKey(row)}>
                    {columns.map(({ header, text, cell }, index) => (
                      <Table.Td key={header}>
                        {index === columns.length - 1 ? (
                          <Group gap="xs" justify="space-between">
                            <span>{cell ? cell(row) : text(row)}</span>
                            <span className={classes["actions"]}>{actions(row)}</span>
                          </Group>
                        ) : cell ? (
                          cell(row)
                        ) : (
                          text(row)
                        )}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Box>
          {found.length === 0 && (
            <Text size="sm" c="dimmed" py="md" ta="center">
              {rows.length === 0 ? emptyText : t`Nothing matches the search.`}
            </Text>
          )}
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
