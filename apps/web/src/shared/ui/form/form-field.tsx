import { useLingui } from "@lingui/react/macro";
import {
  Checkbox,
  Group,
  type InputWrapperProps,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  Stack,
  Switch,
  TagsInput,
  TextInput,
  Tooltip,
} from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import type { ReactNode } from "react";

import { DateField } from "../fields/date-field.tsx";
import { PasswordField } from "../fields/password-field.tsx";
import { ReasonField } from "../fields/reason-field.tsx";
import { useCutListText } from "../fields/use-cut-list-text.ts";

type Order = NonNullable<InputWrapperProps["inputWrapperOrder"]>;

interface Option {
  value: string | number | boolean | null;
  label: string;
  description?: string | undefined;
  disabled?: boolean;
}

/** A field as data. A missing property has the default of the input. */
export interface FormField<Name extends string = string> {
  /** `device.name` is the field `name` of the object `device`. */
  readonly name: Name;
  readonly label: string;
  /** `number`: NaN while it is empty, which a call sends as null. `day`: `2026-01-05`, with a calendar. `moment`: with a time. `date`: the typed text, `05/01/2026`. */
  readonly kind?:
    | "text"
    | "email"
    | "password"
    | "number"
    | "choice"
    | "choices"
    | "radio"
    | "switch"
    | "checkbox"
    | "day"
    | "moment"
    | "date"
    | "tags"
    | "reason";
  /** Of a choice; the value of the field is that of the option, with its type. */
  readonly options?: readonly Option[];
  /** An empty text is refused without a call. */
  readonly isRequired?: boolean;
  readonly tooltip?: string;
  readonly description?: ReactNode;
  readonly inputWrapperOrder?: Order;
  readonly placeholder?: string | undefined;
  readonly autoComplete?: string;
  readonly autoCapitalize?: "none";
  readonly required?: boolean;
  readonly withAsterisk?: boolean;
  readonly disabled?: boolean;
  readonly searchable?: boolean;
  readonly clearable?: boolean;
  /** Of a choice, by default 'Clear'. */
  readonly clearButtonProps?: { "aria-label": string };
  readonly maxTags?: number;
  readonly maxLength?: number;
  readonly minLength?: number;
  /** Of a number, or the first and the last day of a calendar. */
  readonly min?: number | string;
  readonly max?: number | string;
  readonly clampBehavior?: "none";
  readonly allowDecimal?: boolean;
  readonly decimalScale?: number;
  readonly "data-autofocus"?: boolean;
}

/** So that the inputs of a row are at one height. */
export const DESCRIPTION_BELOW: Order = ["label", "input", "description", "error"];
/** Of thousands of options, those that a person sees; typing finds the others. */
const OPTIONS_SHOWN = 100;
/** From this number on, typing finds an option. */
const SEARCHED_OPTIONS = 6;

/** Whether a field has no value. */
export const isEmpty = (value: unknown): boolean =>
  value == null || Number.isNaN(value) || (typeof value === "string" && value.trim() === "");

/** `05/01/2026` while its digits are typed. */
function typedDate(text: string): string {
  const digits = text.replaceAll(/\D/g, "").slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join("/");
}

interface Props {
  field: FormField;
  size: "sm" | "md";
  /** What ties the input to its form. */
  bound: GetInputPropsReturnType;
  error: string | undefined;
}

export function FieldInput({ field, ...input }: Props) {
  const { tooltip, isRequired: _, ...own } = field;
  if (tooltip === undefined) return <Input field={own} {...input} />;
  return (
    <Tooltip label={tooltip} events={{ hover: true, focus: true, touch: true }} position="top-start">
      <div>
        <Input field={own} {...input} />
      </div>
    </Tooltip>
  );
}

function Input({ field, bound, ...rest }: Props) {
  const { t } = useLingui();
  const cutText = useCutListText();
  const { name: _, kind = "text", options = [], min, max, ...own } = field;
  const cut = cutText(OPTIONS_SHOWN, options.length);
  const shared = { ...own, ...bound, ...rest };
  const chosen: unknown = bound.value;
  const data = options.map(({ value, label, disabled = false }) => ({
    value: String(value),
    label,
    disabled,
  }));
  const choose = (text: string | null) =>
    bound.onChange(options.find(({ value }) => String(value) === text)?.value ?? null);
  switch (kind) {
    case "number":
      return (
        <NumberInput
          {...shared}
          {...(typeof min === "number" && { min })}
          {...(typeof max === "number" && { max })}
          value={isEmpty(bound.value) ? "" : bound.value}
          onChange={(value) => bound.onChange(value === "" ? Number.NaN : value)}
        />
      );
    case "choice":
      return (
        <Select
          allowDeselect={false}
          searchable={options.length >= SEARCHED_OPTIONS}
          {...shared}
          data={data}
          limit={OPTIONS_SHOWN}
          clearButtonProps={{ "aria-label": t`Clear` }}
          // A select keeps the text of an option when its value becomes an empty text.
          value={isEmpty(chosen) ? null : String(chosen)}
          {...(cut !== undefined && { description: cut, inputWrapperOrder: DESCRIPTION_BELOW })}
          onChange={choose}
        />
      );
    case "choices":
      return (
        <MultiSelect
          clearButtonProps={{ "aria-label": t`Clear` }}
          {...shared}
          data={data}
          value={Array.isArray(chosen) ? chosen.map(String) : []}
          onChange={(texts) =>
            bound.onChange(
              options.filter(({ value }) => texts.includes(String(value))).map(({ value }) => value),
            )
          }
        />
      );
    case "radio": {
      const radios = options.map(({ value, ...option }) => (
        <Radio key={option.label} value={String(value)} {...option} />
      ));
      return (
        <Radio.Group {...shared} value={String(chosen)} onChange={choose}>
          {options.some(({ description }) => description !== undefined) ? (
            <Stack gap={6} mt={4}>
              {radios}
            </Stack>
          ) : (
            <Group gap="md" mt={4}>
              {radios}
            </Group>
          )}
        </Radio.Group>
      );
    }
    case "switch":
      return <Switch {...shared} checked={chosen === true} />;
    case "checkbox":
      return <Checkbox {...shared} checked={chosen === true} />;
    case "day":
    case "moment":
      return (
        <DateField
          {...shared}
          value={bound.value}
          hasTime={kind === "moment"}
          {...(typeof min === "string" && { min })}
          {...(typeof max === "string" && { max })}
          onChange={(value) => bound.onChange(value)}
        />
      );
    case "tags":
      return <TagsInput acceptValueOnBlur {...shared} />;
    case "reason":
      return <ReasonField {...shared} value={bound.value} onChange={(reason) => bound.onChange(reason)} />;
    case "password":
      return <PasswordField autoComplete="new-password" {...shared} />;
    case "date":
      return (
        <TextInput
          autoComplete="off"
          {...shared}
          inputMode="numeric"
          onChange={({ currentTarget }) => bound.onChange(typedDate(currentTarget.value))}
        />
      );
    case "text":
    case "email":
    default:
      return <TextInput type={kind} autoComplete="off" {...shared} />;
  }
}
