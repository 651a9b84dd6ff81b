import { useLingui } from "@lingui/react/macro";
import { Group, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { type previewSite, SITE_ROWS_MAX, siteItemKind } from "@verandah/contract/campuses/site-file.ts";
import { PAGE_SIZE } from "@verandah/contract/paging.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { useState } from "react";

import { numberText } from "#shared/format/number.ts";
import type { GridColumn } from "#shared/ui/data-grid/columns.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import type { GridState } from "#shared/ui/data-grid/grid-state.ts";
import { localPageOf } from "#shared/ui/data-grid/local-page.ts";
import { SearchField } from "#shared/ui/fields/search-field.tsx";

import { useSiteTexts } from "./use-site-texts.ts";

/** One choice for all rows, except those with the other one. */
export interface Choice<T extends string> {
  all: T;
  except: string[];
}

type Found = ReplyOf<typeof previewSite>;
type Group = "sameNames" | "conflicts" | "changed" | "added" | "notInFile";
type Row = Found["added"]["rows"][number] & Partial<Found["changed"]["rows"][number]>;

interface Props {
  found: Found;
  places: Choice<"same" | "another">;
  onPlaces: (choice: Choice<"same" | "another">) => void;
  conflicts: Choice<"present" | "file">;
  onConflicts: (choice: Choice<"present" | "file">) => void;
}

export const totalOf = ({ counts }: Pick<Found["added"], "counts">): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

const groups: readonly Group[] = ["sameNames", "conflicts", "changed", "added", "notInFile"];

const first: GridState = { page: 1, rows: PAGE_SIZE, sort: { column: "", order: "asc" }, filters: {} };

/** The difference of a file to the model, by group, with the choices. */
export function SiteDifference({ found, places, onPlaces, conflicts, onConflicts }: Props) {
  const { t } = useLingui();
  const texts = useSiteTexts();
  const [chosen, setChosen] = useState<Group>();
  const [search, setSearch] = useState("");
  const [state, setState] = useState(first);
  const names: Record<Group, string> = {
    sameNames: t`Same name`,
    conflicts: t`Conflicts`,
    changed: t`Changed`,
    added: t`Added`,
    notInFile: t`Not in the file`,
  };
  const explanations: Record<Group, string> = {
    sameNames: t`The file has these places with other keys. Choose for each whether it is the present place, or another one.`,
    conflicts: t`An administrator has set these values here, and the file has others. Choose which one applies.`,
    changed: t`The import stores the values of the file.`,
    added: t`The import adds these.`,
    notInFile: t`These stay as they are.`,
  };
  const shown = chosen ?? groups.find((group) => totalOf(found[group]) > 0) ?? "added";
  const { counts, rows }: { counts: Found["added"]["counts"]; rows: readonly Row[] } = found[shown];
  const lower = search.toLowerCase();
  const matching = rows.filter(({ key, name, field = "", present, file }) =>
    [key, name, field, present, file].some((text) => text?.toLowerCase().includes(lower)),
  );
  const total = totalOf(found[shown]);
  const limit = numberText(SITE_ROWS_MAX);
  const count = numberText(total);
  const hasValues = shown === "changed" || shown === "conflicts";
  const isChoice = shown === "sameNames" || shown === "conflicts";
  const [choice, choices] =
    shown === "sameNames"
      ? [places, { same: t`The same place`, another: t`Another place` }]
      : [conflicts, { present: t`Keep`, file: t`Take from the file` }];
  const options = Object.entries(choices).map(([value, label]) => ({ value, label }));
  const valueOf = ({ id }: Row) =>
    choice.except.includes(id) ? options.find(({ value }) => value !== choice.all)?.value : choice.all;

  function choose(all: string, except: string[]) {
    if (shown === "sameNames") onPlaces({ all: all === "same" ? "same" : "another", except });
    else onConflicts({ all: all === "file" ? "file" : "present", except });
  }
  const chooseFor = ({ id }: Row, value: string) => {
    const others = choice.except.filter((one) => one !== id);
    choose(choice.all, value === choice.all ? others : [...others, id]);
  };

  const valueColumn = (id: "present" | "file", header: string): GridColumn<Row> => ({
    id,
    header,
    width: 130,
    card: "field",
    text: (row) => texts.value(row.field ?? "", row[id] ?? null),
  });
  const all: (GridColumn<Row> | false)[] = [
    {
      id: "name",
      header: t`Name`,
      width: 150,
      card: "title",
      text: ({ kind, name }) => name || texts.kind(kind),
    },
    { id: "kind", header: t`Kind`, width: 90, text: ({ kind }) => texts.kind(kind) },
    { id: "key", header: t`Key or id`, width: 150, text: ({ key }) => key },
    hasValues && {
      id: "field",
      header: t`Field`,
      width: 110,
      card: "field",
      text: ({ field = "" }) => texts.field(field),
    },
    hasValues && valueColumn("present", t`Now`),
    hasValues && valueColumn("file", t`In the file`),
    isChoice && {
      id: "choice",
      header: t`Choice`,
      width: 230,
      isPlain: true,
      card: "line",
      render: (row) =>
        row.canTake === false ? (
          <Text size="sm">
            {row.field === "removed"
              ? t`The import leaves it removed. Bring it back in Places and devices`
              : t`Stays. Change it in Places and devices`}
          </Text>
        ) : (
          <SegmentedControl
            size="xs"
            aria-label={t`Choice for ${row.name}`}
            data={options}
            value={valueOf(row) ?? ""}
            onChange={(value) => chooseFor(row, value)}
          />
        ),
    },
  ];
  const columns = all.flatMap((column) => (column ? { isWithoutFilter: true, ...column } : []));

  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {groups
          .filter((group) => totalOf(found[group]) > 0)
          .map((group) => `${names[group]}: ${numberText(totalOf(found[group]))}`)
          .join(" · ")}
      </Text>
      <Group gap="sm" align="flex-end">
        <Select
          label={t`Show`}
          data={groups.map((value) => ({
            value,
            label: `${names[value]} (${numberText(totalOf(found[value]))})`,
          }))}
          value={shown}
          allowDeselect={false}
          onChange={(value) => {
            setChosen(groups.find((group) => group === value));
            setState(first);
          }}
        />
        <SearchField label={t`Search in the difference`} value={search} onChange={setSearch} />
        {isChoice && total > 1 && (
          <Group gap={6}>
            <Text size="sm">{t`For all`}</Text>
            <SegmentedControl
              size="xs"
              aria-label={t`Choice for all`}
              data={options}
              value={choice.all}
              onChange={(value) => choose(value, [])}
            />
          </Group>
        )}
      </Group>
      <Text size="sm">
        {[
          explanations[shown],
          ...Object.entries(counts).map(
            ([kind, one]) => `${texts.kind(siteItemKind.parse(kind))}: ${numberText(one)}`,
          ),
        ].join(" · ")}
      </Text>
      {total > rows.length && (
        <Text size="sm" c="dimmed">{t`The table has the first ${limit} of ${count} rows.`}</Text>
      )}
      <DataGrid
        label={names[shown]}
        columns={columns}
        rowKey={({ id }) => id}
        of={{ data: localPageOf(matching, state, columns) }}
        state={state}
        onState={setState}
        emptyText={t`No rows`}
      />
    </Stack>
  );
}
