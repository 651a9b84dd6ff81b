import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Button, CopyButton, Group, Stack } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import type { PumpCredentials } from "@verandah/contract/pumps/pump-administration.ts";

import { Dialog } from "#shared/ui/dialogs/dialog.tsx";

import classes from "./administration.module.css";

/** The MQTT credentials of a pump, shown once. */
export function CredentialsDialog(props: { credentials: PumpCredentials; onClose: () => void }) {
  const { t } = useLingui();
  const { username, password, topic } = props.credentials;
  const lines = [
    { label: t`Client id and username`, value: username },
    { label: t`Password`, value: password },
    { label: t`Topic`, value: topic },
  ];
  return (
    <Dialog title={t`MQTT credentials`} size="lg" onClose={props.onClose} closeOnClickOutside={false}>
      <Stack gap="md">
        <Alert variant="light" color="yellow" icon={<IconKey aria-hidden />}>
          <Trans>The password is shown only now. Enter it in the controller of the pump.</Trans>
        </Alert>
        <dl className={classes["secret"]}>
          {lines.map(({ label, value }) => (
            <div key={label} style={{ display: "contents" }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Group justify="flex-end">
          <CopyButton value={lines.map(({ label, value }) => `${label}: ${value}`).join("\n")}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t`Copied` : t`Copy`}
              </Button>
            )}
          </CopyButton>
          <Button onClick={props.onClose}>
            <Trans>Close</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
