import { useLingui } from "@lingui/react/macro";
import {
  Alert,
  Button,
  FileButton,
  Group,
  Image,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { IconCamera, IconUser } from "@tabler/icons-react";
import {
  type PointResult,
  recordPoint,
  releasePoint,
  stepPoint,
  type TestedPoint,
  TOLERANCE_PERCENT,
} from "@verandah/contract/point-tests.ts";
import { boundsOf } from "@verandah/equipment/catalogue.ts";
import { symbolOf } from "@verandah/equipment/units.ts";
import { useState } from "react";

import { useReading } from "#data/live/readings.ts";
import { useChange } from "#data/query/use-change.ts";
import { ValueForm } from "#shared/commands/value-form.tsx";
import { ReadingValue } from "#shared/equipment/reading-value.tsx";
import { decimalOf } from "#shared/format/number.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";

import { Steps } from "./point-result.tsx";
import { scalePhoto } from "./scale-photo.ts";

/** The typed values of a point that are not stored yet. */
export interface PointDraft {
  reference: string;
  /** Undefined: the default of the quantity. */
  tolerance?: string;
  note: string;
}
export const noDraft: PointDraft = { reference: "", note: "" };

interface Props {
  id: string;
  point: TestedPoint;
  /** The name of another user who tests the device now. */
  tester: string | undefined;
  /** Without a connection nothing can be stored. */
  isDown: boolean;
  draft: PointDraft;
  onDraft: (draft: PointDraft) => void;
  photo: string | undefined;
  onPhoto: (photo: string | undefined) => void;
  onStored: (result: PointResult) => void;
}

const AGE_REFRESH_MS = 1_000;
type Outcome = "compared" | "followed" | "failed" | "skipped";

/** The default tolerance of a quantity, or of a reference. */
function toleranceText({ defaultTolerance }: TestedPoint, reference: number): string {
  if (defaultTolerance !== null) return String(defaultTolerance);
  const part = (Math.abs(reference) * TOLERANCE_PERCENT) / 100;
  return Number.isFinite(part) ? String(Number(part.toPrecision(2))) : "";
}

/** Takes the result of one point. */
export function PointForm({ id, point, tester, isDown, draft, onDraft, photo, onPhoto, onStored }: Props) {
  const { t } = useLingui();
  const { nameOf, statesOf, pointOf } = usePointText();
  const ageText = useAgeText(AGE_REFRESH_MS);
  const record = useChange(recordPoint);
  const [missing, setMissing] = useState<"reference" | "tolerance" | "note">();
  const [isUnreadable, setIsUnreadable] = useState(false);
  const { position, ssid, deviceType, param_id: paramId, unit, isOutput } = point;
  const { data: reading } = useReading(ssid, paramId);
  const states = statesOf(paramId, deviceType);
  const reference = decimalOf(draft.reference);
  const tolerance = draft.tolerance ?? toleranceText(point, reference);
  const change = (fields: Partial<PointDraft>) => {
    setMissing(undefined);
    onDraft({ ...draft, ...fields });
  };
  const isBlocked = isDown || tester !== undefined;

  function store(outcome: Outcome): void {
    const isCompared = outcome === "compared";
    if (isCompared && Number.isNaN(reference)) return setMissing("reference");
    if (isCompared && !(decimalOf(tolerance) >= 0)) return setMissing("tolerance");
    if (outcome === "skipped" && !draft.note.trim()) return setMissing("note");
    const values = isCompared ? { reference, tolerance: decimalOf(tolerance) } : {};
    return record.mutate(
      { id, position, outcome, note: draft.note, ...values, ...(photo !== undefined && { photo }) },
      { onSuccess: ({ result }) => onStored(result) },
    );
  }
  async function choosePhoto(file: File | null): Promise<void> {
    const scaled = file ? await scalePhoto(file) : undefined;
    setIsUnreadable(file !== null && scaled === undefined);
    if (scaled !== undefined) onPhoto(scaled);
  }

  const emptyText = t`field cannot be empty`;
  const decimal = {
    inputMode: "decimal",
    autoComplete: "off",
    w: { base: "100%", xs: 220 },
    rightSection: <Text size="sm">{symbolOf(unit)}</Text>,
    rightSectionWidth: 64,
  } as const;
  const button = (outcome: Outcome, text: string, isFirst = false) => (
    <Button
      variant={isFirst ? "filled" : "default"}
      loading={record.isPending && record.variables.outcome === outcome}
      disabled={isBlocked || record.isPending}
      onClick={() => store(outcome)}
    >
      {text}
    </Button>
  );
  return (
    <Stack gap="sm" role="group" aria-label={nameOf(paramId, deviceType)}>
      {tester !== undefined && (
        <Alert variant="default" icon={<IconUser aria-hidden />}>
          {t`${tester} is testing this device now. Choose another device, or wait.`}
        </Alert>
      )}
      <Text fz={22} fw={600} aria-live="off">
        <ReadingValue reading={reading ?? undefined} deviceType={deviceType} />{" "}
        {reading?.quality === "good" && reading.measured_time !== null && (
          <Text span size="sm" fw={400} c="dimmed">
            {ageText(reading.measured_time)}
          </Text>
        )}
      </Text>
      {isOutput ? (
        <OutputTest id={id} point={point} isBlocked={isBlocked} rule={pointOf(paramId, deviceType)} />
      ) : (
        <Group gap="sm" align="flex-start">
          {states ? (
            <Select
              label={t`Reference`}
              placeholder={t`What you see`}
              data={states.map(([from, word]) => ({ value: String(from), label: word }))}
              value={draft.reference || null}
              error={missing === "reference" && emptyText}
              onChange={(value) => change({ reference: value ?? "", tolerance: "0" })}
            />
          ) : (
            <>
              <TextInput
                {...decimal}
                label={t`Reference`}
                description={t`The value of your hand instrument`}
                value={draft.reference}
                error={missing === "reference" && emptyText}
                onChange={({ currentTarget }) => change({ reference: currentTarget.value })}
              />
              <TextInput
                {...decimal}
                label={t`Tolerance`}
                description={t`Allowed difference, both ways`}
                value={tolerance}
                error={missing === "tolerance" && emptyText}
                onChange={({ currentTarget }) => change({ tolerance: currentTarget.value })}
              />
            </>
          )}
        </Group>
      )}
      <Textarea
        label={t`Note`}
        description={t`A skipped point needs a reason here`}
        rows={2}
        maxLength={500}
        value={draft.note}
        error={missing === "note" && t`Enter a reason`}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      <Group gap="xs">
        <FileButton accept="image/*" onChange={(file) => void choosePhoto(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconCamera size={18} aria-hidden />}>
              {photo === undefined && !point.hasPhoto ? t`Add a photo` : t`Another photo`}
            </Button>
          )}
        </FileButton>
        {photo !== undefined && (
          <>
            <Image
              src={`data:image/jpeg;base64,${photo}`}
              alt={t`The new photo`}
              h={64}
              w="auto"
              radius="sm"
            />
            <Button
              variant="subtle"
              color="gray"
              onClick={() => onPhoto(undefined)}
            >{t`Remove the photo`}</Button>
          </>
        )}
      </Group>
      {isUnreadable && (
        <Text size="sm" role="alert">
          {t`This file cannot be shown as a photo. Choose another one.`}
        </Text>
      )}
      <ErrorBanner error={record.error} />
      <Group gap="xs">
        {isOutput
          ? button("followed", t`Passed: the equipment followed`, true)
          : button("compared", t`Compare and store`, true)}
        {button("failed", t`Failed`)}
        {button("skipped", t`Skip`)}
      </Group>
    </Stack>
  );
}

