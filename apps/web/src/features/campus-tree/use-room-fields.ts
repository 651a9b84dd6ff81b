import { useLingui } from "@lingui/react/macro";

import type { FormField } from "#shared/ui/form/form-field.tsx";

const SEATS_MAX = 1_000;
const FACILITIES_MAX = 20;
const FACILITY_MAX = 60;

/** Seats and facilities of a room. */
export function useRoomFields(): FormField<"seats" | "facilities">[] {
  const { t } = useLingui();
  return [
    {
      name: "seats",
      label: t`Seats`,
      kind: "number",
      min: 1,
      max: SEATS_MAX,
      allowDecimal: false,
      isRequired: true,
    },
    {
      name: "facilities",
      label: t`Facilities`,
      kind: "tags",
      description: t`Press Enter after each one, for example Screen.`,
      maxTags: FACILITIES_MAX,
      maxLength: FACILITY_MAX,
    },
  ];
}
