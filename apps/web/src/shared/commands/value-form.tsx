import { Trans } from "@lingui/react/macro";
import { Button, Group, type MantineSize, TextInput } from "@mantine/core";
import { boundsOf } from "@verandah/equipment/catalogue.ts";
import type { WriteRule } from "@verandah/equipment/schema.ts";
import { refuseValue } from "@verandah/equipment/write-check.ts";
import { type FormEvent, useState } from "react";

import { decimalOf } from "../format/number.ts";
import { showToast } from "../ui/feedback/toast.ts";

interface Props {
  label: string;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  /** The button's name. */
  action: string;
  unit: string;
  write: WriteRule;
  /** Toast for any other input. */
  outOfRange: string;
  isUnderWay: boolean;
  size?: MantineSize;
  onSend: (value: number) => void;
}

/** A field for a new value and the button that sends it. A value out of range is refused and the field cleared. Source: spec 2 §5. */
export function ValueForm({
  label,
  isLabelHidden = false,
  action,
  unit,
  write,
  outOfRange,
  isUnderWay,
  size = "sm",
  onSend,
}: Props) {
  const [text, setText] = useState("");

  function submit(event: FormEvent): void {
    event.preventDefault();
    const value = decimalOf(text);
    setText("");
    if (refuseValue(write, value)) showToast({ kind: "error", text: outOfRange });
    else onSend(value);
  }

  return (
    <form noValidate onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          {...(isLabelHidden ? { "aria-label": label } : { label })}
          size={size}
          styles={{ label: { whiteSpace: "nowrap" } }}
          w={isLabelHidden ? { base: 108, sm: 92 } : 150}
          inputMode="decimal"
          autoComplete="off"
          placeholder={boundsOf(write).join("–")}
          rightSection={unit}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button
          type="submit"
          size={size}
          variant={isLabelHidden ? "default" : "filled"}
          loading={isUnderWay}
          aria-label={action}
        >
          <Trans comment="Button: writes a value to a device">set</Trans>
        </Button>
      </Group>
    </form>
  );
}
