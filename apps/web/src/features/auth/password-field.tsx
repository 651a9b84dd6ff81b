import { useLingui } from "@lingui/react/macro";
import { PasswordInput, type PasswordInputProps } from "@mantine/core";

import { fieldText } from "#shared/error-text.ts";

import classes from "./password-field.module.css";

/** A password with its show-or-hide button; `error` is a text of the contract. */
export function PasswordField({ error, ...input }: PasswordInputProps) {
  const { t } = useLingui();
  return (
    <PasswordInput
      {...input}
      error={fieldText(error)}
      classNames={{ input: classes["frame"] ?? "" }}
      visibilityToggleButtonProps={{ "aria-label": t`Show or hide the password`, tabIndex: 0 }}
    />
  );
}
