import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Stack, Text, Button, Group, SegmentedControl, Select, TextInput } from "@mantine/core";
import { BATCH_WRITES_MAX } from "@verandah/contract/commands/commands.ts";
import { type SetpointKind, setpointKinds } from "@verandah/contract/hvac/air-comparison.ts";
import { airSetpoint } from "@verandah/equipment/types/ahu.ts";
import { symbolOf } from "@verandah/equipment/units.ts";
import { refuseValue } from "@verandah/equipment/write-check.ts";
import { useRef, useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useOverrideSummary } from "#shared/commands/override-mark.tsx";
import { useCommand } from "#shared/commands/use-command.ts";
import { useDraft } from "#shared/drafts.ts";
import { useAirUnits } from "#shared/equipment/air-values.ts";
import { decimalOf } from "#shared/format/number.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { showToast, toastFailure } from "#shared/ui/feedback/toast.ts";
import { ReasonField } from "#shared/ui/fields/reason-field.tsx";
import { Panel } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

import { SetpointBatch } from "./setpoint-batch.tsx";
import { type Effect, effectOn, readSelection, selectionText, settableUnits } from "./setpoint-selection.ts";
import { SetpointUnits } from "./setpoint-units.tsx";

/** The setpoints of many units at once: selection, preview, command, and progress until each is confirmed. */
export function SetpointScreen() {
  const { t } = useLingui();
  const { building } = useSession();
  const [search] = useSearchState();
  const batchIds = searchText(search["batch"])?.split(",") ?? [];
  return (
    <Stack gap={14}>
      <div>
        <PageTitle>{t`Configure setpoint`}</PageTitle>
        <Text size="sm" c="dimmed">
          {building.name}
        </Text>
      </div>
      {batchIds.length > 0 ? (
        <SetpointBatch batchIds={batchIds} value={Number(searchText(search["to"]))} />
      ) : (
        <SetpointForm />
      )}
    </Stack>
  );
}

const { from: lowest, to: highest } = airSetpoint;
const HOUR_MS = 3_600_000;
/** How long a change can last, hours; the first is the default. Source: contract OVERRIDE_DEFAULT_MS, OVERRIDE_MAX_MS. */
const HOURS = [4, 1, 8, 24, 168] as const;

const isKind = (text: string | undefined): text is SetpointKind =>
  text !== undefined && Object.hasOwn(setpointKinds, text);

/** The typed setpoint, °C; undefined for an invalid one. */
function valueOf(text: string): number | undefined {
  const value = decimalOf(text);
  return refuseValue(airSetpoint, value) ? undefined : value;
}

function hoursFromNow(hours: number): string {
  return new Date(Date.now() + hours * HOUR_MS).toISOString();
}

/** Names of the setpoints, and their range errors. Source: spec 2 §5 (RAT, SAT). */
function useSetpointTexts(): Record<SetpointKind, { name: string; outOfRange: string }> {
  const { t } = useLingui();
  return {
    rat: { name: t`Return air (RAT)`, outOfRange: t`RAT sp should be 15-35` },
    sat: { name: t`Supply air (SAT)`, outOfRange: t`SAT sp should be 15-35` },
    zone: { name: t`Zone temperature`, outOfRange: t`Temperature sp should be 15-35` },
  };
}

