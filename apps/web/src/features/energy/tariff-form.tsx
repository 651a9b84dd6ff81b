import { Trans, useLingui } from "@lingui/react/macro";
import { ActionIcon, Box, Button, Flex, Group, Stack, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { getEnergySettings, saveEnergySettings } from "@verandah/contract/energy/energy-settings.ts";
import type { EnergySettings } from "@verandah/equipment/energy-settings.ts";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { Form } from "#shared/ui/form/form.tsx";
import { Section } from "#shared/ui/section.tsx";

/** Tariff, contract demand and carbon factor of the campus. */
export function TariffForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const saved = useRoute(getEnergySettings, {});
  return (
    <Dialog onClose={onClose} title={t`Tariff and contract`} size="lg">
      <Section of={saved} height={200} isPart>
        {(settings) => <Fields settings={settings} onClose={onClose} />}
      </Section>
    </Dialog>
  );
}

const newPeriod = (isFirst: boolean) => ({
  name: "",
  fromHour: isFirst ? 0 : Number.NaN,
  rupeesPerKilowattHour: Number.NaN,
});

function Fields({ settings, onClose }: { settings: EnergySettings; onClose: () => void }) {
  const { t } = useLingui();
  const save = useChange(saveEnergySettings);
  return (
    <Form
      initial={settings}
      submit={(values) => save.mutateAsync(values)}
      done={t`The tariff is saved`}
      onDone={onClose}
      onCancel={onClose}
    >
      {({ values: { tariff }, set, field }) => [
        {
          name: "contractKilowatt",
          label: t`Contract demand (kW)`,
          kind: "number",
          description: t`Leave empty if unknown`,
        },
        {
          name: "carbonKilogramPerKilowattHour",
          label: t`Carbon (kg CO2 per kWh)`,
          kind: "number",
          description: t`0.712: mean of the Indian grid, CEA 2024-25`,
          decimalScale: 3,
        },
        <Text key="about" size="sm">
          <Trans>
            Energy price by the hour of the day. Each period lasts until the next begins. Past costs change
            too.
          </Trans>
        </Text>,
        <Stack key="periods">
          {tariff.map((period, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row has no other identity than its index
            <Flex key={index} align="flex-start" wrap={{ base: "wrap", xs: "nowrap" }} gap="xs">
              {/* On a phone the name has a line of its own. */}
              <Box w={{ base: "100%", xs: "auto" }}>
                {field({ name: `tariff.${index}.name`, label: t`Period` })}
              </Box>
              <Box flex={1}>
                {field({
                  name: `tariff.${index}.fromHour`,
                  label: t`From hour`,
                  kind: "number",
                  allowDecimal: false,
                })}
              </Box>
              <Box flex={1}>
                {field({
                  name: `tariff.${index}.rupeesPerKilowattHour`,
                  label: t`₹ per kWh`,
                  kind: "number",
                  decimalScale: 3,
                })}
              </Box>
              <ActionIcon
                mt={26}
                color="brand"
                aria-label={t`Remove the period ${period.name}`}
                onClick={() => set({ tariff: tariff.toSpliced(index, 1) })}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Flex>
          ))}
        </Stack>,
        <Group key="add">
          <Button
            variant="default"
            onClick={() => set({ tariff: [...tariff, newPeriod(tariff.length === 0)] })}
          >
            {t`Add a period`}
          </Button>
        </Group>,
      ]}
    </Form>
  );
}
