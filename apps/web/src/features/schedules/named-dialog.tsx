import { useLingui } from "@lingui/react/macro";
import type { ProblemCode } from "@verandah/contract/problems.ts";
import { useState } from "react";

import { isRefusal } from "#shared/call.ts";
import { useDraft } from "#shared/drafts.ts";
import { FormDialog, type FormProps } from "#shared/ui/form/form.tsx";

interface Props<One, Values, Sent> extends Pick<
  FormProps<Values, Sent, unknown>,
  "fields" | "children" | "schema"
> {
  title: string;
  /** The name of the draft that keeps the values over a reload. */
  draft: string;
  /** Undefined for a new one. */
  of: One | undefined;
  blank: Values;
  valuesOf: (one: One) => Values;
  /** `openedOn`: the values that the user changes. */
  save: (data: Sent, openedOn: Values | undefined) => Promise<unknown>;
  /** The refusal of a change after another person's. */
  clash: ProblemCode;
  newest: () => Promise<readonly One[]>;
  onClose: () => void;
}

/** Adds one to a `NamedList`, or changes one. After another person's change the form has theirs. */
export function NamedDialog<
  One extends { id: number },
  Values extends object,
  Sent extends { name: string } = Values & { name: string },
>({ draft: draftName, of, blank, valuesOf, save, clash, newest, ...form }: Props<One, Values, Sent>) {
  const { t } = useLingui();
  const [openedOn, setOpenedOn] = useState(of && valuesOf(of));
  const [draft, keepDraft] = useDraft(draftName, openedOn ?? blank);

  async function showTheirs(set: (values: Values) => void) {
    const theirs = (await newest()).find(({ id }) => id === of?.id);
    if (!theirs) return form.onClose();
    setOpenedOn(valuesOf(theirs));
    set(valuesOf(theirs));
  }

  async function send(data: Sent, set: (values: Values) => void) {
    try {
      return await save(data, openedOn);
    } catch (failure) {
      if (isRefusal(failure, clash)) await showTheirs(set);
      throw failure;
    }
  }

  return (
    <FormDialog
      {...form}
      initial={draft}
      onChange={keepDraft}
      submit={send}
      done={({ name }) => t`${name} was saved.`}
    />
  );
}
