import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Alert, Button, Code, FileInput, Group, Progress, ScrollArea, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconFileSpreadsheet } from "@tabler/icons-react";
import {
  coworkingColumns,
  PEOPLE_FILE_MAX_BYTES,
  uploadCoworkingUsers,
  type WrongRow,
} from "@verandah/contract/coworking.ts";
import { PAGE_SIZE } from "@verandah/contract/paging.ts";
import { useState } from "react";

import { useChangeBy } from "#data/query/use-change.ts";
import { sendFile } from "#shared/call.ts";
import { numberText } from "#shared/format/number.ts";
import { refusalText } from "#shared/texts/field-text.ts";
import { problemText } from "#shared/texts/problem-text.ts";
import type { GridColumn } from "#shared/ui/data-grid/columns.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import type { GridState } from "#shared/ui/data-grid/grid-state.ts";
import { localPageOf } from "#shared/ui/data-grid/local-page.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

interface Upload {
  file: File;
  mode: "check" | "all" | "correct";
  /** Called with the part that is sent, 0 to 1. */
  onSent: (part: number) => void;
}

/** Checks or imports a file of people. */
const useUpload = () =>
  useChangeBy(
    uploadCoworkingUsers,
    ({ file, mode, onSent }: Upload) =>
      sendFile(uploadCoworkingUsers, { mode }, { body: file, type: "text/csv" }, onSent),
    { identify: ({ file, mode }) => [mode, file.name, file.size, file.lastModified] },
  );

/** Checks a file of people, shows its wrong rows, and imports it. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const check = useUpload();
  const store = useUpload();
  const isTooLarge = file !== null && file.size > PEOPLE_FILE_MAX_BYTES;
  const found = check.data;
  const correct = found ? found.added + found.replaced : 0;
  const wrong = found?.wrong.length ?? 0;
  const failure = store.error ?? check.error;
  const error = isTooLarge ? problemText("people-file-too-large") : failure && refusalText(failure, "file");

  function choose(chosen: File | null) {
    setFile(chosen);
    setSent(0);
    check.reset();
    store.reset();
    if (chosen && chosen.size <= PEOPLE_FILE_MAX_BYTES)
      check.mutate({ file: chosen, mode: "check", onSent: setSent });
  }

  function importFile() {
    if (!file) return;
    setSent(0);
    const mode = wrong > 0 ? "correct" : "all";
    store.mutate(
      { file, mode, onSent: setSent },
      {
        onSuccess: ({ isImported, added, replaced }) => {
          if (!isImported) return;
          const people = plural(added + replaced, { one: "# person imported", other: "# people imported" });
          showToast({ kind: "success", text: t`${people}: ${added} added, ${replaced} replaced` });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={!store.isPending}
      withCloseButton={!store.isPending}
      size="lg"
      title={t`Upload coworking users`}
    >
      <Stack gap="md">
        <Text size="sm">
          {t`A CSV file of at most 5 MB and 50,000 rows. Its first row names the columns:`}{" "}
          <Code style={{ whiteSpace: "normal" }}>{coworkingColumns.join(", ")}</Code>
        </Text>
        <FileInput
          label={t`File`}
          placeholder={t`Choose a CSV file`}
          accept=".csv,text/csv"
          clearable
          clearButtonProps={{ "aria-label": t`Remove the file` }}
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          value={file}
          error={error}
          disabled={store.isPending}
          onChange={choose}
        />
        {(check.isPending || store.isPending) && (
          <Stack gap={4}>
            <Text size="sm" role="status">
              {sent < 1 ? t`Sending the file` : store.isPending ? t`Importing` : t`Checking the rows`}
            </Text>
            <Progress
              value={sent < 1 ? sent * 100 : 100}
              animated={sent >= 1}
              aria-label={t`Progress of the upload`}
            />
          </Stack>
        )}
        {found && !isTooLarge && (
          <ImportSummary added={found.added} replaced={found.replaced} wrong={wrong} />
        )}
        {found && wrong > 0 && (
          <ScrollArea.Autosize mah="38dvh" viewportProps={{ tabIndex: 0, "aria-label": t`Wrong rows` }}>
            <WrongRows rows={found.wrong} />
          </ScrollArea.Autosize>
        )}
        <Group justify="flex-end">
          <Button variant="default" disabled={store.isPending} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button disabled={correct === 0} loading={store.isPending} onClick={importFile}>
            {wrong > 0 ? (
              <Plural
                value={correct}
                one="Import only the # correct row"
                other="Import only the # correct rows"
              />
            ) : (
              <Plural value={correct} one="Import # person" other="Import # people" />
            )}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What an import of a checked file would do. */
function ImportSummary({ added, replaced, wrong }: { added: number; replaced: number; wrong: number }) {
  const { t } = useLingui();
  const isGood = wrong === 0;
  const count = numberText(wrong);
  const title = isGood
    ? t`All rows are correct.`
    : plural(wrong, { one: "# row is wrong.", other: "# rows are wrong." });
  return (
    <Alert
      role="status"
      color={isGood ? "green" : "yellow"}
      icon={isGood ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title}
    >
      <Text size="sm">
        <Trans>
          People to add: {numberText(added)}. People to replace, with the same user_id: {numberText(replaced)}
          .
        </Trans>
      </Text>
      {!isGood && (
        <Text size="sm">
          {t`Correct the ${count} below in the file and choose it again, or import the others.`}
        </Text>
      )}
    </Alert>
  );
}

const first: GridState = { page: 1, rows: PAGE_SIZE, sort: { column: "row", order: "asc" }, filters: {} };

function useProblemText(): (problem: WrongRow["problems"][number]) => string {
  const { t } = useLingui();
  return ({ column, problem }) => {
    switch (problem) {
      case "empty":
        return t`${column} is empty`;
      case "too-long":
        return t`${column} is too long`;
      case "formula":
        return t`${column} begins like a formula (=, +, - or @): begin it with a letter or digit`;
      case "character":
        return t`${column} contains a damaged or invisible character: type it again`;
      case "alphabets":
        return t`${column} mixes letters of two alphabets: type it again in one`;
      case "email":
        return t`${column} is not one e-mail address: write it like name@example.com, or leave it empty`;
      case "contact":
        return t`${column} is not a phone number: write it like +91 98765 43210, or leave it empty`;
      case "repeated":
        return t`${column} is already in an earlier row`;
      case "cells":
      default:
        return t`The row does not have 5 cells`;
    }
  };
}

/** Every row of a file that cannot be imported, with the reasons. */
function WrongRows({ rows }: { rows: readonly WrongRow[] }) {
  const { t } = useLingui();
  const textOf = useProblemText();
  const [state, setState] = useState(first);
  const reasons = (row: WrongRow) => row.problems.map(textOf).join("; ");
  const columns: GridColumn<WrongRow>[] = [
    { id: "row", header: t`Row`, width: 60, isNumber: true, text: ({ row }) => row },
    { id: "user_id", header: "user_id", width: 110, card: "title", text: (row) => row.user_id },
    { id: "reasons", header: t`Reason`, width: 240, card: "line", text: reasons },
  ];
  return (
    <DataGrid
      label={t`Wrong rows`}
      columns={columns}
      rowKey={({ row }) => String(row)}
      of={{ data: localPageOf(rows, state, columns) }}
      state={state}
      onState={setState}
      emptyText={t`No wrong rows`}
    />
  );
}
