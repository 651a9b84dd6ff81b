import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { IconTrash, IconUpload } from "@tabler/icons-react";
import {
  coworkingColumns,
  type CoworkingUser,
  getClientDetails,
  listCoworkingUsers,
  deleteCoworkingUsers,
} from "@verandah/contract/coworking.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import type { GridColumn } from "#shared/ui/data-grid/columns.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import { type GridAddress, gridFields } from "#shared/ui/data-grid/grid-state.ts";
import { useGridState } from "#shared/ui/data-grid/use-grid-state.ts";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { SearchField } from "#shared/ui/fields/search-field.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { UploadDialog } from "./upload-dialog.tsx";

const address: GridAddress = {
  prefix: "",
  columns: coworkingColumns,
  sortedBy: { column: "user_name", order: "asc" },
};

function useCoworkingColumns(): GridColumn<CoworkingUser>[] {
  const { t } = useLingui();
  return [
    { id: "user_name", header: t`Person`, width: 160, render: (row) => row.user_name },
    { id: "client", header: t`Company`, width: 150, render: (row) => row.client.name },
    { id: "user_id", header: t`User id`, width: 110, render: (row) => row.user_id },
    { id: "user_email", header: t`E-mail`, width: 200, card: "line", render: (row) => row.user_email || "–" },
    {
      id: "user_contact_no",
      header: t`Contact number`,
      width: 140,
      card: "line",
      render: (row) => row.user_contact_no || "–",
    },
  ];
}

/** The people of the coworking companies: upload, list, delete. Source: spec 1 §7 Coworking. */
export function CoworkingScreen() {
  const { t } = useLingui();
  const { building } = useSession();
  const [state, setState] = useGridState(address);
  const [fields, changeFields] = useSearchState();
  const search = searchText(fields["search"]);
  const client = Number(fields["client"]) || undefined;
  const clients = useRoute(getClientDetails, { id: building.id });
  const people = useRoute(
    listCoworkingUsers,
    {
      ...gridFields(state),
      ...(search !== undefined && { search }),
      ...(client !== undefined && { client_id: client }),
    },
    { keepsLast: true },
  );
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState<"upload" | "delete">();
  const columns = useCoworkingColumns();
  function select(rows: readonly CoworkingUser[], isSelected: boolean): void {
    const next = new Set(chosen);
    for (const { id } of rows) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  }
  const close = () => setOpen(undefined);
  const narrow = (change: Record<string, string | undefined>) =>
    changeFields({ ...change, page: undefined }, { replace: true });
  const deleteText = plural(chosen.size, { one: "Delete # person", other: "Delete # people" });
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <PageTitle>{t`Coworking users`}</PageTitle>
          <Text size="sm" c="dimmed">
            {t`The people of the coworking companies. Seats and rooms can be booked for them.`}
          </Text>
        </div>
        <Group gap="sm">
          {chosen.size > 0 && (
            <Button
              variant="default"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setOpen("delete")}
            >
              {deleteText}
            </Button>
          )}
          <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setOpen("upload")}>
            {t`Upload a file`}
          </Button>
        </Group>
      </Group>
      <Group gap="sm">
        <SearchField
          label={t`Search people`}
          value={search ?? ""}
          onChange={(text) => narrow({ search: text || undefined })}
        />
        <Select
          aria-label={t`Company`}
          placeholder={t`All companies`}
          clearable
          clearButtonProps={{ "aria-label": t`Show all companies` }}
          searchable
          w={260}
          maw="100%"
          data={(clients.data ?? []).map(({ id, name, users }) => ({
            value: String(id),
            label: `${name} (${numberText(users)})`,
          }))}
          value={client === undefined ? null : String(client)}
          onChange={(value) => narrow({ client: value ?? undefined })}
        />
      </Group>
      <DataGrid
        label={t`Coworking users`}
        columns={columns}
        rowKey={({ id }) => String(id)}
        of={people}
        state={state}
        onState={setState}
        emptyText={
          search !== undefined || client !== undefined
            ? t`No person matches the search.`
            : t`No coworking users yet. Upload a file.`
        }
        selection={{
          has: ({ id }) => chosen.has(id),
          select,
          labelOf: ({ user_name: name }) => t`Choose ${name}`,
        }}
      />
      {open === "upload" && <UploadDialog onClose={close} />}
      {open === "delete" && (
        <DeletePeople
          ids={[...chosen]}
          label={deleteText}
          onDeleted={() => setChosen(new Set())}
          onClose={close}
        />
      )}
    </Stack>
  );
}

interface DeleteProps {
  ids: number[];
  label: string;
  onDeleted: () => void;
  onClose: () => void;
}

function DeletePeople({ ids, label, onDeleted, onClose }: DeleteProps) {
  const { t } = useLingui();
  const remove = useChange(deleteCoworkingUsers);
  return (
    <QuestionDialog
      title={`${label}?`}
      action={t`Delete`}
      call={remove}
      onConfirm={() =>
        remove.mutate(
          { ids },
          {
            onSuccess: ({ deleted }) => {
              showToast({
                kind: "success",
                text: plural(deleted, { one: "# person deleted", other: "# people deleted" }),
              });
              onDeleted();
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          Their coming bookings are cancelled. New bookings for them are not possible. An upload with the same
          user_id brings them back.
        </Trans>
      </Text>
    </QuestionDialog>
  );
}
