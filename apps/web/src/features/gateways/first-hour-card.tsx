import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import {
  correctFinding,
  dismissFinding,
  type Fix,
  getFirstHour,
  type HourFinding,
  undoCorrection,
} from "@verandah/contract/gateways/first-hours.ts";
import { symbolOf } from "@verandah/equipment/units.ts";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { numberText, quantity } from "#shared/format/number.ts";
import { durationText } from "#shared/format/time.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { toastFailure } from "#shared/ui/feedback/toast.ts";
import { showUndoToast } from "#shared/ui/feedback/undo-toast.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

const TINY = 1e-6;
const HALF_HOUR_MS = 1_800_000;
const MINUTE_MS = 60_000;

/** What the checks of new points behind a gateway found in their first hour, each with its correction or advice. */
export function FirstHourCard({ gateway, name }: { gateway: number; name: string }) {
  const { t } = useLingui();
  const loaded = useRoute(getFirstHour, { id: gateway });
  return (
    <SectionCard title={t`First hour`}>
      <Section of={loaded}>
        {({ points, checked, silent, findings }) => (
          <Stack gap="xs">
            {points > 0 && (
              <Text size="sm">
                {t`Checked points: ${numberText(checked)} of ${numberText(points)}.`}
                {silent > 0 && ` ${t`Without a value: ${numberText(silent)}.`}`}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {t`New points, and points with a changed mapping, are checked for an hour.`}
            </Text>
            {findings.length > 0 && <Findings findings={findings} gateway={name} />}
            {points > 0 && checked === points && findings.length === 0 && (
              <Text size="sm">{t`The checks found no fault.`}</Text>
            )}
          </Stack>
        )}
      </Section>
    </SectionCard>
  );
}

function Findings({ findings, gateway }: { findings: readonly HourFinding[]; gateway: string }) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  const { evidenceText, adviceText } = useFindingTexts();
  const subjectOf = ({ device, param_id: paramId }: HourFinding) =>
    [device?.name ?? gateway, paramId !== null && nameOf(paramId, device?.type)].filter(Boolean).join(" · ");
  return (
    <DataTable
      label={t`First hour`}
      rows={findings}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t`Point`,
          width: 160,
          isRowHeader: true,
          text: subjectOf,
          render: ({ device, param_id: paramId }) =>
            device ? (
              <>
                <Link to={deviceScreen(device.type)} search={{ device: device.ssid }}>
                  {device.name}
                </Link>
                {paramId !== null && ` · ${nameOf(paramId, device.type)}`}
              </>
            ) : (
              gateway
            ),
        },
        { header: t`Finding`, width: 260, card: "line", text: evidenceText },
        { header: t`What to do`, width: 200, card: "line", text: adviceText },
        {
          header: t`Actions`,
          card: "line",
          render: (finding) => <Actions finding={finding} subject={subjectOf(finding)} />,
        },
      ]}
    />
  );
}

/** A value with its unit. One that a wrong order of words makes of a number is nearly 0. */
const shown = (value: number, unit: string | null) =>
  value !== 0 && Math.abs(value) < TINY
    ? [value.toExponential(1), symbolOf(unit ?? "none")].join("\u00A0")
    : quantity(value, unit ?? "none");

