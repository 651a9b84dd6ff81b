import { useLingui } from "@lingui/react/macro";
import { Box, Checkbox, Group, VisuallyHidden } from "@mantine/core";
import { IconArrowRight, IconEqual, IconPlugConnectedX } from "@tabler/icons-react";
import {
  type MeasuredUnit,
  readingOf,
  type SetpointKind,
  setpointKinds,
} from "@verandah/contract/hvac/air-comparison.ts";
import type { AirUnits } from "@verandah/contract/hvac/hvac.ts";

import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { ReadingValue } from "#shared/equipment/reading-value.tsx";
import { quantity } from "#shared/format/number.ts";
import { storeysOf } from "#shared/storeys.ts";
import { StateText } from "#shared/ui/feedback/state-text.tsx";
import { AutoGrid, Panel } from "#shared/ui/layout.tsx";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import { effectOn } from "./setpoint-selection.ts";

interface Props {
  floors: AirUnits["floors"];
  units: readonly MeasuredUnit[];
  kind: SetpointKind;
  /** The new value, °C; undefined until it is one that may be set. */
  value: number | undefined;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Every unit by floor and zone, to be chosen one by one or by place, each with the effect of a change. */
export function SetpointUnits({ floors, units, kind, chosen, onChoose, ...row }: Props) {
  const { t } = useLingui();
  const { floors: known } = useChosenFloor();
  const { above, below } = storeysOf(floors, ({ id }) =>
    known.some((floor) => floor.id === id && floor.floorType === "parking"),
  );

  function wholePlace(name: string, own: readonly MeasuredUnit[], level: "floor" | "zone") {
    const count = own.filter((unit) => chosen.has(unit.ssid)).length;
    return (
      <Checkbox
        size="md"
        {...(level === "floor" ? { fw: 650, mb: 4 } : { mt: 8, mb: 2 })}
        label={name}
        aria-label={level === "floor" ? t`All of floor ${name}` : t`All of ${name}`}
        checked={count === own.length}
        indeterminate={count > 0 && count < own.length}
        onChange={({ currentTarget }) => choose(own, currentTarget.checked)}
      />
    );
  }

  function choose(own: readonly MeasuredUnit[], isChosen: boolean): void {
    const next = new Set(chosen);
    for (const { ssid } of own) {
      if (isChosen) next.add(ssid);
      else next.delete(ssid);
    }
    onChoose(next);
  }

  const list = (own: readonly MeasuredUnit[]) => (
    <Box component="ul" pl={22}>
      {own.map((unit) => (
        <Group
          component="li"
          key={unit.ssid}
          justify="space-between"
          gap="0 10px"
          px={6}
          py={3}
          bdrs="sm"
          bg={chosen.has(unit.ssid) ? "var(--current-tint)" : "transparent"}
        >
          <Checkbox
            size="md"
            label={unit.name}
            checked={chosen.has(unit.ssid)}
            onChange={({ currentTarget }) => choose([unit], currentTarget.checked)}
          />
          <UnitEffect unit={unit} kind={kind} isChosen={chosen.has(unit.ssid)} {...row} />
        </Group>
      ))}
    </Box>
  );

  return (
    <AutoGrid min={330}>
      {[...above, ...below].map((floor) => {
        const own = units.filter((unit) => unit.floorId === floor.id);
        if (own.length === 0) return null;
        const byZone = floor.zones.map((zone) => ({
          zone,
          vavs: own.filter((unit) => unit.zoneId === zone.id),
        }));
        const placeless = own.filter((unit) => !floor.zones.some((zone) => zone.id === unit.zoneId));
        return (
          <Panel component="fieldset" key={floor.id} m={0} pb={12} miw={0} fz="sm">
            {/* The checkbox says the floor's name in sight. */}
            <VisuallyHidden component="legend">{floor.name}</VisuallyHidden>
            {wholePlace(floor.name, own, "floor")}
            {list(placeless)}
            {byZone
              .filter(({ vavs }) => vavs.length > 0)
              .map(({ zone, vavs }) => (
                <Box key={zone.id} pl={22}>
                  {wholePlace(zone.name, vavs, "zone")}
                  {list(vavs)}
                </Box>
              ))}
          </Panel>
        );
      })}
    </AutoGrid>
  );
}

interface EffectProps extends Pick<Props, "kind" | "value"> {
  unit: MeasuredUnit;
  isChosen: boolean;
}

/** The setpoint of a unit, and the effect of the change. */
function UnitEffect({ unit, kind, value, isChosen }: EffectProps) {
  const { t } = useLingui();
  const effect = effectOn(unit, kind, value);
  const isShown = isChosen && value !== undefined;
  return (
    <Group component="span" justify="flex-end" gap="0 8px" ml="auto">
      <ReadingValue reading={readingOf(unit, setpointKinds[kind].setpoint)} />
      <OverrideMark ssid={unit.ssid} paramId={setpointKinds[kind].setpoint} />
      {isShown && effect === "change" && (
        <StateText fw={650}>
          <IconArrowRight size={14} aria-label={t`becomes`} /> {quantity(value, "degC")}
        </StateText>
      )}
      {isShown && effect === "unchanged" && (
        <StateText fz={12} fw={400} c="var(--text-stale)">
          <IconEqual size={14} aria-hidden /> {t`unchanged`}
        </StateText>
      )}
      {effect === "offline" && (
        <StateText fz={12} fw={400} c="var(--text-stale)">
          <IconPlugConnectedX size={14} aria-hidden /> {t`connect to network`}
        </StateText>
      )}
    </Group>
  );
}
