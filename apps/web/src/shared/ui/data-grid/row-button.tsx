import { Anchor } from "@mantine/core";

/** The text of a cell, as a button that opens its row. */
export function RowButton({ text, onOpen }: { text: string; onOpen: () => void }) {
  return (
    <Anchor component="button" type="button" inherit ta="start" mih="var(--target)" onClick={onOpen}>
      {text}
    </Anchor>
  );
}
