import { Center, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

import { useDocumentTitle } from "../../document-title.ts";

interface Props {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

/** A page with only a message and what to do next. */
export function FullPageMessage({ icon, title, text, children }: Props) {
  useDocumentTitle(title);
  return (
    <Center mih="60vh" p="lg">
      <Stack align="center" gap="sm" maw={460} ta="center">
        {icon}
        <Title order={1} size="h3" tabIndex={-1}>
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        {children}
      </Stack>
    </Center>
  );
}
