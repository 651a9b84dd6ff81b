import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Checkbox, Stack, Text } from "@mantine/core";
import { exportSite } from "@verandah/contract/campuses/site-file.ts";
import { useState } from "react";

import { useExport } from "#shared/export/use-export.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";

import { SiteImport } from "./site-import.tsx";

/** The model of the campus as a file: export, and import after a look at the difference. */
export function SiteFileScreen() {
  const { t } = useLingui();
  const [hasPasswords, setHasPasswords] = useState(false);
  const exporting = useExport();
  const exportModel = (passwords: boolean) =>
    exporting.start({
      route: exportSite,
      input: passwords ? { passwords: "hashes" } : {},
      format: "json",
      name: "site",
    });
  return (
    <Stack gap={14}>
      <PageTitle>{t`Site file`}</PageTitle>
      <SectionCard title={t`Export`}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            <Trans>
              One file with the places, seats, rooms, gateways, devices, points, equipment types and tariffs
              of this campus. Imported elsewhere, it gives the same campus. It has no users, readings, alarms,
              schedules, bookings, limits and floor plan drawings.
            </Trans>
          </Text>
          <Checkbox
            label={t`With the hashes of the passwords of gateways and devices, so that they can connect elsewhere`}
            checked={hasPasswords}
            onChange={(event) => setHasPasswords(event.currentTarget.checked)}
          />
          <Button
            variant="default"
            loading={exporting.running !== undefined}
            onClick={() => exportModel(hasPasswords)}
          >
            {t`Export the site file`}
          </Button>
          <ErrorBanner text={exporting.failure} onClose={exporting.forgetFailure} />
        </Stack>
      </SectionCard>
      <SectionCard title={t`Import`}>
        <SiteImport isExporting={exporting.running !== undefined} onExport={() => exportModel(true)} />
      </SectionCard>
    </Stack>
  );
}
