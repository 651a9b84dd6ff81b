import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Card, Group, NumberInput, Stack, Text, Title } from "@mantine/core";
import {
  saveConfiguration,
  getConfiguration,
  getAlarmSettings,
} from "@verandah/contract/campuses/campuses.ts";
import {
  previewConfiguration,
  PREVIEW_DAYS,
  saveLimits,
} from "@verandah/contract/campuses/limits-preview.ts";
import type { SentOf, ReplyOf } from "@verandah/contract/route.ts";
import { useEffect, useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { dateText } from "#shared/format/time.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { LeaveGuard } from "#shared/ui/dialogs/leave-guard.tsx";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section, together } from "#shared/ui/section.tsx";

import { AlarmDelaysForm } from "./alarm-delays-form.tsx";
import { type LimitField, useLimitGroups } from "./limit-fields.ts";

import classes from "./configuration.module.css";

/** Fields of the form by path; an empty field is an empty text. */
type Typed = Record<string, number | string>;

/** The numbers of nested fields by their path. */
function typedOf(limits: object, prefix = ""): Typed {
  const entries = Object.entries(limits).flatMap(
    ([key, value]: [string, unknown]): [string, number | string][] => {
      if (typeof value === "number") return [[prefix + key, value]];
      return typeof value === "object" && value !== null
        ? Object.entries(typedOf(value, `${prefix}${key}.`))
        : [];
    },
  );
  return Object.fromEntries(entries);
}

/** Of a field, such as `configuration.temperature`. */
const kindPath = (path: string) => path.split(".", 2).join(".");

/** The fields of some kinds with the typed texts as numbers. The server refuses anything else. Other administrators may change other kinds. */
type Limits = SentOf<typeof previewConfiguration>;

function numbersOf(typed: Typed, limits: Limits, kinds: ReadonlySet<string>): Limits {
  const fill = <T extends object>(part: T, prefix: string): T => {
    const entries = Object.entries(part).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
      const path = prefix + key;
      if (prefix !== "" && !kinds.has(kindPath(path))) return [];
      if (typeof value === "object" && value !== null) return [[key, fill(value, `${path}.`)]];
      const own = typed[path];
      return [[key, own === undefined || own === "" ? null : Number(own)]];
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields
    return Object.fromEntries(entries) as T;
  };
  return fill(limits, "");
}

/** Limits and alarm settings of the campus. Source: spec 1 §3 Configuration. */
export function ConfigurationScreen() {
  const { t } = useLingui();
  const limits = useRoute(getConfiguration, {});
  const settings = useRoute(getAlarmSettings, {});
  const [hasLimits, setHasLimits] = useState(false);
  const [hasDelays, setHasDelays] = useState(false);
  return (
    <Stack gap={14}>
      <LeaveGuard hasChanges={hasLimits || hasDelays} />
      <PageTitle>{t`Configuration`}</PageTitle>
      <Section of={together(limits, settings)} height={480}>
        {([configuration, alarmSettings]) => (
          <Form saved={{ configuration, alarmSettings }} onChanged={setHasLimits} />
        )}
      </Section>
      <AlarmDelaysForm onChanged={setHasDelays} />
    </Stack>
  );
}

interface FormProps {
  saved: Limits;
  /** Whether it has changes that are not saved. */
  onChanged: (isChanged: boolean) => void;
}

function Form({ saved, onChanged }: FormProps) {
  const { t } = useLingui();
  const { role } = useSession();
  const groups = useLimitGroups();
  const preview = useChange(previewConfiguration);
  const [typed, setTyped] = useState<Typed>({});
  const [checked, setChecked] = useState<Limits>();
  const canSave = admits(saveConfiguration.access, role.id);
  const shown = { ...typedOf(saved), ...typed };
  const changed = Object.keys(typed).filter((path) => String(typed[path]) !== String(typedOf(saved)[path]));
  const isChanged = changed.length > 0;
  useEffect(() => onChanged(isChanged), [onChanged, isChanged]);
  const problem = (path: string) => (preview.error ? refusedFieldText(preview.error, path) : undefined);
  const hasFieldProblem = Object.keys(shown).some(problem);

  function check(): void {
    const limits = numbersOf(shown, saved, new Set(changed.map(kindPath)));
    preview.mutate(limits, { onSuccess: () => setChecked(limits) });
  }

  const field = ({ path, label }: LimitField) => (
    <NumberInput
      key={path}
      label={label}
      value={shown[path] ?? ""}
      readOnly={!canSave}
      error={problem(path)}
      onChange={(value) => {
        preview.reset();
        setTyped({ ...typed, [path]: value });
      }}
    />
  );

  return (
    <form
      noValidate
      aria-label={t`Limits`}
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <Stack gap={14}>
        <Text size="sm" c="dimmed">
          {canSave ? (
            <Trans>
              The limits apply to the whole campus. Buildings, floors and zones with limits of their own keep
              them.
            </Trans>
          ) : (
            <Trans>An administrator changes the limits.</Trans>
          )}
        </Text>
        <AutoGrid min={380} gap={14} isFit>
          {groups.map(({ kind, name, limits, alarmSettings }) => (
            <Card key={kind} component="fieldset" padding="sm" className={classes["group"] ?? ""}>
              <Title order={2} size="h5" component="legend">
                {name}
              </Title>
              {[limits, alarmSettings].map((fields, index) => (
                <AutoGrid key={index} min={110} gap={10} isFit style={{ alignItems: "start" }}>
                  {fields.map(field)}
                </AutoGrid>
              ))}
            </Card>
          ))}
        </AutoGrid>
        <ErrorBanner error={!hasFieldProblem && preview.error} />
        {canSave && (
          <Group>
            <Button type="submit" disabled={!isChanged} loading={preview.isPending}>
              {t`Check and save`}
            </Button>
            <Button
              variant="default"
              disabled={!isChanged}
              onClick={() => {
                preview.reset();
                setTyped({});
              }}
            >
              {t`Undo the changes`}
            </Button>
          </Group>
        )}
      </Stack>
      {checked && preview.data && (
        <LimitsPreview
          preview={preview.data}
          limits={checked}
          onClose={(isSaved) => {
            setChecked(undefined);
            if (isSaved) setTyped({});
          }}
        />
      )}
    </form>
  );
}

interface Props {
  preview: ReplyOf<typeof previewConfiguration>;
  limits: SentOf<typeof previewConfiguration>;
  onClose: (isSaved: boolean) => void;
}

/** The alarms that new limits would have raised, before they are saved. */
function LimitsPreview({ preview, limits, onClose }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const groups = useLimitGroups();
  const save = useChange(saveLimits);
  const from = preview.from === null ? undefined : dateText(preview.from, campus.timeZone);
  return (
    <QuestionDialog
      title={t`Save the limits?`}
      action={t`Save`}
      call={save}
      onConfirm={() =>
        save.mutate(limits, {
          onSuccess: () => {
            showToast({ kind: "success", text: t`The limits are saved` });
            onClose(true);
          },
        })
      }
      onClose={() => onClose(false)}
    >
      <Stack gap="md">
        <Text size="sm">
          {from === undefined
            ? t`There are no readings of the last ${PREVIEW_DAYS} days to try the limits on.`
            : t`Alarms of the last ${PREVIEW_DAYS} days (readings from ${from}), estimated from 5-minute values:`}
        </Text>
        {from !== undefined && (
          <DataTable
            label={t`Limits`}
            narrow="scroll"
            rows={preview.kinds}
            rowKey={({ kind }) => kind}
            columns={[
              { header: t`Limit`, render: ({ kind }) => groups.find((group) => group.kind === kind)?.name },
              { header: t`Current limits`, render: ({ present }) => numberText(present), isNumber: true },
              { header: t`New limits`, render: ({ proposed }) => numberText(proposed), isNumber: true },
            ]}
          />
        )}
        <Text size="sm">{t`The new limits are in effect at once.`}</Text>
      </Stack>
    </QuestionDialog>
  );
}