function useFindingTexts() {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  const momentText = useMomentText();

  function whatText({ rule, evidence, unit, device, param_id: paramId }: HourFinding): string {
    const { count, of, peers, partner, fixes } = evidence;
    const value = shown(evidence.value, unit);
    const by = partner?.param_ids.map((id) => nameOf(id, device?.type)).join(", ") ?? "";
    const partnerValue = partner ? shown(partner.value, unit) : "";
    const name = paramId === null ? "" : nameOf(paramId, device?.type);
    switch (rule) {
      case "clock": {
        const duration = durationText(Math.abs(evidence.value));
        return evidence.value > 0
          ? t`The clock is ${duration} ahead of the server.`
          : t`The clock is ${duration} behind the server.`;
      }
      case "stuck": {
        const [changed, others] = [peers?.changed ?? 0, peers?.of ?? 0];
        const text = t`All ${of} values are exactly ${value}.`;
        return others > 0 ? `${text} ${t`Of ${others} like points ${changed} changed.`}` : text;
      }
      case "swapped":
        return t`${name} has ${value}, ${by} has ${partnerValue}. Only exchanged values fit the state of the device.`;
      case "word-order": {
        const about = shown(fixes[0]?.value ?? 0, unit);
        return t`${value} is not possible, or the value jumps: ${count} of ${of} values. With the words exchanged it is about ${about}.`;
      }
      case "unit":
      case "out-of-range":
    }
    const [low, high] = [evidence.low, evidence.high].map((one) => shown(one ?? Number.NaN, unit));
    const text = partner
      ? t`The value is ${value}. By ${by} it is about ${partnerValue}.`
      : t`The value is ${value}: ${count} of ${of} values are outside ${low} to ${high}.`;
    return [text, ...fixes.map((fix) => fixText(fix, unit))].join(" ");
  }

  function fixText(fix: Fix, unit: string | null): string {
    const value = shown(fix.value, unit);
    if (fix.kind === "scale") return t`Times ${fix.factor} it is ${value}.`;
    if (fix.kind !== "unit") return "";
    const symbol = symbolOf(fix.unit);
    return t`Read as ${symbol} it is ${value}.`;
  }

  function doText({ rule, evidence, mapping, device }: HourFinding): string {
    if (rule === "clock")
      return Math.abs(evidence.value) >= HALF_HOUR_MS - MINUTE_MS &&
        Math.abs(evidence.value % HALF_HOUR_MS) < MINUTE_MS
        ? t`Set the time zone of the device: it probably sends its local time as UTC.`
        : device
          ? t`Set the clock of the device, or let it use a time server (NTP).`
          : t`Let the machine of the gateway use a time server (NTP).`;
    if (rule === "out-of-range")
      return t`Check the sensor and its wires, then the address and the scale of the point.`;
    if (rule === "stuck") return t`Check the sensor and its wires, then the address of the point.`;
    if (evidence.fixes.length === 0 || mapping === null)
      return t`Correct the profile of the device, in the file of the gateway if it runs from its own files.`;
    return rule === "swapped"
      ? t`Exchange the points here, or the sensors at the device.`
      : t`Compare with the display of the device, then correct the profile.`;
  }

  return {
    evidenceText: (finding: HourFinding) => {
      const { from, until } = finding.evidence;
      const [begin, end] = [momentText(from), momentText(until)];
      return finding.rule === "clock"
        ? whatText(finding)
        : `${whatText(finding)} ${t`From ${begin} to ${end}.`}`;
    },
    adviceText: doText,
  };
}

function Actions({ finding, subject }: { finding: HourFinding; subject: string }) {
  const { t } = useLingui();
  const { id, mapping, evidence } = finding;
  const undo = useChange(undoCorrection);
  const restore = useChange(dismissFinding);
  // Of the change itself: the row may be gone before the answer is here.
  const correct = useChange(correctFinding, {
    onSuccess: ({ points, devices, profile }) =>
      showUndoToast(t`The profile ${profile} is corrected. Points: ${points}, devices: ${devices}.`, () =>
        undo.mutateAsync({ id }),
      ),
  });
  const dismiss = useChange(dismissFinding, {
    onSuccess: () =>
      showUndoToast(t`The finding is dismissed.`, () => restore.mutateAsync({ id, isDismissed: false })),
  });

  function labelOf(fix: Fix): string {
    if (fix.kind === "scale") return t`Multiply by ${fix.factor}`;
    if (fix.kind === "word-order") return t`Exchange the words`;
    if (fix.kind === "swap") return t`Exchange the points`;
    const symbol = symbolOf(fix.unit);
    return t`Read as ${symbol}`;
  }
  return (
    <Group gap={6}>
      {mapping !== null &&
        evidence.fixes.map((fix, at) => (
          <Button
            key={labelOf(fix)}
            size="compact-sm"
            loading={correct.isPending}
            aria-label={`${labelOf(fix)}: ${subject}`}
            onClick={() => correct.mutate({ id, fix: at, mapping }, { onError: toastFailure })}
          >
            {labelOf(fix)}
          </Button>
        ))}
      <Button
        variant="default"
        size="compact-sm"
        loading={dismiss.isPending}
        aria-label={`${t`Dismiss`}: ${subject}`}
        onClick={() => dismiss.mutate({ id }, { onError: toastFailure })}
      >
        {t`Dismiss`}
      </Button>
    </Group>
  );
}
