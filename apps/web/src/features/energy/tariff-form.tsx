import { Trans, useLingui } from "@lingui/react/macro";
import { ActionIcon, Button, Flex, Group, NumberInput, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { getEnergySettings, saveEnergySettings } from "@verandah/contract/energy/energy-settings.ts";
import type { EnergySettings, TariffPeriod } from "@verandah/equipment/energy-settings.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
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

/** A period while the user types it: a field can be empty. */
interface Typed {
  name: string;
  fromHour: number | string;
  rupeesPerKilowattHour: number | string;
}

const numberOf = (typed: number | string): number => (typed === "" ? Number.NaN : Number(typed));

function Fields({ settings, onClose }: { settings: EnergySettings; onClose: () => void }) {
  const { t } = useLingui();
  const save = useChange(saveEnergySettings);
  const [contract, setContract] = useState<number | string>(settings.contractKilowatt ?? "");
  const [carbon, setCarbon] = useState<number | string>(settings.carbonKilogramPerKilowattHour);
  const [periods, setPeriods] = useState<Typed[]>(settings.tariff);
  const changePeriod = (index: number, change: Partial<Typed>) => {
    save.reset();
    setPeriods(periods.map((one, at) => (at === index ? { ...one, ...change } : one)));
  };
  const problem = (field: string) => (save.error ? refusedFieldText(save.error, field) : undefined);

  function submit(): void {
    const tariff = periods.map(({ name, fromHour, rupeesPerKilowattHour }): TariffPeriod => ({
      name,
      fromHour: numberOf(fromHour),
      rupeesPerKilowattHour: numberOf(rupeesPerKilowattHour),
    }));
    save.mutate(
      {
        contractKilowatt: contract === "" ? null : Number(contract),
        carbonKilogramPerKilowattHour: numberOf(carbon),
        tariff,
      },
      {
        onSuccess: () => {
          showToast({ kind: "success", text: t`The tariff is saved` });
          onClose();
        },
      },
    );
  }

  return (
    <DialogForm
      isPending={save.isPending}
      refusal={save.error && (problem("tariff") ?? errorText(save.error))}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Group grow align="flex-start">
        <NumberInput
          label={t`Contract demand (kW)`}
          description={t`Leave empty if unknown`}
          value={contract}
          error={problem("contractKilowatt")}
          onChange={setContract}
        />
        <NumberInput
          label={t`Carbon (kg CO2 per kWh)`}
          description={t`0.712: mean of the Indian grid, CEA 2024-25`}
          value={carbon}
          decimalScale={3}
          error={problem("carbonKilogramPerKilowattHour")}
          onChange={setCarbon}
        />
      </Group>
      <Text size="sm">
        <Trans>
          Energy price by the hour of the day. Each period lasts until the next begins. Past costs change too.
        </Trans>
      </Text>
      {periods.map((period, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has no other identity than its index
        <Flex key={index} align="flex-start" wrap={{ base: "wrap", xs: "nowrap" }} gap="xs">
          <TextInput
            // On a phone the name has a line of its own.
            w={{ base: "100%", xs: "auto" }}
            label={t`Period`}
            value={period.name}
            error={problem(`tariff.${index}.name`)}
            onChange={({ currentTarget }) => changePeriod(index, { name: currentTarget.value })}
          />
          <NumberInput
            flex={1}
            label={t`From hour`}
            value={period.fromHour}
            allowDecimal={false}
            error={problem(`tariff.${index}.fromHour`)}
            onChange={(fromHour) => changePeriod(index, { fromHour })}
          />
          <NumberInput
            flex={1}
            label={t`₹ per kWh`}
            value={period.rupeesPerKilowattHour}
            decimalScale={3}
            error={problem(`tariff.${index}.rupeesPerKilowattHour`)}
            onChange={(rupeesPerKilowattHour) => changePeriod(index, { rupeesPerKilowattHour })}
          />
          <ActionIcon
            mt={26}
            variant="subtle"
            aria-label={t`Remove the period ${period.name}`}
            onClick={() => setPeriods(periods.filter((_, at) => at !== index))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Flex>
      ))}
      <Group>
        <Button
          variant="default"
          onClick={() =>
            setPeriods([
              ...periods,
              { name: "", fromHour: periods.length === 0 ? 0 : "", rupeesPerKilowattHour: "" },
            ])
          }
        >
          {t`Add a period`}
        </Button>
      </Group>
    </DialogForm>
  );
}
