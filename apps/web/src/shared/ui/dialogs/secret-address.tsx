import { useLingui } from "@lingui/react/macro";
import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { errorText } from "../../texts/error-text.ts";
import { ErrorBanner } from "../feedback/error-banner.tsx";
import { Dialog } from "./dialog.tsx";

interface SecretAddressProps {
  title: string;
  /** What the address is for. */
  children: ReactNode;
  failure: Error | null;
  /** When the address was made; null without one, undefined while that is loading. */
  createdAt: string | null | undefined;
  /** Of an address that was made before. */
  sinceText: string;
  /** Of the address that was made now. */
  path: string | undefined;
  renew: { isPending: boolean; make: () => void };
  end: { isPending: boolean; text: string; stop: () => void };
  onClose: () => void;
}

/** Makes, shows once and ends an address that needs no login. */
export function SecretAddress(props: SecretAddressProps) {
  const { title, children, failure, createdAt, sinceText, path, renew, end, onClose } = props;
  const { t } = useLingui();
  const address = createdAt && path && window.location.origin + path;
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack gap="md">
        {children}
        <ErrorBanner text={failure ? errorText(failure) : undefined} />
        {address ? (
          <Stack gap={6}>
            <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
              {address}
            </Code>
            <Text size="sm" c="dimmed">{t`The address is shown only now.`}</Text>
          </Stack>
        ) : (
          createdAt && <Text size="sm">{sinceText}</Text>
        )}
        <Group justify="flex-end" gap="sm">
          {createdAt && (
            <Button variant="default" loading={end.isPending} onClick={end.stop}>
              {end.text}
            </Button>
          )}
          {address ? (
            <CopyButton value={address}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? t`Copied` : t`Copy`}</Button>}
            </CopyButton>
          ) : (
            <Button disabled={createdAt === undefined} loading={renew.isPending} onClick={renew.make}>
              {createdAt ? t`Make a new address` : t`Make an address`}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
