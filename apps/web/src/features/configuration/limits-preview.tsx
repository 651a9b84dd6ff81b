import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import {
  PREVIEW_DAYS,
  type previewConfiguration,
  saveLimits,
} from "@verandah/contract/campuses/limits-preview.ts";
import { type ReplyOf, type SentOf } from "@verandah/contract/route.ts";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { numberText } from "#shared/format/number.ts";
import { dateText } from "#shared/format/time.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

import { useLimitGroups } from "./limit-fields.ts";

interface Props {
  preview: ReplyOf<typeof previewConfiguration>;
  limits: SentOf<typeof previewConfiguration>;
  onClose: (isSaved: boolean) => void;
}

/** The alarms that new limits would have raised, before they are saved. */
export function LimitsPreview({ preview, limits, onClose }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const groups = useLimitGroups();
  const save = useChange(saveLimits);
  const from = preview.from === null ? undefined : dateText(preview.from, campus.timeZone);
  return (
    <Dialog title={t`Save the limits?`} onClose={() => onClose(false)}>
      <Stack gap="md">
        <Text size="sm">
          {from === undefined
            ? t`There are no readings of the last ${PREVIEW_DAYS} days to try the limits on.`
            : t`Alarms of the last ${PREVIEW_DAYS} days (readings from ${from}), estimated from 5-minute values:`}
        </Text>
        {from !== undefined && (
          <DataTable
            label={t`Limits`}
            narrow="scroll"
            rows={preview.kinds}
            rowKey={({ kind }) => kind}
            columns={[
              { header: t`Limit`, render: ({ kind }) => groups.find((group) => group.kind === kind)?.name },
              { header: t`Current limits`, render: ({ present }) => numberText(present), isNumber: true },
              { header: t`New limits`, render: ({ proposed }) => numberText(proposed), isNumber: true },
            ]}
          />
        )}
        <Text size="sm">{t`The new limits are in effect at once.`}</Text>
        <ErrorBanner error={save.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose(false)}>{t`Cancel`}</Button>
          <Button
            loading={save.isPending}
            onClick={() =>
              save.mutate(limits, {
                onSuccess: () => {
                  showToast({ kind: "success", text: t`The limits are saved` });
                  onClose(true);
                },
              })
            }
          >
            {t`Save`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
