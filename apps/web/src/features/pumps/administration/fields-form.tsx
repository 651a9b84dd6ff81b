import { useLingui } from "@lingui/react/macro";
import { Button, Group, Select, Stack, TextInput, Tooltip } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useRef, useState } from "react";
import type { z } from "zod";

import { doubleClick } from "#data/query/use-change.ts";
import { CallFailed, isRefusal } from "#shared/call.ts";
import { fieldText, refusedFieldText } from "#shared/texts/field-text.ts";
import { toastFailure } from "#shared/ui/feedback/toast.ts";
import { PasswordField } from "#shared/ui/fields/password-field.tsx";
import { useCutListText } from "#shared/ui/fields/use-cut-list-text.ts";

import classes from "./administration.module.css";

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind?: "text" | "password" | "choice" | "date";
  readonly placeholder?: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly isOptional?: boolean;
  readonly options?: readonly { value: string; label: string }[];
}

/** Of thousands of options, those that a person sees; typing finds the others. */
const OPTIONS_SHOWN = 100;

type Values = Record<string, string>;

interface Props {
  fields: readonly FormField[];
  /** Every field's first text; empty without one. */
  initial?: Values;
  schema: z.ZodType;
  submitText: string;
  /** Rejects with the call's failure; the form marks the fields that it names. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Gets a failure that names no field; without it, a toast shows the failure. */
  onFailure?: (error: unknown) => void;
  onCancel?: () => void;
  /** The form stays as it is after a success. */
  keepsValues?: boolean;
}

/** `05/01/2026` while its digits are typed. */
function typedDate(text: string): string {
  const digits = text.replaceAll(/\D/g, "").slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join("/");
}

/** A form of named fields with the rules of the contract. */
export function FieldsForm({
  fields,
  initial,
  schema,
  submitText,
  onFailure = toastFailure,
  ...props
}: Props) {
  const { t } = useLingui();
  const cutText = useCutListText();
  const empty = Object.fromEntries(fields.map(({ name }) => [name, initial?.[name] ?? ""]));
  const form = useForm<Values>({ initialValues: empty, validate: schemaResolver(schema, { sync: true }) });
  const [element, setElement] = useState<HTMLFormElement | null>(null);
  const resetAtMs = useRef(0);
  // The page below a dialog may have a field of the same name.
  const focusFirst = (errors: object) =>
    element?.querySelector<HTMLElement>(`[data-path="${Object.keys(errors)[0]}"]`)?.focus();

  async function submit(values: Values): Promise<void> {
    try {
      await props.onSubmit(values);
      if (props.keepsValues) return;
      form.reset();
      resetAtMs.current = Date.now();
    } catch (error) {
      const named = error instanceof CallFailed ? Object.keys(error.problem.fields ?? {}) : [];
      const errors = Object.fromEntries(named.map((name) => [name, refusedFieldText(error, name)]));
      form.setErrors(errors);
      if (named.length > 0) focusFirst(errors);
      // A dialog itself shows that its item is gone.
      else if (!isRefusal(error, "not-found") || !element?.closest("[role=dialog]")) onFailure(error);
    }
  }

  function refuse(errors: object): void {
    // The second click of a double click finds the form empty again.
    if (Date.now() - resetAtMs.current < doubleClick.ms) form.clearErrors();
    else focusFirst(errors);
  }

  function input(field: FormField) {
    const {
      kind = "text",
      name,
      label,
      placeholder,
      description,
      maxLength,
      minLength,
      isOptional = false,
      options = [],
    } = field;
    const common = {
      ...form.getInputProps(name),
      label,
      placeholder,
      description,
      error: fieldText(form.errors[name]),
      withAsterisk: !isOptional,
    };
    if (kind === "choice")
      return (
        <Select
          {...common}
          // A select keeps the text of an option when its value becomes an empty text.
          value={form.values[name] || null}
          data={options}
          limit={OPTIONS_SHOWN}
          description={cutText(OPTIONS_SHOWN, options.length) ?? description}
          inputWrapperOrder={["label", "input", "description", "error"]}
          allowDeselect={false}
          searchable={options.length > 5}
        />
      );
    if (kind === "password")
      return <PasswordField {...common} maxLength={maxLength} autoComplete="new-password" />;
    return (
      <TextInput
        {...common}
        maxLength={maxLength}
        minLength={minLength}
        autoComplete="off"
        {...(kind === "date" && {
          inputMode: "numeric",
          onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
            form.setFieldValue(name, typedDate(event.currentTarget.value)),
        })}
      />
    );
  }

  return (
    <form ref={setElement} noValidate onSubmit={(event) => form.onSubmit(submit, refuse)(event)}>
      <Stack gap="md">
        <div className={classes["fields"]}>
          {fields.map((field) =>
            field.tooltip === undefined ? (
              <div key={field.name}>{input(field)}</div>
            ) : (
              <Tooltip
                key={field.name}
                label={field.tooltip}
                events={{ hover: true, focus: true, touch: true }}
                position="top-start"
              >
                <div>{input(field)}</div>
              </Tooltip>
            ),
          )}
        </div>
        <Group justify="flex-end">
          {props.onCancel && <Button variant="default" onClick={props.onCancel}>{t`Cancel`}</Button>}
          <Button type="submit" loading={form.submitting}>
            {submitText}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
