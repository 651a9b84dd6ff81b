import { useLingui } from "@lingui/react/macro";
import { NumberInput } from "@mantine/core";
import type { UpsBattery } from "@verandah/contract/ups.ts";
import { saveUpsBattery } from "@verandah/contract/ups.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { DateField } from "#shared/ui/fields/date-field.tsx";

interface Props {
  ssid: string;
  battery: UpsBattery;
  onClose: () => void;
}

/** Install date and rated life of the battery of a UPS. */
export function UpsBatteryForm({ ssid, battery, onClose }: Props) {
  const { t } = useLingui();
  const save = useChange(saveUpsBattery);
  const [installedOn, setInstalledOn] = useState(battery.installedOn ?? "");
  const [ratedYears, setRatedYears] = useState<number | string>(battery.ratedYears);
  const problem = (field: string) => (save.error ? refusedFieldText(save.error, field) : undefined);
  const dateProblem = problem("installedOn");
  const yearsProblem = problem("ratedYears");
  return (
    <Dialog onClose={onClose} title={t`UPS battery`}>
      <DialogForm
        isPending={save.isPending}
        refusal={
          save.error && dateProblem === undefined && yearsProblem === undefined && errorText(save.error)
        }
        onSubmit={() =>
          save.mutate(
            { ssid, installedOn, ratedYears: ratedYears === "" ? Number.NaN : Number(ratedYears) },
            {
              onSuccess: () => {
                showToast({ kind: "success", text: t`The battery is saved` });
                onClose();
              },
            },
          )
        }
        onCancel={onClose}
      >
        <DateField
          label={t`Installed on`}
          value={installedOn}
          error={dateProblem}
          onChange={(day) => {
            save.reset();
            setInstalledOn(day);
          }}
        />
        <NumberInput
          label={t`Rated life at 25 °C (years)`}
          description={t`From its data sheet; 5 years are common`}
          value={ratedYears}
          decimalScale={1}
          error={yearsProblem}
          onChange={(value) => {
            save.reset();
            setRatedYears(value);
          }}
        />
      </DialogForm>
    </Dialog>
  );
}