/** The kind of setpoint, the value and the units: all in the address, with a preview of the changes. */
function SetpointForm() {
  const { t } = useLingui();
  const { building } = useSession();
  const texts = useSetpointTexts();
  const [search, change] = useSearchState();
  const known = useAirUnits(building.id);
  const [text, setText] = useState(() => searchText(search["to"]) ?? "");
  const [reason, setReason] = useDraft("setpoint-reason", "");
  const [hours, setHours] = useState<number>(HOURS[0]);
  const { send, isSending } = useCommand();
  const field = useRef<HTMLInputElement>(null);

  const asked = searchText(search["set"]);
  const kind = isKind(asked) ? asked : "rat";
  const value = valueOf(text);
  const isNoNumber = text.trim() !== "" && Number.isNaN(decimalOf(text));
  const units = settableUnits(known.data?.units ?? [], kind);
  const chosen = readSelection(searchText(search["of"]), units);
  const effects = units.filter((unit) => chosen.has(unit.ssid)).map((unit) => effectOn(unit, kind, value));
  const sent = effects.filter((effect) => effect !== "unchanged").length;
  const { setpoint } = setpointKinds[kind];
  const overridesOf = useOverrideSummary();
  const overridden = units.filter(
    ({ ssid }) => chosen.has(ssid) && overridesOf(ssid, setpoint) !== undefined,
  ).length;

  function type(next: string): void {
    setText(next);
    change({ to: valueOf(next) }, { replace: true });
  }

  async function apply(): Promise<void> {
    if (isNoNumber) return field.current?.focus();
    if (value === undefined) {
      // Source: spec 2 §5: the input is cleared and a toast shows the reason.
      type("");
      showToast({ kind: "error", text: texts[kind].outOfRange });
      return;
    }
    // The server refuses an offline unit, so that it stays in the list for a retry.
    const writes = units
      .filter((unit) => chosen.has(unit.ssid) && effectOn(unit, kind, value) !== "unchanged")
      .map((unit) => ({ ssid: unit.ssid, param_id: setpoint, value }));
    try {
      const { batchId } = await send({
        writes,
        until: hoursFromNow(hours),
        ...(reason.trim() && { reason: reason.trim() }),
      });
      change({ batch: batchId });
    } catch (failure) {
      toastFailure(failure);
    }
  }

  return (
    <Stack gap={14}>
      <Group align="start" gap="10px 14px">
        <SegmentedControl
          size="xs"
          // It has no label above it; the fields beside it do.
          mt={{ base: 0, sm: 24 }}
          maw="100%"
          flex={{ base: "0 1 auto", sm: "0 0 390px" }}
          styles={{ label: { whiteSpace: "normal" } }}
          aria-label={t`Which setpoint`}
          value={kind}
          onChange={(next) => change({ set: next === "rat" ? undefined : next }, { replace: true })}
          data={(["rat", "sat", "zone"] as const).map((one) => ({ value: one, label: texts[one].name }))}
        />
        <TextInput
          ref={field}
          label={t`New setpoint`}
          w={150}
          inputMode="decimal"
          autoComplete="off"
          placeholder={`${lowest}–${highest}`}
          rightSection={symbolOf(setpointKinds[kind].unit)}
          error={isNoNumber && t`A number from ${lowest} to ${highest}, such as 22.5`}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        <Select
          label={t`Duration`}
          w={130}
          allowDeselect={false}
          value={String(hours)}
          onChange={(next) => setHours(Number(next))}
          data={HOURS.toSorted((a, b) => a - b).map((one) => ({
            value: String(one),
            label:
              one < 48
                ? plural(one, { one: "# hour", other: "# hours" })
                : plural(one / 24, { one: "# day", other: "# days" }),
          }))}
        />
        <ReasonField label={t`Reason (optional)`} value={reason} onChange={setReason} />
      </Group>
      <Section of={known} height={360}>
        {({ floors }) =>
          units.length === 0 ? (
            <Text c="dimmed">{t`No units here have this setpoint.`}</Text>
          ) : (
            <>
              <SetpointUnits
                floors={floors}
                units={units}
                kind={kind}
                value={value}
                chosen={chosen}
                onChoose={(next) => change({ of: selectionText(next, units, floors) }, { replace: true })}
              />
              <Panel pos="sticky" bottom="var(--bottom-bar, 0)" style={{ zIndex: 1 }}>
                <Group justify="space-between" gap="8px 16px">
                  <EffectCounts effects={effects} overridden={overridden} hasValue={value !== undefined} />
                  <Button
                    // Filled, it would be the strongest colour of a phone's window.
                    variant="light"
                    onClick={() => void apply()}
                    loading={isSending}
                    disabled={
                      effects.length === 0 || sent > BATCH_WRITES_MAX || (value !== undefined && sent === 0)
                    }
                  >
                    {t`Change setpoints`}
                  </Button>
                </Group>
              </Panel>
            </>
          )
        }
      </Section>
    </Stack>
  );
}

interface EffectCountsProps {
  effects: readonly Effect[];
  /** Chosen units whose setpoint is under an override. */
  overridden: number;
  hasValue: boolean;
}

/** How many of the chosen units will change, and how many will not, with the reason. */
function EffectCounts({ effects, overridden, hasValue }: EffectCountsProps) {
  const { t } = useLingui();
  const count = (effect: Effect) => effects.filter((one) => one === effect).length;
  const [changing, unchanged, offline] = [count("change"), count("unchanged"), count("offline")];
  return (
    <Group gap="md" role="status">
      <Text size="sm" fw={600}>
        {hasValue
          ? plural(changing, { one: "# will change", other: "# will change" })
          : plural(effects.length, { one: "# unit chosen", other: "# units chosen" })}
      </Text>
      {hasValue && unchanged > 0 && <Text size="sm" c="dimmed">{t`${unchanged} unchanged`}</Text>}
      {offline > 0 && <Text size="sm" c="dimmed">{t`${offline} offline, will not change`}</Text>}
      {overridden > 0 && (
        <Text size="sm" c="dimmed">
          {plural(overridden, { one: "# under an override", other: "# under an override" })}
        </Text>
      )}
      {changing + offline > BATCH_WRITES_MAX && (
        <Text size="sm" c="dimmed">{t`At most ${BATCH_WRITES_MAX} at once`}</Text>
      )}
    </Group>
  );
}
