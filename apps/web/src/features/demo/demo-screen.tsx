import { plural } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { Alert, Button, CopyButton, Group, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCopy, IconPlus } from "@tabler/icons-react";
import {
  addDemo,
  type DemoAccounts,
  getDemo,
  removeDemo,
  renewDemoPasswords,
} from "@verandah/contract/demo.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

type Reply = ReplyOf<typeof getDemo>;
type Demo = NonNullable<Reply["demo"]>;

/** The demo as a second campus, for administrators of an installation of their own. */
export function DemoScreen() {
  const { t } = useLingui();
  const found = useRoute(getDemo, {});
  const [accounts, setAccounts] = useState<DemoAccounts>();
  return (
    <Stack gap={14}>
      <PageTitle>{t`Demo campus`}</PageTitle>
      <SectionCard title={t`The demo as a second campus`}>
        <Section of={found} height={160}>
          {({ demo, obstacle }) =>
            demo ? (
              <PresentDemo demo={demo} onAccounts={setAccounts} />
            ) : (
              <NewDemo obstacle={obstacle} onAccounts={setAccounts} />
            )
          }
        </Section>
      </SectionCard>
      {accounts && <AccountsDialog accounts={accounts} onClose={() => setAccounts(undefined)} />}
    </Stack>
  );
}

interface Opens {
  /** Called with the accounts of which the passwords are new. */
  onAccounts: (accounts: DemoAccounts) => void;
}

function NewDemo({ obstacle, onAccounts }: Pick<Reply, "obstacle"> & Opens) {
  const { t } = useLingui();
  const add = useChange(addDemo);
  if (obstacle === "is-demo")
    return (
      <Text size="sm">{t`This installation is the demo itself. To try a building of your own, run npm start -- --empty.`}</Text>
    );
  if (obstacle !== null)
    return (
      <Text size="sm">
        {t`This server cannot run the demo: its simulator is missing, as in the Debian package, or another program starts the server. A server that npm start runs, with all its roles, can add it.`}
      </Text>
    );
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        {t`A tower in Bengaluru with simulated devices, their history and five accounts, to learn from. Your own campus does not change. You can remove the demo at any time.`}
      </Text>
      <ErrorBanner error={add.error} />
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        loading={add.isPending}
        onClick={() => add.mutate({}, { onSuccess: (made) => onAccounts(made.accounts) })}
      >
        {t`Add the demo`}
      </Button>
    </Stack>
  );
}

function PresentDemo({ demo, onAccounts }: { demo: Demo } & Opens) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<"passwords" | "removal">();
  const renew = useChange(renewDemoPasswords);
  const { campus, state, field, isOwn } = demo;
  const close = () => setAsked(undefined);
  const fieldTexts: Record<Demo["field"], string> = {
    off: t`Its simulator does not run at this server, so its values are old.`,
    starting: t`Its simulator starts. The first values arrive within a minute.`,
    running: t`Its simulator runs.`,
    failed: t`Its simulator could not be started: see the log of the server. Remove the demo, then add it again.`,
  };
  if (isOwn)
    return (
      <Text size="sm">{t`This is the demo campus. An administrator of another campus can remove it.`}</Text>
    );
  if (state === "removing")
    return <Text size="sm" role="status">{t`${campus} is being removed. This may take some minutes.`}</Text>;
  const names = demo.accounts.join(", ");
  return (
    <Stack gap="sm" align="flex-start">
      {state === "removal-failed" ? (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {t`The removal of ${campus} did not finish: see the log of the server. Remove it again.`}
        </Alert>
      ) : (
        <>
          <Text size="sm">{t`${campus} is here. To open it, log out, then log in as one of these: ${names}.`}</Text>
          <Text size="sm" c="dimmed">
            {fieldTexts[field]}
          </Text>
        </>
      )}
      <Group gap="sm">
        {state === "present" && (
          <Button variant="default" onClick={() => setAsked("passwords")}>{t`New passwords`}</Button>
        )}
        <Button variant="default" onClick={() => setAsked("removal")}>{t`Remove the demo`}</Button>
      </Group>
      {asked === "passwords" && (
        <QuestionDialog
          title={t`New passwords for the demo?`}
          action={t`New passwords`}
          call={renew}
          onConfirm={() =>
            renew.mutate(
              {},
              {
                onSuccess: (made) => {
                  close();
                  onAccounts(made.accounts);
                },
              },
            )
          }
          onClose={close}
        >
          <Text size="sm">{t`All accounts of the demo campus get a new password, and their sessions end.`}</Text>
        </QuestionDialog>
      )}
      {asked === "removal" && <RemovalQuestion demo={demo} onClose={close} />}
    </Stack>
  );
}

/** Lists what a removal deletes. */
function RemovalQuestion({ demo, onClose }: { demo: Demo; onClose: () => void }) {
  const { t } = useLingui();
  const remove = useChange(removeDemo);
  const { campus, accounts, contents } = demo;
  const { places, spaces, gateways, devices, alarms, bookings } = contents;
  const names = accounts.join(", ");
  const lines = [
    plural(places, { one: "# place", other: "# places" }),
    spaces > 0 && plural(spaces, { one: "# seat or room", other: "# seats and rooms" }),
    plural(gateways, { one: "# gateway", other: "# gateways" }),
    plural(devices, { one: "# device with its stored values", other: "# devices with their stored values" }),
    alarms > 0 && plural(alarms, { one: "# alarm", other: "# alarms" }),
    bookings > 0 && plural(bookings, { one: "# booking", other: "# bookings" }),
    names && t`Accounts with their sessions: ${names}`,
    t`The simulator, its gateways and their files`,
  ].flatMap((line) => line || []);
  return (
    <QuestionDialog
      title={t`Remove the demo?`}
      action={t`Remove for ever`}
      call={remove}
      onConfirm={() => remove.mutate({}, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">{t`${campus} is deleted with all of this. It cannot be undone, but the demo can be added again.`}</Text>
        <List size="sm" spacing={4}>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <Text size="sm">{t`The audit stays. Your own campus does not change.`}</Text>
      </Stack>
    </QuestionDialog>
  );
}

/** The passwords, shown once. */
function AccountsDialog({ accounts, onClose }: { accounts: DemoAccounts; onClose: () => void }) {
  const { t } = useLingui();
  const text = accounts.map(({ username, password }) => `${username} ${password}`).join("\n");
  return (
    <Dialog
      title={t`Accounts of the demo`}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">
          <Plural
            value={accounts.length}
            one="This password is shown only now. It cannot be read again, only replaced by a new one."
            other="These passwords are shown only now. They cannot be read again, only replaced by new ones."
          />
        </Text>
        <DataTable
          label={t`Accounts of the demo`}
          narrow="scroll"
          rows={accounts}
          rowKey={({ username }) => username}
          columns={[
            { header: t`Username`, isRowHeader: true, text: ({ username }) => username },
            {
              header: t`Password`,
              text: ({ password }) => password,
              render: ({ password }) => (
                <Text size="sm" ff="monospace" dir="ltr">
                  {password}
                </Text>
              ),
            },
          ]}
        />
        <Group justify="flex-end" gap="sm">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
                onClick={copy}
              >
                {copied ? t`Copied` : t`Copy all`}
              </Button>
            )}
          </CopyButton>
          <Button data-autofocus onClick={onClose}>{t`Close`}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
