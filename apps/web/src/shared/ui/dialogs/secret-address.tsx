import { useLingui } from "@lingui/react/macro";
import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { useSession } from "#data/query/session.ts";

import { cursorText } from "../../format/time.ts";
import { ErrorBanner } from "../feedback/error-banner.tsx";
import { Dialog } from "./dialog.tsx";

interface SecretAddressProps {
  title: string;
  /** What the address is for. */
  children: ReactNode;
  error: Error | null;
  /** When the address was made; null without one, undefined while that is loading. */
  createdAt: string | null | undefined;
  /** Of an address that was made before. */
  sinceText: (since: string) => string;
  renew: { isPending: boolean; error: Error | null; data: { path: string } | undefined; reset: () => void };
  onRenew: () => void;
  end: { isPending: boolean; error: Error | null };
  endText: string;
  onEnd: (done: { onSuccess: () => void }) => void;
  onClose: () => void;
}

/** Makes, shows once and ends an address that needs no login. */
export function SecretAddress(props: SecretAddressProps) {
  const { title, children, createdAt, sinceText, renew, onRenew, end, endText, onEnd, onClose } = props;
  const { t } = useLingui();
  const { campus } = useSession();
  const failure = props.error ?? renew.error ?? end.error;
  const address = createdAt && renew.data && window.location.origin + renew.data.path;
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack gap="md">
        {children}
        <ErrorBanner error={failure} />
        {address ? (
          <Stack gap={6}>
            <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
              {address}
            </Code>
            <Text size="sm" c="dimmed">{t`The address is shown only now.`}</Text>
          </Stack>
        ) : (
          createdAt && (
            <Text size="sm">{sinceText(cursorText(Date.parse(createdAt), false, campus.timeZone))}</Text>
          )
        )}
        <Group justify="flex-end" gap="sm">
          {createdAt && (
            <Button
              variant="default"
              loading={end.isPending}
              onClick={() => onEnd({ onSuccess: renew.reset })}
            >
              {endText}
            </Button>
          )}
          {address ? (
            <CopyButton value={address}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? t`Copied` : t`Copy`}</Button>}
            </CopyButton>
          ) : (
            <Button disabled={createdAt === undefined} loading={renew.isPending} onClick={onRenew}>
              {createdAt ? t`Make a new address` : t`Make an address`}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
