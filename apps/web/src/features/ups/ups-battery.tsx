import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Box, Button, Text } from "@mantine/core";
import { roles } from "@verandah/contract/roles.ts";
import {
  BATTERY_COVERAGE_MIN_PERCENT,
  type UpsBattery,
  getUpsBattery,
  saveUpsBattery,
} from "@verandah/contract/ups.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText, quantity } from "#shared/format/number.ts";
import { dateText } from "#shared/format/time.ts";
import { type Fact, FactList } from "#shared/ui/fact-list.tsx";
import { FormDialog } from "#shared/ui/form/form.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

/** Age of the battery of a UPS and its estimated life, with the method. */
export function UpsBatteryCard({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const { role } = useSession();
  const [isOpen, setOpen] = useState(false);
  const battery = useRoute(getUpsBattery, { ssid });
  return (
    <SectionCard
      title={t`Battery life`}
      aside={
        role.id === roles.administrator &&
        battery.data && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {t`Enter battery`}
          </Button>
        )
      }
    >
      <Section of={battery} height={120}>
        {(data) => (
          <>
            <Life battery={data} />
            {isOpen && <UpsBatteryForm ssid={ssid} battery={data} onClose={() => setOpen(false)} />}
          </>
        )}
      </Section>
    </SectionCard>
  );
}

function Life({ battery }: { battery: UpsBattery }) {
  const { t } = useLingui();
  const { installedOn, ageYears, endsOn, usedPercent, coveragePercent, discharges, deepestPercent } = battery;
  const unknown = t({ message: "Unknown", comment: "Age or life of a battery" });
  const years = (value: number) => t`${numberText(value, 1)} years`;
  const percent = (value: number | null, digits = 0) =>
    value === null ? unknown : quantity(value, "percent", digits);
  const day = (date: string | null) => (date === null ? unknown : dateText(`${date}T12:00:00Z`, "UTC"));
  const factor = battery.ageingFactor === null ? undefined : numberText(battery.ageingFactor, 2);
  const mean = battery.meanCelsius === null ? undefined : quantity(battery.meanCelsius, "degC", 1);
  const depth = percent(deepestPercent);
  const facts: Fact[] = [
    [t`Installed`, day(installedOn)],
    [t`Rated life at 25 °C`, years(battery.ratedYears)],
    [t`Age`, ageYears === null ? unknown : years(ageYears)],
    [t`Life used`, percent(usedPercent, 1)],
    [t`Estimated end of life`, day(endsOn)],
    [t`Readings cover`, coveragePercent === null ? unknown : t`${percent(coveragePercent, 1)} of its age`],
    [
      t`Mean temperature`,
      mean === undefined ? unknown : factor === undefined ? mean : t`${mean}, ages ${factor} times as fast`,
    ],
    [
      t`Discharges`,
      discharges === null
        ? unknown
        : discharges === 0
          ? t({ message: "None", comment: "Discharges of a battery" })
          : `${plural(discharges, { one: "# discharge", other: "# discharges" })}, ${t`deepest ${depth}`}`,
    ],
  ];
  return (
    <>
      {installedOn === null && (
        <Text size="sm" c="dimmed" mb="xs">
          {t`The age is not known until an administrator enters the install date.`}
        </Text>
      )}
      {installedOn !== null && usedPercent === null && (
        <Text size="sm" c="dimmed" mb="xs">
          <Trans>
            Too few readings for an estimate: it needs the temperature of at least{" "}
            {BATTERY_COVERAGE_MIN_PERCENT} % of the age.
          </Trans>
        </Text>
      )}
      <FactList maw={560} facts={facts} />
      <Box component="details" mt={10}>
        <Text component="summary" fz={13}>{t`How the life is estimated`}</Text>
        <Text size="sm">
          <Trans>
            Above 25 °C, each 8.3 °C halve the life. Each discharge uses its depth of 200 full discharges. The
            life ends when age and discharges together have used all of it, at the same pace as until now.
            Cold adds no life. Discharges without readings are not counted. It is an estimate: a test shows
            the real state.
          </Trans>
        </Text>
      </Box>
    </>
  );
}

interface Props {
  ssid: string;
  battery: UpsBattery;
  onClose: () => void;
}

/** Install date and rated life of the battery of a UPS. */
function UpsBatteryForm({ ssid, battery, onClose }: Props) {
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
