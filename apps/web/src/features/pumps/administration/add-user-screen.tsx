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
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { FieldsForm, useCustomerFields } from "./fields-form.tsx";
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
        <FieldsForm
          fields={fields}
          schema={customerForm}
          submitText={t`Submit`}
          onSubmit={async (values) => {
            await create.mutateAsync(customerForm.parse(values));
            showToast({ kind: "success", text: t`User added successfully` });
          }}
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
  return (
    <>
      <ActionIcon
        variant="subtle"
        size="lg"
        color="gray"
        aria-label={t`Edit ${name}`}
        onClick={() => setOpened("edit")}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="lg"
        color="red"
        aria-label={t`Delete ${name}`}
        onClick={() => setOpened("delete")}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      {opened === "edit" && (
        <Dialog title={t`Edit ${name}`} onClose={close}>
          <FieldsForm
            // The password has its own screen.
            fields={fields
              .filter(({ kind }) => kind !== "password")
              .map((field) =>
                field.name === "secret"
                  ? { ...field, description: t`Leave empty to keep it`, isOptional: true }
                  : field,
              )}
            initial={{
              name,
              city: customer.city ?? "",
              customer_state: customer.customer_state ?? "",
              farm_size_in_hector: String(customer.farm_size_in_hector ?? ""),
              number_of_panels_in_array: String(customer.number_of_panels_in_array ?? ""),
            }}
            schema={customerEditForm}
            submitText={t`Submit`}
            keepsValues
            onCancel={close}
            onSubmit={async (values) => {
              await edit.mutateAsync({ ...customerEditForm.parse(values), id });
              showToast({ kind: "success", text: t`User updated` });
              close();
            }}
          />
        </Dialog>
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
