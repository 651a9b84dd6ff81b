import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Card, Stack, Text, Title } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { customerEditForm, customerForm } from "@verandah/contract/pumps/pump-forms.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import {
  createPumpUser,
  deletePumpUser,
  editPumpUser,
  listPumpUsers,
} from "@verandah/contract/users/customers.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { Form, FormDialog } from "#shared/ui/form/form.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { emptyValues, useCustomerFields } from "./customer-fields.ts";
import { PagedTable } from "./paged-table.tsx";

type Customer = ReplyOf<typeof listPumpUsers>[number];

const customerActions = (customer: Customer) => <CustomerActions customer={customer} />;

/** Source: spec 2 §2 Add User form. */
export function AddUserScreen() {
  const { t } = useLingui();
  const create = useChange(createPumpUser);
  const customers = useRoute(listPumpUsers, {});
  const fields = useCustomerFields();
  return (
    <Stack gap={14}>
      <PageTitle>{t`Add User`}</PageTitle>
      <Card padding="md">
        <Form
          initial={emptyValues(fields)}
          fields={fields}
          schema={customerForm}
          action={t`Submit`}
          submit={(sent) => create.mutateAsync(sent)}
          done={t`User added successfully`}
        />
      </Card>
      <Card padding="md">
        <Title order={2} size="h5" mb="xs">{t`Customers`}</Title>
        <PagedTable
          label={t`Customers`}
          of={customers}
          rowKey={({ id }) => id}
          emptyText={t`No customer has been added yet.`}
          columns={[
            { header: t`Customer Name`, text: ({ username }) => username },
            { header: t`Customer City`, text: ({ city }) => city ?? t`No data` },
            { header: t`Customer State`, text: ({ customer_state: state }) => state ?? t`No data` },
          ]}
          actions={customerActions}
          hasActionColumn
        />
      </Card>
    </Stack>
  );
}

function CustomerActions({ customer }: { customer: Customer }) {
  const { t } = useLingui();
  const { id, username: name } = customer;
  const [opened, setOpened] = useState<"edit" | "delete">();
  const edit = useChange(editPumpUser);
  const remove = useChange(deletePumpUser);
  const fields = useCustomerFields();
  const close = () => setOpened(undefined);
  const saved: Record<string, string> = {
    ...emptyValues(fields),
    name,
    city: customer.city ?? "",
    customer_state: customer.customer_state ?? "",
    farm_size_in_hector: String(customer.farm_size_in_hector ?? ""),
    number_of_panels_in_array: String(customer.number_of_panels_in_array ?? ""),
  };
  return (
    <>
      <ActionIcon
        size="lg"
        aria-label={t`Edit ${name}`}
        title={t`Edit ${name}`}
        onClick={() => setOpened("edit")}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size="lg"
        aria-label={t`Delete ${name}`}
        title={t`Delete ${name}`}
        onClick={() => setOpened("delete")}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      {opened === "edit" && (
        <FormDialog
          title={t`Edit ${name}`}
          onClose={close}
          // The password has its own screen.
          fields={fields
            .filter(({ kind }) => kind !== "password")
            .map((field) =>
              field.name === "secret"
                ? { ...field, description: t`Leave empty to keep it`, withAsterisk: false }
                : field,
            )}
          initial={saved}
          schema={customerEditForm}
          action={t`Submit`}
          submit={(values) => edit.mutateAsync({ ...values, id })}
          done={t`User updated`}
        />
      )}
      {opened === "delete" && (
        <QuestionDialog
          title={t`Delete ${name}`}
          action={t`Delete`}
          call={remove}
          onConfirm={() =>
            remove.mutate(
              { id },
              {
                onSuccess: () => {
                  showToast({ kind: "success", text: t`User successfully deleted` });
                  close();
                },
              },
            )
          }
          onClose={close}
        >
          <Text>{t`Are you sure you want to delete this user? The pumps of the user stay, without a customer.`}</Text>
        </QuestionDialog>
      )}
    </>
  );
}
