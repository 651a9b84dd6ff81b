import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Button, CopyButton, Group, Stack, Title } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import type { PumpCredentials } from "@verandah/contract/pumps/pump-administration.ts";
import type { ReactNode } from "react";

import { Dialog } from "#shared/ui/dialogs/dialog.tsx";

import classes from "./administration.module.css";

interface Line {
  readonly label: string;
  readonly value: string;
}

/** What a farmer signs in with. */
export interface SignIn {
  readonly username: string;
  readonly password: string;
}

interface Props {
  /** Of the pump's controller. */
  credentials?: PumpCredentials | undefined;
  signIn?: SignIn;
  title?: string;
  /** Beside the button that closes the dialog. */
  children?: ReactNode;
  onClose: () => void;
}

/** The MQTT credentials of a pump and the login of its customer, shown once. */
export function CredentialsDialog({ credentials, signIn, title, children, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      title={title ?? t`MQTT credentials`}
      size="lg"
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        {signIn && (
          <Secret
            heading={t`Login of the customer`}
            note={t`The password is shown only now. Give the customer these lines.`}
            lines={[
              { label: t`Address`, value: `${location.origin}/login` },
              { label: t`Username`, value: signIn.username },
              { label: t`Password`, value: signIn.password },
            ]}
          />
        )}
        {credentials && (
          <Secret
            heading={signIn && t`MQTT credentials`}
            note={t`The password is shown only now. Enter it in the controller of the pump.`}
            lines={[
              { label: t`Client id and username`, value: credentials.username },
              { label: t`Password`, value: credentials.password },
              { label: t`Topic`, value: credentials.topic },
            ]}
          />
        )}
        <Group justify="flex-end">
          {children}
          <Button variant={children ? "default" : "filled"} onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Secret({
  heading,
  note,
  lines,
}: {
  heading: string | undefined;
  note: string;
  lines: readonly Line[];
}) {
  const { t } = useLingui();
  return (
    <Stack gap="xs" component="section" aria-label={heading}>
      {heading && (
        <Title order={3} size="h5">
          {heading}
        </Title>
      )}
      <Alert variant="light" color="gray" icon={<IconKey aria-hidden />}>
        {note}
      </Alert>
      <Group justify="space-between" align="flex-end" gap="xs">
        <dl className={classes["secret"]}>
          {lines.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <CopyButton value={lines.map(({ label, value }) => `${label}: ${value}`).join("\n")}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t`Copied` : t`Copy`}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
