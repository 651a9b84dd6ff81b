import { Trans } from "@lingui/react/macro";
import { Button, NumberInput, type NumberInputProps } from "@mantine/core";
import { type FormEvent, useState } from "react";

import classes from "./vav.module.css";

interface Props extends Pick<
  NumberInputProps,
  "placeholder" | "suffix" | "min" | "max" | "clampBehavior" | "allowNegative" | "decimalScale"
> {
  /** The field's name. */
  label: string;
  /** The button's name. */
  action: string;
  isUnderWay: boolean;
  /** Sends the value, NaN for what is no number; the field is empty again afterwards. */
  send: (value: number) => Promise<void>;
}

/** A field for another value of a box, and the button that sends it. */
export function VavOrderForm({ label, action, isUnderWay, send, ...field }: Props) {
  const [wish, setWish] = useState<number | string>("");

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    await send(typeof wish === "number" ? wish : Number.NaN);
    setWish("");
  }

  return (
    <form onSubmit={(event) => void submit(event)} className={classes["order"]} noValidate>
      <NumberInput
        {...field}
        size="xs"
        w={92}
        aria-label={label}
        hideControls
        value={wish}
        onChange={setWish}
      />
      <Button
        type="submit"
        size="xs"
        variant="default"
        disabled={wish === ""}
        loading={isUnderWay}
        aria-label={action}
      >
        <Trans comment="A button that sends a set point to a device">set</Trans>
      </Button>
    </form>
  );
}
