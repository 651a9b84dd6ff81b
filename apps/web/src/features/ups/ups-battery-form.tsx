import { useLingui } from "@lingui/react/macro";
import type { UpsBattery } from "@verandah/contract/ups.ts";
import { saveUpsBattery } from "@verandah/contract/ups.ts";

import { useChange } from "#data/query/use-change.ts";
import { FormDialog } from "#shared/ui/form/form.tsx";

interface Props {
  ssid: string;
  battery: UpsBattery;
  onClose: () => void;
}

/** Install date and rated life of the battery of a UPS. */
export function UpsBatteryForm({ ssid, battery, onClose }: Props) {
  const { t } = useLingui();
  const save = useChange(saveUpsBattery);
  return (
    <FormDialog
      title={t`UPS battery`}
      onClose={onClose}
      initial={{ installedOn: battery.installedOn ?? "", ratedYears: battery.ratedYears }}
      fields={[
        { name: "installedOn", label: t`Installed on`, kind: "day" },
        {
          name: "ratedYears",
          label: t`Rated life at 25 °C (years)`,
          kind: "number",
          description: t`From its data sheet; 5 years are common`,
          decimalScale: 1,
        },
      ]}
      submit={(values) => save.mutateAsync({ ssid, ...values })}
      done={t`The battery is saved`}
    />
  );
}
