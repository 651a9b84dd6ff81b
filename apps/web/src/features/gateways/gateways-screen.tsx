import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type GatewayClaim, listGateways } from "@verandah/contract/gateways/gateways.ts";
import { useState } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { RowButton } from "#shared/ui/data-grid/row-button.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { AddGatewayDialog, ClaimDialog } from "./claim-dialog.tsx";
import { GatewayDetails } from "./gateway-details.tsx";
import { ProfilesCard } from "./profiles-card.tsx";
import { SensorsCard } from "./sensors-card.tsx";
import { useCertificateText, useConnectionText, useModelText } from "./use-gateway-texts.ts";

/** The gateways of the campus, profiles of devices, and sensors that connect by themselves. */
export function GatewaysScreen() {
  const { t } = useLingui();
  const [search, change] = useSearchState();
  const listed = useRoute(listGateways, {});
  const [isAdding, setIsAdding] = useState(false);
  const [claim, setClaim] = useState<GatewayClaim>();
  const named = searchText(search["gateway"]);
  const chosen = Number(named) || (listed.data?.find(({ ssid }) => ssid === named)?.id ?? 0);
  const add = (
    <Button
      // Beside gateways it is one action of several.
      variant={listed.data?.length ? "default" : "filled"}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setIsAdding(true)}
    >
      {t`Add gateway`}
    </Button>
  );
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <PageTitle>{t`Gateways`}</PageTitle>
        {chosen === 0 && add}
      </Group>
      {chosen > 0 ? (
        <GatewayDetails id={chosen} onClaim={setClaim} onClose={() => change({ gateway: undefined })} />
      ) : (
        <>
          <SectionCard title={t`Gateways`}>
            <Section
              of={listed}
              empty={
                <Stack gap="xs" align="flex-start">
                  <Text size="sm">
                    {t`A gateway connects the devices of a building: BACnet, Modbus, SNMP, NUT and HTTP. Add one, and run the line that is shown on a machine in the building.`}
                  </Text>
                  {add}
                </Stack>
              }
            >
              {(gateways) => <Gateways gateways={gateways} onOpen={(gateway) => change({ gateway })} />}
            </Section>
          </SectionCard>
          <ProfilesCard />
          <SensorsCard />
        </>
      )}
      {isAdding && (
        <AddGatewayDialog
          taken={(listed.data ?? []).map(({ ssid }) => ssid)}
          onAdded={setClaim}
          onClose={() => setIsAdding(false)}
        />
      )}
      {claim && <ClaimDialog claim={claim} onClose={() => setClaim(undefined)} />}
    </Stack>
  );
}

type GatewayRow = NonNullable<ReturnType<typeof useRoute<typeof listGateways>>["data"]>[number];

function Gateways({ gateways, onOpen }: { gateways: readonly GatewayRow[]; onOpen: (id: number) => void }) {
  const { t } = useLingui();
  const connectionText = useConnectionText();
  const modelText = useModelText();
  const certificateText = useCertificateText();
  return (
    <DataTable
      label={t`Gateways`}
      rows={gateways}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t`Name`,
          width: 230,
          isRowHeader: true,
          text: ({ name }) => name,
          render: ({ id, name, ssid }) => (
            <RowButton text={name === ssid ? name : `${name} · ${ssid}`} onOpen={() => onOpen(id)} />
          ),
        },
        { header: t`State`, text: ({ state }) => connectionText(state) },
        { header: t`Site model`, width: 200, card: "line", text: modelText },
        {
          header: t`Devices`,
          isNumber: true,
          text: ({ devices }) => numberText(devices),
          sortKey: ({ devices }) => devices,
        },
        {
          header: t`Pending messages`,
          isNumber: true,
          text: ({ outboxPending }) => (outboxPending === null ? "" : numberText(outboxPending)),
          sortKey: ({ outboxPending }) => outboxPending,
        },
        gateways.some(({ certificate }) => certificate) && {
          header: t`Certificate`,
          width: 180,
          card: "line",
          text: certificateText,
        },
        { header: t`Software`, width: 150, text: ({ software }) => software },
      ]}
    />
  );
}
