import { useLingui } from "@lingui/react/macro";
import { NumberInput, TagsInput } from "@mantine/core";

import type { RoomFacts } from "./tree-items.ts";

const SEATS_MAX = 1_000;
const FACILITIES_MAX = 20;
const FACILITY_MAX = 60;

export function RoomFields({ value, onChange }: { value: RoomFacts; onChange: (value: RoomFacts) => void }) {
  const { t } = useLingui();
  return (
    <>
      <NumberInput
        label={t`Seats`}
        min={1}
        max={SEATS_MAX}
        allowDecimal={false}
        error={value.seats === "" ? t`field cannot be empty` : undefined}
        value={value.seats}
        onChange={(seats) => onChange({ ...value, seats })}
      />
      <TagsInput
        label={t`Facilities`}
        description={t`Press Enter after each one, for example Screen.`}
        maxTags={FACILITIES_MAX}
        maxLength={FACILITY_MAX}
        acceptValueOnBlur
        value={[...value.facilities]}
        onChange={(facilities) => onChange({ ...value, facilities })}
      />
    </>
  );
}
