import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Card, Group, NumberInput, Stack, Text, Title } from "@mantine/core";
import {
  type AlarmDelays,
  saveAlarmDelays,
  listAlarmDelays,
} from "@verandah/contract/campuses/alarm-delays.ts";
import { useEffect, useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { useTypeName } from "#shared/texts/use-type-name.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { Section } from "#shared/ui/section.tsx";

import classes from "./configuration.module.css";

type Delays = Pick<AlarmDelays, "on_delay_seconds" | "off_delay_seconds">;

const fields = ["on_delay_seconds", "off_delay_seconds"] as const satisfies (keyof Delays)[];
/** The changed fields of an alarm; an empty field is an empty text. */
type Typed = Partial<Record<keyof Delays, number | string>>;

/** 'EV chargers: Charger fault', and 'UPS on battery' of the UPSs. */
const named = (type: string, title: string) => (title.startsWith(type) ? title : `${type}: ${title}`);

/** An empty field is sent as undefined, which the server refuses. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server refuses anything but a number
const numberOf = (value: number | string) => (value === "" ? null : Number(value)) as number;

interface Props {
  /** Whether it has changes that are not saved. */
  onChanged: (isChanged: boolean) => void;
}

/** The delays of the alarms of equipment, built in or of the site. */
export function AlarmDelaysForm({ onChanged }: Props) {
  const { t } = useLingui();
  const saved = useRoute(listAlarmDelays, {});
  return (
    <Stack gap={14} component="section" aria-label={t`Equipment alarms`}>
      <Title order={2} size="h4">{t`Equipment alarms`}</Title>
      <Section of={saved} height={240}>
        {(delays) => <Form saved={delays} onChanged={onChanged} />}
      </Section>
    </Stack>
  );
}

function Form({ saved, onChanged }: Props & { saved: AlarmDelays[] }) {
  const { t } = useLingui();
  const language = useLanguage();
  const typeName = useTypeName();
  const { role } = useSession();
  const save = useChange(saveAlarmDelays, { endsWhenShown: true });
  const [typed, setTyped] = useState<Record<string, Typed>>({});
  const canSave = admits(saveAlarmDelays.access, role.id);
  const labels = { on_delay_seconds: t`Alarm after (s)`, off_delay_seconds: t`Back to normal after (s)` };
  const isChanged = (one: AlarmDelays, field: keyof Delays) =>
    String(typed[one.alarm]?.[field] ?? one[field]) !== String(one[field]);
  const changed = saved.filter((one) => fields.some((field) => isChanged(one, field)));
  const hasChanges = changed.length > 0;
  useEffect(() => onChanged(hasChanges), [onChanged, hasChanges]);
  const problem = (alarm: string, field: keyof Delays) =>
    refusedFieldText(save.error, `delays.${changed.findIndex((one) => one.alarm === alarm)}.${field}`);

  function set(alarm: string, values: Typed): void {
    save.reset();
    setTyped({ ...typed, [alarm]: { ...typed[alarm], ...values } });
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const delays = changed.map((one) => {
          const own = fields.filter((field) => isChanged(one, field));
          const values = own.map((field) => [field, numberOf(typed[one.alarm]?.[field] ?? "")]);
          return { alarm: one.alarm, ...Object.fromEntries(values) };
        });
        save.mutate(
          { delays },
          {
            onSuccess: () => {
              setTyped({});
              showToast({ kind: "success", text: t`Delays saved` });
            },
          },
        );
      }}
    >
      <Stack gap={14}>
        <Text size="sm" c="dimmed">
          <Trans>
            How long the condition must last before its alarm is raised, and how long it must be gone before
            the alarm returns to normal.
          </Trans>
        </Text>
        <AutoGrid min={380} gap={14} isFit>
          {saved.map((one) => {
            const { alarm, type, title } = one;
            const isDefault = fields.every(
              (field) => String(typed[alarm]?.[field] ?? one[field]) === String(one.default[field]),
            );
            return (
              <Card key={alarm} component="fieldset" padding="sm" className={classes["group"] ?? ""}>
                <Title order={3} size="h5" component="legend">
                  {named(typeName(type), title[language] ?? title.en)}
                </Title>
                <AutoGrid min={110} gap={10} isFit style={{ alignItems: "end" }}>
                  {fields.map((field) => (
                    <NumberInput
                      key={field}
                      label={labels[field]}
                      value={typed[alarm]?.[field] ?? one[field]}
                      readOnly={!canSave}
                      error={problem(alarm, field)}
                      onChange={(value) => set(alarm, { [field]: value })}
                    />
                  ))}
                </AutoGrid>
                {!isDefault && (
                  <Group justify="space-between">
                    <Text size="sm" c="dimmed">
                      {t`Default: ${one.default.on_delay_seconds} s and ${one.default.off_delay_seconds} s`}
                    </Text>
                    {canSave && (
                      <Button size="compact-sm" variant="subtle" onClick={() => set(alarm, one.default)}>
                        {t`Use the default`}
                      </Button>
                    )}
                  </Group>
                )}
              </Card>
            );
          })}
        </AutoGrid>
        <ErrorBanner error={save.error} />
        {canSave && (
          <Group>
            <Button type="submit" disabled={!hasChanges} loading={save.isPending}>
              {t`Save the delays`}
            </Button>
            <Button
              variant="default"
              disabled={!hasChanges}
              onClick={() => {
                save.reset();
                setTyped({});
              }}
            >
              {t`Undo the changes`}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
