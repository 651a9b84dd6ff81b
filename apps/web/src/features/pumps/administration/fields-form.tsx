import { useLingui } from "@lingui/react/macro";
import { Button, Group, Select, Stack, TextInput, Title, Tooltip } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { Fragment, useRef, useState } from "react";
import type { z } from "zod";

import { doubleClick } from "#data/query/use-change.ts";
import { CallFailed, isRefusal } from "#shared/call.ts";
import { fieldText, refusedFieldText } from "#shared/texts/field-text.ts";
import { toastFailure } from "#shared/ui/feedback/toast.ts";
import { PasswordField } from "#shared/ui/fields/password-field.tsx";
import { useCutListText } from "#shared/ui/fields/use-cut-list-text.ts";

import classes from "./administration.module.css";

export interface FormField {
  /** `device.name` is the field `name` of the object `device`. */
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
  /** A heading above this field. */
  readonly heading?: string;
  /** Without it, the field is always shown. */
  readonly isShown?: (values: Values) => boolean;
}

/** Of thousands of options, those that a person sees; typing finds the others. */
const OPTIONS_SHOWN = 100;

type Values = Record<string, unknown>;

function firstValues(fields: readonly FormField[], initial: Record<string, string> = {}): Values {
  const values: Record<string, string | Record<string, string>> = {};
  for (const { name } of fields) {
    const [first = "", part] = name.split(".");
    const group = values[first];
    const value = initial[name] ?? "";
    values[first] = part === undefined ? value : { ...(typeof group === "object" && group), [part]: value };
  }
  return values;
}

interface Props {
  fields: readonly FormField[];
  /** The first text of a field, by its name; empty without one. */
  initial?: Record<string, string>;
  /** A function: the rules depend on the values. */
  schema: z.ZodType | ((values: Values) => z.ZodType);
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
  const form = useForm<Values>({
    initialValues: firstValues(fields, initial),
    validate: (values) =>
      schemaResolver(typeof schema === "function" ? schema(values) : schema, { sync: true })(values),
  });
  const shown = fields.filter(({ isShown }) => !isShown || isShown(form.values));
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
    const inputProps = form.getInputProps(name);
    const common = {
      ...inputProps,
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
          value={inputProps.value || null}
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
          {shown.map((field) => (
            <Fragment key={field.name}>
              {field.heading !== undefined && (
                <Title order={2} size="h5" className={classes["heading"] ?? ""}>
                  {field.heading}
                </Title>
              )}
              <Tooltip
                label={field.tooltip}
                disabled={field.tooltip === undefined}
                events={{ hover: true, focus: true, touch: true }}
                position="top-start"
              >
                <div>{input(field)}</div>
              </Tooltip>
            </Fragment>
          ))}
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

const NAME_MAX = 100;
const LINE_MAX = 60;
const DIGITS_MAX = 7;
/** Source: spec 2 §5. */
const PASSWORD_MAX = 15;

/** The fields of Add User. */
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
