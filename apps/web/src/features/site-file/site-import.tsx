import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Alert, Button, FileInput, Group, Loader, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconFileCode } from "@tabler/icons-react";
import {
  importSiteFile,
  previewSite,
  SITE_FILE_MAX_BYTES,
  type SiteError,
} from "@verandah/contract/campuses/site-file.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { isRefusal } from "#shared/call.ts";
import { numberText } from "#shared/format/number.ts";
import { problemText } from "#shared/texts/problem-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { LeaveGuard } from "#shared/ui/dialogs/leave-guard.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";

import { type Choice, SiteDifference, totalOf } from "./site-difference.tsx";
import { useSiteTexts } from "./use-site-texts.ts";

interface Props {
  isExporting: boolean;
  onExport: () => void;
}

interface Chosen {
  file: File;
  text: string;
}

const startChoices = {
  places: { all: "same", except: [] } satisfies Choice<"same" | "another">,
  conflicts: { all: "present", except: [] } satisfies Choice<"present" | "file">,
};

/** Compares a file with the model, and imports it as a whole. */
export function SiteImport({ isExporting, onExport }: Props) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<Chosen>();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const [places, setPlaces] = useState<Choice<"same" | "another">>(startChoices.places);
  const [conflicts, setConflicts] = useState<Choice<"present" | "file">>(startChoices.conflicts);
  const preview = useChange(previewSite);
  const load = useChange(importSiteFile);
  const found = preview.data;
  const isTaken = conflicts.all === "file" || conflicts.except.length > 0;
  const hasRows =
    found !== undefined &&
    (isTaken || [found.added, found.changed, found.sameNames].some((list) => totalOf(list) > 0));
  const isReady = found !== undefined && found.errorCount === 0 && !preview.isPending;
  const isChanged = isRefusal(load.error, "site-changed");

  const compare = (site: string, choice: typeof places) => {
    load.reset();
    preview.mutate({ site, places: choice });
  };

  async function choose(file: File | null) {
    preview.reset();
    load.reset();
    setChosen(undefined);
    setPlaces(startChoices.places);
    setConflicts(startChoices.conflicts);
    setIsTooLarge(file !== null && file.size > SITE_FILE_MAX_BYTES);
    if (!file || file.size > SITE_FILE_MAX_BYTES) return;
    const text = await file.text();
    setChosen({ file, text });
    compare(text, startChoices.places);
  }

  return (
    <Stack gap="sm">
      <LeaveGuard hasChanges={load.isPending} />
      <Text size="sm">
        {t`Choose a file to see the difference. Nothing is stored before you import it, and an import removes nothing.`}
      </Text>
      <FileInput
        label={t`Site file`}
        placeholder={t`Choose a JSON file`}
        accept=".json,application/json"
        clearable
        clearButtonProps={{ "aria-label": t`Remove the file` }}
        leftSection={<IconFileCode size={18} aria-hidden />}
        maw={420}
        value={chosen?.file ?? null}
        error={isTooLarge && problemText("body-too-large")}
        disabled={load.isPending}
        onChange={(file) => void choose(file)}
      />
      {preview.isPending && (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">{t`Comparing the file`}</Text>
        </Group>
      )}
      <ErrorBanner error={preview.error} />
      {found && found.errorCount > 0 && <SiteErrors errors={found.errors} count={found.errorCount} />}
      {found && chosen && isReady && !load.data && (
        <SiteDifference
          found={found}
          places={places}
          onPlaces={(next) => {
            setPlaces(next);
            compare(chosen.text, next);
          }}
          conflicts={conflicts}
          onConflicts={setConflicts}
        />
      )}
      {load.data && (
        <Alert role="status" color="gray" title={t`The site file is imported`}>
          <Text size="sm">
            {t`Added: ${numberText(load.data.added)}. Changed: ${numberText(load.data.changed)}.`}
          </Text>
        </Alert>
      )}
      <ErrorBanner error={load.error} />
      {chosen && isReady && !load.data && (
        <Group>
          {isChanged ? (
            <Button onClick={() => compare(chosen.text, places)}>{t`Compare again`}</Button>
          ) : (
            <Button
              disabled={!hasRows}
              loading={load.isPending}
              onClick={() => load.mutate({ site: chosen.text, model: found.model, places, conflicts })}
            >
              {hasRows ? t`Import` : t`Nothing to import`}
            </Button>
          )}
          <Button variant="default" loading={isExporting} onClick={onExport}>
            {t`Export the present model first`}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The errors of a file with their places. */
function SiteErrors({ errors, count }: { errors: readonly SiteError[]; count: number }) {
  const { t } = useLingui();
  const texts = useSiteTexts();
  return (
    <>
      <Alert
        role="status"
        color="yellow"
        icon={<IconAlertTriangle aria-hidden />}
        title={plural(count, { one: "# error in the file", other: "# errors in the file" })}
      >
        <Text size="sm">{t`Correct the file and choose it again. Nothing is imported.`}</Text>
      </Alert>
      <DataTable
        label={t`Errors in the file`}
        rows={errors}
        rowKey={({ line, column, path, code }) => `${line}/${column}/${path}/${code}`}
        columns={[
          { header: t`Line`, text: ({ line }) => line, isNumber: true },
          { header: t`Column`, text: ({ column }) => column, isNumber: true },
          { header: t`Field`, text: ({ path }) => path, width: 240 },
          { header: t`Error`, text: texts.error, card: "line" },
        ]}
      />
    </>
  );
}
