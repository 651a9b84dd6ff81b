import { useLingui } from "@lingui/react/macro";
import { PUMP_TYPE, TOPIC_ID_LENGTH, TOPIC_ID_PREFIX } from "@verandah/contract/pumps/pump-forms.ts";

import type { FormField } from "./fields-form.tsx";

const NAME_MAX = 100;
const LINE_MAX = 60;
const DIGITS_MAX = 7;
/** Source: spec 2 §5. */
const PASSWORD_MAX = 15;
/** Source: spec 2 §5 Device topic id. */
const TOPIC_ID_INPUT_MIN = 5;

/** Source: spec 2 §2 Add User form. */
export function useCustomerFields(): FormField[] {
  const { t } = useLingui();
  const password = { kind: "password", maxLength: PASSWORD_MAX } as const;
  return [
    { name: "name", label: t`Customer Name`, maxLength: NAME_MAX },
    { name: "password", label: t`Password`, ...password },
    { name: "confirm_password", label: t`Confirm Password`, ...password },
    { name: "secret", label: t`Secret`, placeholder: t`Enter your Birth Place`, maxLength: LINE_MAX },
    { name: "city", label: t`Customer City`, maxLength: LINE_MAX },
    { name: "customer_state", label: t`Customer State`, maxLength: LINE_MAX },
    { name: "farm_size_in_hector", label: t`Farm Size (in hector)`, maxLength: DIGITS_MAX },
    { name: "number_of_panels_in_array", label: t`Number Of Panels In array`, maxLength: DIGITS_MAX },
  ];
}

interface Place {
  id: number;
  name: string;
}

/** The prefix of a topic id, and the only place. */
export function firstDeviceValues([only, ...others]: readonly Place[]): Record<string, string> {
  return {
    ss_address_value: TOPIC_ID_PREFIX,
    ...(only && others.length === 0 && { building_id: String(only.id) }),
  };
}

/** Source: spec 2 §2 Add Device form. */
export function useDeviceFields(places: readonly Place[]): FormField[] {
  const { t } = useLingui();
  const line = { maxLength: LINE_MAX };
  return [
    { name: "name", label: t`Device Name`, ...line },
    {
      name: "ss_address_value",
      label: t`Device Topic Id`,
      tooltip: t`Please prefix topic id with 'ASPump'`,
      maxLength: TOPIC_ID_LENGTH,
      minLength: TOPIC_ID_INPUT_MIN,
    },
    {
      name: "ss_type",
      label: t`Device Type`,
      kind: "choice",
      options: [{ value: PUMP_TYPE.value, label: PUMP_TYPE.label }],
    },
    {
      name: "building_id",
      label: t`Place`,
      kind: "choice",
      options: places.map((place) => ({ value: String(place.id), label: place.name })),
    },
    { name: "serial_number", label: t`Serial Number`, ...line },
    { name: "model_number", label: t`Model Number`, ...line },
    { name: "manufacturing_site", label: t`Manufacturing Site`, ...line },
    {
      name: "manufacturing_date",
      label: t`Manufacturing Date`,
      kind: "date",
      placeholder: t`dd/MM/yyyy`,
    },
    { name: "digital_board_serial_number", label: t`Digital Board Serial Number`, ...line },
    { name: "DR_DC_board_serial_number", label: t`DR/DC Board Serial Number`, ...line },
    { name: "power_board_serial_number", label: t`Power Board Serial Number`, ...line },
  ];
}
