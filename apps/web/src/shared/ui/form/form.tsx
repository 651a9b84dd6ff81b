import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack } from "@mantine/core";
import { type FormErrors, schemaResolver, useForm } from "@mantine/form";
import { Fragment, type ReactElement, type ReactNode, useRef, useState } from "react";
import type { z } from "zod";

import { doubleClick } from "#data/query/use-change.ts";

import { CallFailed, isRefusal } from "../../call.ts";
import { errorText } from "../../texts/error-text.ts";
import { fieldText, refusalText, refusedFieldText } from "../../texts/field-text.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { ErrorBanner } from "../feedback/error-banner.tsx";
import { showToast, toastFailure } from "../feedback/toast.ts";
import { AutoGrid } from "../layout.tsx";
import { FieldInput, type FormField, isEmpty } from "./form-field.tsx";

import classes from "./form.module.css";

type NameOf<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`;
type Item<Values> = FormField<NameOf<Values>> | ReactElement | false;

interface FormState<Values> {
  readonly values: Values;
  readonly set: (change: Partial<Values>) => void;
  /** A field within other content. */
  readonly field: (field: FormField<NameOf<Values>>) => ReactNode;
  readonly errorOf: (name: string) => string | undefined;
}

export interface FormProps<Values, Sent, Reply> {
  initial: Values;
  /** Fields and other content, from top to bottom. */
  fields?: readonly Item<Values>[];
  /** In place of `fields` when they depend on the values. */
  children?: (form: FormState<Values>) => readonly Item<Values>[];
  /** Rules that are checked before the call; the server checks all. A function: the rules depend on the values. */
  schema?: z.ZodType<Sent> | ((values: Values) => z.ZodType<Sent>);
  /** A verb: the text of the button that submits; 'Save' unless given. */
  action?: string | ((values: Values) => string);
  isDisabled?: (values: Values) => boolean;
  /**
   * Gets the values as the schema returns them, and can change the form. A failure of the call marks the fields that it names. Without a
   * call, the form stays as it is.
   */
  submit: (values: Sent, set: (change: Partial<Values>) => void) => Promise<Reply> | undefined;
  /** The toast of a success. */
  done?: string | ((sent: Sent) => string);
  onDone?: (reply: Reply) => void;
  /** Shows a failure that names no field: in a dialog above the buttons, and by default as a banner; null is none. */
  renderFailure?: (error: unknown) => ReactNode;
  /** Gets such a failure on a page; a toast without it. */
  onFailure?: (error: unknown) => void;
  onChange?: (values: Values) => void;
  onCancel?: () => void;
  /** The form stays as it is after a success. */
  keepsValues?: boolean;
  /** Of a page that has nothing else: large inputs, and failures are in a banner. */
  isLarge?: boolean;
}

const isField = <Values,>(item: Item<Values>): item is FormField<NameOf<Values>> =>
  item !== false && "name" in item;

/** A form of named fields with the rules of the contract. */
export function Form<Values extends object, Sent = Values, Reply = unknown>({
  initial,
  fields = [],
  children = () => fields,
  schema,
  renderFailure = (error) => <ErrorBanner text={error !== null && refusedText(error)} />,
  onFailure = toastFailure,
  ...props
}: FormProps<Values, Sent, Reply>) {
  const { t } = useLingui();
  const element = useRef<HTMLFormElement>(null);
  const resetAtMs = useRef(0);
  const [failure, setFailure] = useState<unknown>(null);
  const rulesFor = (values: Values) => (typeof schema === "function" ? schema(values) : schema);
  const form = useForm<Values>({
    initialValues: initial,
    onValuesChange: (values) => {
      setFailure(null);
      props.onChange?.(values);
    },
    validate: (values): FormErrors => {
      const rules = rulesFor(values);
      return { ...missing(), ...(rules && schemaResolver(rules, { sync: true })(values)) };
    },
  });
  const errorOf = (name: string) => {
    const named = Object.keys(form.errors).find((one) => isWithin(one, name));
    return named === undefined ? undefined : fieldText(form.errors[named]);
  };
  const missingText = ({ name, kind, isRequired }: FormField) =>
    isRequired && isEmpty(form.getInputProps(name).value)
      ? (missingTexts[kind ?? "text"] ?? "field cannot be empty")
      : undefined;
  const field = (one: FormField) => (
    <FieldInput
      field={one}
      size={props.isLarge ? "md" : "sm"}
      bound={form.getInputProps(one.name)}
      error={errorOf(one.name) ?? (form.isDirty(one.name) ? fieldText(missingText(one)) : undefined)}
    />
  );
  const items = children({
    values: form.values,
    set: (change) => form.setValues(change),
    field,
    errorOf,
  });

  function missing(): FormErrors {
    const texts = items.filter(isField).map((one) => [one.name, missingText(one)] as const);
    return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
  }

  /** The inputs with one of these errors. The page below a dialog may have a field of the same name. */
  const inputsOf = (errors: object) =>
    Array.from(element.current?.querySelectorAll<HTMLElement>("[data-path]") ?? []).filter(({ dataset }) =>
      Object.keys(errors).some((name) => isWithin(name, dataset["path"] ?? "")),
    );
  const focusFirst = (errors: object) => inputsOf(errors)[0]?.focus();

  function refuse(errors: object): void {
    // The second click of a double click finds the form empty again.
    if (nowMs() - resetAtMs.current < doubleClick.ms) form.clearErrors();
    else focusFirst(errors);
  }

  async function send(values: Values): Promise<void> {
    setFailure(null);
    const isInDialog = element.current?.closest("[role=dialog]") != null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a schema the values are sent
    const sent = rulesFor(values)?.parse(values) ?? (values as unknown as Sent);
    let reply: Reply;
    try {
      const call = props.submit(sent, (change) => form.setValues(change));
      if (!call) return;
      reply = await call;
    } catch (error) {
      fail(error, isInDialog);
      return;
    }
    const { done } = props;
    if (done !== undefined)
      showToast({ kind: "success", text: typeof done === "string" ? done : done(sent) });
    // The user has left the form meanwhile.
    if (!element.current) return;
    if (!props.keepsValues) {
      form.reset();
      resetAtMs.current = nowMs();
    }
    props.onDone?.(reply);
  }

  function fail(error: unknown, isInDialog: boolean): void {
    const named = error instanceof CallFailed ? Object.keys(error.problem.fields ?? {}) : [];
    const errors = Object.fromEntries(named.map((name) => [name, refusedFieldText(error, name)]));
    form.setErrors(errors);
    if (inputsOf(errors).length > 0) focusFirst(errors);
    // A dialog itself shows that its item is gone.
    else if (isInDialog && isRefusal(error, "not-found")) return;
    else if (isInDialog || props.isLarge) setFailure(error);
    else onFailure(error);
  }

  return (
    <form ref={element} noValidate onSubmit={(event) => form.onSubmit(send, refuse)(event)}>
      <Stack gap="md">
        <AutoGrid min={260} gap="14px 18px" isFit style={{ alignItems: "start" }}>
          {items.map((item) =>
            isField(item) ? (
              <Fragment key={item.name}>{field(item)}</Fragment>
            ) : (
              item && (
                <div key={item.key} className={classes["whole"]}>
                  {item}
                </div>
              )
            ),
          )}
        </AutoGrid>
        {renderFailure(failure)}
        <Group justify="flex-end">
          {props.onCancel && <Button variant="default" onClick={props.onCancel}>{t`Cancel`}</Button>}
          <Button
            type="submit"
            size={props.isLarge ? "md" : "sm"}
            fullWidth={props.isLarge ?? false}
            loading={form.submitting}
            disabled={props.isDisabled?.(form.values) ?? false}
          >
            {typeof props.action === "function" ? props.action(form.values) : (props.action ?? t`Save`)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const nowMs = () => Date.now();

const missingTexts: { [K in NonNullable<FormField["kind"]>]?: string } = {
  moment: "Choose a date and a time",
  reason: "Enter a reason",
};

/** Whether an error is that of a field, or of an entry of its list. */
const isWithin = (error: string, field: string): boolean => error === field || error.startsWith(`${field}.`);

/** The fields that were changed. Any other keeps the value of another administrator. */
export const changedFields = <Values extends object>(values: Values, opened: Values): Partial<Values> => {
  const before = new Map<string, unknown>(Object.entries(opened));
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- some of the same fields
  return Object.fromEntries(changed) as Partial<Values>;
};

/** Of a failure that no field shows. */
const refusedText = (error: unknown): string =>
  isRefusal(error, "input-invalid") ? refusalText(error) : errorText(error);

interface DialogProps<Values, Sent, Reply> extends Omit<FormProps<Values, Sent, Reply>, "onCancel"> {
  title: string;
  onClose: () => void;
}

/** A dialog with a form. It closes when the form is done. */
export function FormDialog<Values extends object, Sent = Values, Reply = unknown>({
  title,
  onClose,
  onDone,
  ...form
}: DialogProps<Values, Sent, Reply>) {
  return (
    <Dialog title={title} onClose={onClose} closeOnClickOutside={false}>
      <Form
        {...form}
        onCancel={onClose}
        onDone={(reply) => {
          onClose();
          onDone?.(reply);
        }}
      />
    </Dialog>
  );
}
