import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { z } from "zod";

import { createQueryClient } from "#data/query/query-client.ts";

import { CallFailed } from "../../call.ts";
import { changedFields, Form, FormDialog } from "./form.tsx";

const client = createQueryClient();
const framed = (form: ReactNode) => (
  <I18nProvider i18n={i18n}>
    <MantineProvider>
      <QueryClientProvider client={client}>
        <Notifications />
        {form}
      </QueryClientProvider>
    </MantineProvider>
  </I18nProvider>
);
const show = (form: ReactNode) => render(framed(form));
const refusal = (fields: Record<string, string>) =>
  new CallFailed({
    type: "/problems/input-invalid",
    title: "Refused",
    message: "Refused",
    status: 400,
    code: "input-invalid",
    fields,
    requestId: "t",
  });
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));

interface Values {
  name: string;
  kind: 1 | 2;
  years: number;
  isNew: boolean;
}
const initial: Values = { name: "", kind: 1, years: 5, isNew: false };
const name = { name: "name", label: "Name" } as const;
const years = { name: "years", label: "Years", kind: "number" } as const;
const kind = {
  name: "kind",
  label: "Kind",
  kind: "radio",
  options: [
    { value: 1, label: "One" },
    { value: 2, label: "Two" },
  ],
} as const;

test("sends each value with its type, and an empty number as null", async () => {
  const submit = vi.fn<(values: Values) => Promise<void>>(() => Promise.resolve());
  show(
    <Form
      keepsValues
      initial={initial}
      fields={[name, kind, years, { name: "isNew", label: "New", kind: "switch" }]}
      submit={submit}
      done={(sent) => `${sent.name} is saved.`}
    />,
  );
  await userEvent.type(screen.getByLabelText("Name"), "A");
  await userEvent.click(screen.getByRole("radio", { name: "Two" }));
  await userEvent.click(screen.getByRole("switch", { name: "New" }));
  await save();
  expect(await screen.findByText("A is saved.")).toBeVisible();
  await userEvent.clear(screen.getByLabelText("Years"));
  await save();
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(2));
  const sent = submit.mock.calls.map(([values]) => JSON.stringify(values));
  expect(sent).toEqual([
    '{"name":"A","kind":2,"years":5,"isNew":true}',
    '{"name":"A","kind":2,"years":null,"isNew":true}',
  ]);
});

test("marks empty fields and broken rules without a call, and focuses the first field of the page", async () => {
  const submit = vi.fn<() => Promise<void>>();
  show(
    <Form
      initial={initial}
      fields={[{ ...name, isRequired: true }, years]}
      schema={z.object({ years: z.number().max(2, "Choose 1 to 20 years"), name: z.string() })}
      submit={submit}
    />,
  );
  await save();
  expect(screen.getByLabelText("Name")).toHaveAccessibleDescription("field cannot be empty");
  expect(screen.getByLabelText("Years")).toHaveAccessibleDescription("Choose 1 to 20 years");
  expect(screen.getByLabelText("Name")).toHaveFocus();
  await userEvent.type(screen.getByLabelText("Name"), "A");
  expect(screen.getByLabelText("Name")).toBeValid();
  expect(submit).not.toHaveBeenCalled();
});

test("a refused call marks the fields that it names, and a banner of the dialog shows any other reason", async () => {
  const submit = vi.fn<() => Promise<void>>();
  const onClose = vi.fn<() => void>();
  show(
    <FormDialog title="Edit" onClose={onClose} initial={initial} fields={[name, years]} submit={submit} />,
  );
  submit.mockRejectedValueOnce(refusal({ years: "A number", name: "A text" }));
  await save();
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveFocus());
  expect(screen.getByLabelText("Years")).toHaveAccessibleDescription("A number");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  submit.mockRejectedValueOnce(refusal({ parent: "Choose a place" }));
  await save();
  expect(await screen.findByRole("alert")).toHaveTextContent("Choose a place");
  await userEvent.type(screen.getByLabelText("Name"), "A");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  submit.mockResolvedValueOnce();
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test("a call that ends after its dialog was cancelled shows its success and closes nothing else", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onClose = vi.fn<() => void>();
  const dialog = (
    <FormDialog
      title="Edit"
      onClose={onClose}
      initial={initial}
      fields={[name]}
      submit={() => promise}
      done="Saved"
    />
  );
  const shown = show(dialog);
  await save();
  shown.rerender(framed(undefined));
  resolve();
  await act(() => promise);
  expect(await screen.findByText("Saved")).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test("the changed fields are those with another value", () => {
  const opened = { name: "A", tags: ["x"], seats: 4 };
  expect(changedFields({ name: "A", tags: ["x"], seats: 5 }, opened)).toEqual({ seats: 5 });
});
