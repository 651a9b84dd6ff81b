import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";

import { decimalOf } from "#shared/format/number.ts";
import { showToast } from "#shared/ui/toast.ts";

import classes from "./vav.module.css";

interface Props {
  /** The field's name. */
  label: string;
  /** The button's name. */
  action: string;
  unit: string;
  /** What the box takes, both included. */
  min: number;
  max: number;
  /** What anything else is answered with. */
  outOfRange: string;
  isUnderWay: boolean;
  /** Sends a value that the box takes; the field is empty again afterwards. */
  send: (value: number) => Promise<unknown>;
}

/** A field for another value of a box, and the button that sends it. What is typed is sent as it stands or refused, never put right. */
export function VavOrderForm({ label, action, unit, min, max, outOfRange, isUnderWay, send }: Props) {
  const [wish, setWish] = useState("");

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const value = decimalOf(wish);
    // As for the set points of a unit: told, and the field cleared. Source: spec 2 §5.
    if (value >= min && value <= max) await send(value);
    else showToast({ kind: "error", text: outOfRange });
    setWish("");
  }

  return (
    <form onSubmit={(event) => void submit(event)} className={classes["order"]} noValidate>
      <TextInput
        size="xs"
        w={92}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        placeholder={`${min}–${max}`}
        rightSection={unit}
        value={wish}
        onChange={({ currentTarget }) => setWish(currentTarget.value)}
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
