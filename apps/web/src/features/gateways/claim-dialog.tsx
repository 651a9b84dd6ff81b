import { useLingui } from "@lingui/react/macro";
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import {
  createGateway,
  type GatewayClaim,
  listGateways,
  type MqttAddress,
} from "@verandah/contract/gateways/gateways.ts";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { FormDialog } from "#shared/ui/form/form.tsx";
import { useNow } from "#shared/use-now.ts";

/** A line for a terminal, with a button that copies it. */
export function Line({ label, text }: { label: string; text: string }) {
  const { t } = useLingui();
  return (
    <Stack gap={4}>
      <Text size="sm">{label}</Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code
          block
          flex={1}
          aria-label={label}
          dir="ltr"
          style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}
        >
          {text}
        </Code>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-md" onClick={copy}>
              {copied ? t`Copied` : t`Copy`}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}

/** Says that the connection has no TLS, if that is so. */
export function PlainTextNote({ address: { isEncrypted, url } }: { address: MqttAddress }) {
  const { t } = useLingui();
  if (isEncrypted || /\/\/(localhost|127\.|\[::1\])/.test(url)) return null;
  return (
    <Alert color="gray" icon={<IconAlertTriangle aria-hidden />}>
      {t`The connection is not encrypted: the server has no certificate for MQTT. Use it only in a network of its own.`}
    </Alert>
  );
}

const SECOND_MS = 1_000;

/** The time that remains, as `14:05`. */
function remainingText(untilMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A claim code, until a gateway has joined with it. */
export function ClaimDialog({ claim, onClose }: { claim: GatewayClaim; onClose: () => void }) {
  const { t } = useLingui();
  const { code, address, expiresAt } = claim;
  const { data } = useRoute(listGateways, {});
  const gateway = data?.find(({ id }) => id === claim.id);
  const name = gateway?.name ?? "";
  const untilMs = Date.parse(expiresAt);
  const nowMs = useNow(SECOND_MS);
  const isOver = nowMs >= untilMs;
  const hasJoined = gateway !== undefined && gateway.hasJoined && gateway.codeUntil === null && !isOver;
  const fingerprint = address.fingerprint === null ? "" : ` --fingerprint ${address.fingerprint}`;
  const joining = `join ${address.url} ${code}${fingerprint}`;
  const remaining = remainingText(untilMs, nowMs);
  const status = hasJoined
    ? t`${name} has joined.`
    : isOver
      ? t`The code has ended. Make a new one.`
      : t`Waits for the gateway: ${remaining}`;
  return (
    <Dialog title={t`Join ${name}`} size="lg" onClose={onClose} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text fw={600} role={hasJoined || isOver ? "status" : "timer"}>
          {status}
        </Text>
        {!hasJoined && !isOver && (
          <>
            <Code fz={28} ta="center" py="sm" aria-label={t`Claim code`} dir="ltr">
              {code}
            </Code>
            <Text size="sm" c="dimmed">
              {t`The code is shown only now, and works once. A gateway that has joined before keeps its connection until another one joins.`}
            </Text>
            <Line label={t`Run this on the machine at the site:`} text={`npm run gateway -- ${joining}`} />
            <Line label={t`With the Debian package:`} text={`sudo verandah-${joining}`} />
            <Text size="sm" c="dimmed">
              {t`On a machine that had joined already, add --again.`}
            </Text>
            <PlainTextNote address={address} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant={hasJoined ? "filled" : "default"} onClick={onClose}>{t`Close`}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface AddGatewayProps {
  /** Ids in use. */
  taken: readonly string[];
  onAdded: (claim: GatewayClaim) => void;
  onClose: () => void;
}

/** Adds a gateway. */
export function AddGatewayDialog({ taken, onAdded, onClose }: AddGatewayProps) {
  const { t } = useLingui();
  const create = useChange(createGateway);
  const numbers = Array.from({ length: taken.length + 1 }, (_, at) => `GW-${at + 1}`);
  const proposed = numbers.find((ssid) => !taken.includes(ssid)) ?? "";
  return (
    <FormDialog
      title={t`Add gateway`}
      onClose={onClose}
      initial={{ name: "", ssid: proposed }}
      fields={[
        { name: "name", label: t`Name`, maxLength: 120, isRequired: true, "data-autofocus": true },
        {
          name: "ssid",
          label: t`Id`,
          description: t`Stays the same. Letters, digits, dots, underscores or hyphens`,
          maxLength: 64,
          isRequired: true,
        },
      ]}
      action={t`Add and show the code`}
      submit={(values) => create.mutateAsync(values)}
      onDone={onAdded}
    />
  );
}
