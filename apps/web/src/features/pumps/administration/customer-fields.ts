import { useLingui } from "@lingui/react/macro";

import type { FormField } from "#shared/ui/form/form-field.tsx";

const NAME_MAX = 100;
export const LINE_MAX = 60;
const DIGITS_MAX = 7;
/** Source: spec 2 §5. */
export const PASSWORD_MAX = 15;

/** The fields of Add User. */
export function useCustomerFields(): FormField[] {
  const { t } = useLingui();
  const password = { kind: "password", maxLength: PASSWORD_MAX } as const;
  const line = { maxLength: LINE_MAX };
  const fields: FormField[] = [
    { name: "name", label: t`Customer Name`, maxLength: NAME_MAX },
    { name: "password", label: t`Password`, ...password },
    { name: "confirm_password", label: t`Confirm Password`, ...password },
    { name: "secret", label: t`Secret`, placeholder: t`Enter your Birth Place`, ...line },
    { name: "city", label: t`Customer City`, ...line },
    { name: "customer_state", label: t`Customer State`, ...line },
    { name: "farm_size_in_hector", label: t`Farm Size (in hector)`, maxLength: DIGITS_MAX },
    { name: "number_of_panels_in_array", label: t`Number Of Panels In array`, maxLength: DIGITS_MAX },
  ];
  return fields.map((field) => ({ withAsterisk: true, ...field }));
}

export const emptyValues = (fields: readonly FormField[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ name }) => [name, ""]));
