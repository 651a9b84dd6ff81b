import { useLingui } from "@lingui/react/macro";
import { PasswordInput, type PasswordInputProps } from "@mantine/core";

import classes from "./password-field.module.css";

/** A password with its show-or-hide button. */
export function PasswordField(input: PasswordInputProps) {
  const { t } = useLingui();
  return (
    <PasswordInput
      {...input}
      classNames={{ input: classes["frame"] ?? "" }}
      visibilityToggleButtonProps={{ "aria-label": t`Show or hide the password`, tabIndex: 0 }}
    />
  );
}
