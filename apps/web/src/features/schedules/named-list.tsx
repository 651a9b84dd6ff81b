import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Box, Button, Group, Text } from "@mantine/core";
import { type Icon, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactElement, type ReactNode, useState } from "react";

import { useDraft } from "#shared/drafts.ts";
import { DeleteQuestion } from "#shared/ui/dialogs/delete-question.tsx";
import { showToast, toastFailure } from "#shared/ui/feedback/toast.ts";
import { Rows } from "#shared/ui/layout.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section, type Shown } from "#shared/ui/section.tsx";

import { useAskedForm } from "./use-asked-form.ts";

interface Row {
  icon: Icon;
  /** Below the name. */
  lines: readonly string[];
  /** Names the button that deletes; by default with the name alone. */
  deleteText?: string;
  question?: string | undefined;
}

interface Props<Reply, One> {
  title: string;
  addText: string;
  /** The name of the draft that keeps the dialog open over a reload, and by which a link opens it. */
  draft: string;
  of: Shown<Reply>;
  listOf: (reply: Reply) => readonly One[];
  rowOf: (one: One) => Row;
  /** Gets it as it was when the question was asked. */
  remove: (one: One) => Promise<unknown>;
  isDeleting: boolean;
  canEdit?: boolean;
  /** Adds one, or changes `opened`. */
  renderDialog: (opened: One | undefined, reply: Reply, onClose: () => void) => ReactElement;
  /** In place of an empty list. */
  empty?: ReactNode;
  /** Below the list. */
  below?: (reply: Reply) => ReactNode;
}

/** A part of the scheduler with a list of named things, which are added and changed in a dialog, and deleted after a question. */
export function NamedList<Reply, One extends { id: number; name: string }>(props: Props<Reply, One>) {
  const { of, listOf, canEdit = false, empty, below } = props;
  const { t } = useLingui();
  const [opened, setOpened] = useDraft<One | "new" | undefined>(props.draft, undefined);
  const [asked, setAsked] = useState<One>();
  useAskedForm(props.draft, () => setOpened("new"));
  const rowOf = (one: One) => {
    const { id, name } = one;
    const isAsked = asked?.id === id;
    const { icon: RowIcon, lines, deleteText = t`Delete ${name}`, question } = props.rowOf(one);
    return (
      <Group component="li" key={id} gap={10} wrap={isAsked ? "wrap" : "nowrap"} px={2}>
        <RowIcon size={16} aria-hidden />
        <Box flex={1} miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {lines.map((line) => (
            <Text key={line} size="xs" c="dimmed">
              {line}
            </Text>
          ))}
        </Box>
        {isAsked ? (
          // With its buttons it is too wide for the end of a row.
          <Box w="100%" pl={26}>
            <DeleteQuestion
              label={deleteText}
              {...(question && { question })}
              isDeleting={props.isDeleting}
              onCancel={() => setAsked(undefined)}
              onDelete={() =>
                void props.remove(asked).then(
                  () => showToast({ kind: "success", text: t`${name} was deleted.` }),
                  (failure: unknown) => {
                    setAsked(undefined);
                    toastFailure(failure);
                  },
                )
              }
            />
          </Box>
        ) : (
          <Group gap={2} wrap="nowrap">
            {canEdit && (
              <ActionIcon aria-label={t`Edit ${name}`} onClick={() => setOpened(one)}>
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
            )}
            <ActionIcon aria-label={deleteText} onClick={() => setAsked(one)}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        )}
      </Group>
    );
  };
  return (
    <SectionCard
      title={props.title}
      aside={
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpened("new")}
        >
          {props.addText}
        </Button>
      }
    >
      <Section of={of} height={40} isPart>
        {(reply) => (
          <>
            {listOf(reply).length > 0 ? (
              <Rows py={6}>{listOf(reply).map(rowOf)}</Rows>
            ) : (
              empty && (
                <Text size="sm" c="dimmed">
                  {empty}
                </Text>
              )
            )}
            {below && (
              <Text size="sm" c="dimmed" mt={4}>
                {below(reply)}
              </Text>
            )}
          </>
        )}
      </Section>
      {opened &&
        of.data !== undefined &&
        props.renderDialog(opened === "new" ? undefined : opened, of.data, () => setOpened(undefined))}
    </SectionCard>
  );
}