interface OutputProps {
  id: string;
  point: TestedPoint;
  isBlocked: boolean;
  rule: ReturnType<ReturnType<typeof usePointText>["pointOf"]>;
}

/** Sends test values to an output, and releases them. */
function OutputTest({ id, point, isBlocked, rule }: OutputProps) {
  const { t } = useLingui();
  const { nameOf, statesOf } = usePointText();
  const step = useChange(stepPoint);
  const release = useChange(releasePoint);
  const { position, deviceType, param_id: paramId, unit, steps } = point;
  const isHeld = steps.some((one) => one.isHeld);
  const name = nameOf(paramId, deviceType);
  if (!rule || rule.kind === "reading") return null;
  const send = (value: number) => step.mutate({ id, position, value, reason: t`Acceptance test` });
  const [from, to] = boundsOf(rule.write);
  const states = statesOf(paramId, deviceType);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t`Send test values, look at the equipment, then release. A test value ends by itself after 3 minutes, also without this phone.`}
      </Text>
      {"oneOf" in rule.write ? (
        <Group gap="xs">
          {rule.write.oneOf.map((value) => {
            const word = states?.findLast(([lowest]) => value >= lowest)?.[1] ?? String(value);
            return (
              <Button
                key={value}
                variant="default"
                disabled={isBlocked || step.isPending}
                onClick={() => send(value)}
              >
                {t`Send ${word}`}
              </Button>
            );
          })}
        </Group>
      ) : (
        <ValueForm
          label={t`Test value`}
          action={t`Send the test value`}
          unit={symbolOf(unit)}
          write={rule.write}
          outOfRange={t`${name}: enter a value from ${from} to ${to} ${symbolOf(unit)}`.trimEnd()}
          isUnderWay={step.isPending}
          onSend={send}
        />
      )}
      <ErrorBanner error={step.error ?? release.error} />
      {steps.length > 0 && <Steps point={point} />}
      {isHeld && (
        <Group>
          <Button
            disabled={isBlocked}
            loading={release.isPending}
            onClick={() => release.mutate({ id, position })}
          >{t`Release`}</Button>
        </Group>
      )}
    </Stack>
  );
}
