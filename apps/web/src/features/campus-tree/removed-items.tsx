import { useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type ListedRemoval, listRemovals, undoRemoval } from "@verandah/contract/campuses/removals.ts";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { fullText } from "#shared/format/time.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { showToast, toastFailure } from "#shared/ui/feedback/toast.ts";
import { Section } from "#shared/ui/section.tsx";

/** What administrators have removed, each with a way back. */
export function RemovedItemsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const removals = useRoute(listRemovals, {});
  const undo = useChange(undoRemoval);

  function readingsText({ readings, deletedAt, devices }: ListedRemoval): string {
    if (devices === 0) return "–";
    const at = deletedAt === null ? "" : fullText(deletedAt, campus.timeZone);
    if (readings === "to-delete") return t`Kept until ${at}`;
    return readings === "deleted" ? t`Deleted ${at}` : t`Kept`;
  }

  function bringBack({ id, name }: ListedRemoval) {
    undo.mutate(
      { id },
      {
        onSuccess: () => showToast({ kind: "success", text: t`${name} is back.` }),
        onError: toastFailure,
      },
    );
  }

  return (
    <Dialog title={t`Removed items`} onClose={onClose} size="xl">
      <Section of={removals} height={160} isPart>
        {(rows) => (
          <DataTable
            label={t`Removed items`}
            rows={rows}
            rowKey={({ id }) => id}
            emptyText={t`Nothing is removed.`}
            columns={[
              { header: t`Name`, text: ({ name }) => name },
              { header: t`Place`, text: ({ path }) => path.join(" › ") },
              {
                header: t`Removed`,
                text: ({ removedAt }) => fullText(removedAt, campus.timeZone),
                sortKey: ({ removedAt }) => removedAt,
              },
              { header: t`By`, text: ({ removedBy }) => removedBy },
              { header: t`Stored values`, text: readingsText },
              {
                header: t`Action`,
                render: (row) => (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t`Bring back ${row.name}`}
                    loading={undo.isPending && undo.variables.id === row.id}
                    onClick={() => bringBack(row)}
                  >
                    {t`Bring back`}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Section>
    </Dialog>
  );
}
