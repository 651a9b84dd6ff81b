import { useLingui } from "@lingui/react/macro";
import { NumberInput, TagsInput } from "@mantine/core";

import { refusedFieldText } from "#shared/texts/field-text.ts";

import type { RoomFacts } from "./tree-items.ts";

const SEATS_MAX = 1_000;
const FACILITIES_MAX = 20;
const FACILITY_MAX = 60;

interface Props {
  value: RoomFacts;
  /** Of the refused call. */
  error: Error | null;
  onChange: (value: RoomFacts) => void;
}

/** Seats and facilities of a room. */
export function RoomFields({ value, error, onChange }: Props) {
  const { t } = useLingui();
  return (
    <>
      <NumberInput
        label={t`Seats`}
        min={1}
        max={SEATS_MAX}
        allowDecimal={false}
        error={value.seats === "" ? t`field cannot be empty` : refusedFieldText(error, "seats")}
        value={value.seats}
        onChange={(seats) => onChange({ ...value, seats })}
      />
      <TagsInput
        label={t`Facilities`}
        description={t`Press Enter after each one, for example Screen.`}
        maxTags={FACILITIES_MAX}
        maxLength={FACILITY_MAX}
        acceptValueOnBlur
        error={value.facilities.map((_, at) => refusedFieldText(error, `facilities.${at}`)).find(Boolean)}
        value={[...value.facilities]}
        onChange={(facilities) => onChange({ ...value, facilities })}
      />
    </>
  );
}
