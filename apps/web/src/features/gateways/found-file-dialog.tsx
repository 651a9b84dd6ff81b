import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, FileInput, Group, Radio, Stack, Text } from "@mantine/core";
import { IconFile } from "@tabler/icons-react";
import { addFoundFile, FOUND_FILE_MAX_BYTES } from "@verandah/contract/gateways/scans.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { problemText } from "#shared/texts/problem-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

type Kind = "ede" | "points";
type FileError = ReplyOf<typeof addFoundFile>["errors"][number];

/** Base64 has four letters for three bytes. */
const MAX_BYTES = (FOUND_FILE_MAX_BYTES * 3) / 4;

/** In base64. */
async function contentOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function useErrorText(): (error: FileError) => string {
  const { t } = useLingui();
  return ({ code, value }) => {
    const text = value ?? "";
    const texts: Record<FileError["code"], string> = {
      "no-heading": t`No row with the names of the columns`,
      "no-rows": t`No rows`,
      "too-many-rows": t`Too many rows`,
      "row-long": t`The row is too long`,
      "quote-open": t`A quotation mark is not closed`,
      "column-missing": t`This column is missing`,
      "column-unknown": t`Unknown column`,
      "column-repeated": t`The column is there twice`,
      empty: t`Empty`,
      number: t`"${text}" is not a number`,
      range: t`"${text}" is too large`,
      repeated: t`"${text}" is there twice`,
      "yes-or-no": t`"${text}" is neither yes nor no`,
      ssid: t`"${text}" is not an id: letters, digits, dots, underscores or hyphens`,
      name: t`"${text}" is not a name`,
      "point-id": t`"${text}" is not the id of a point`,
      unit: t`"${text}" is not a unit`,
      differs: t`"${text}" differs from an earlier row of the device`,
    };
    return texts[code];
  };
}

/** Takes what a planner delivers as a file among the found devices. */
export function FoundFileDialog({ gateway, onClose }: { gateway: number; onClose: () => void }) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const send = useChange(addFoundFile);
  const [kind, setKind] = useState<Kind>("ede");
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file !== null && file.size > MAX_BYTES;
  const { errorCount = 0, errors = [] } = send.data ?? {};

  async function submit(chosen: File): Promise<void> {
    const content = await contentOf(chosen);
    const { devices, errorCount: wrong } = await send.mutateAsync({ id: gateway, kind, content });
    if (wrong > 0) return;
    showToast({
      kind: "success",
      text: t`${plural(devices, { one: "# device is in the list.", other: "# devices are in the list." })}`,
    });
    onClose();
  }

  return (
    <Dialog title={t`Devices from a file`} onClose={onClose} closeOnClickOutside={false} size="lg">
      <Stack gap="sm" align="stretch">
        <Radio.Group
          label={t`Kind of file`}
          value={kind}
          onChange={(value) => {
            send.reset();
            setKind(value === "points" ? "points" : "ede");
          }}
        >
          <Stack gap={6} mt={6}>
            <Radio value="ede" label={t`EDE: the list of objects of a BACnet planner`} />
            <Radio value="points" label={t`CSV: devices and points, one row a point`} />
          </Stack>
        </Radio.Group>
        <FileInput
          label={t`File`}
          placeholder={t`Choose a CSV file`}
          accept=".csv,text/csv"
          clearable
          clearButtonProps={{ "aria-label": t`Remove the file` }}
          leftSection={<IconFile size={18} aria-hidden />}
          value={file}
          error={isTooLarge && problemText("body-too-large")}
          onChange={(chosen) => {
            send.reset();
            setFile(chosen);
          }}
        />
        <ErrorBanner error={send.error} />
        {errorCount > 0 && (
          <>
            <Text size="sm" role="alert">
              {t`${plural(errorCount, { one: "# error. Nothing is taken from the file.", other: "# errors. Nothing is taken from the file." })}`}
            </Text>
            <DataTable
              label={t`Errors of the file`}
              rows={errors}
              rowKey={({ row, column, code }) => `${row} ${column} ${code}`}
              columns={[
                { header: t`Row`, isNumber: true, text: ({ row }) => row },
                { header: t`Column`, text: ({ column }) => column ?? "" },
                { header: t`Error`, width: 260, text: errorText },
              ]}
            />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button
            disabled={file === null || isTooLarge}
            loading={send.isPending}
            onClick={() => {
              if (file) submit(file).catch(() => undefined);
            }}
          >
            {t`Read the file`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
