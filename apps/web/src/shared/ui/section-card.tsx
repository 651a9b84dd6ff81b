import { Card, Group, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a screen under a heading that names it. */
export function SectionCard({ title, aside, children }: Props) {
  return (
    <Card component="section" padding="sm" aria-label={title}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Card>
  );
}
