import { useLingui } from "@lingui/react/macro";
import { Button, FileButton, Group, Stack, Text, Title } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type FloorPlan, DRAWING_MAX_BYTES } from "@verandah/contract/floor-plans/floor-plans.ts";
import { type Dispatch, useState } from "react";

import { problemText } from "#shared/texts/problem-text.ts";

import type { DraftAction, PlanDraft, NewDrawing } from "./plan-draft.ts";

interface Props {
  plan: FloorPlan;
  draft: PlanDraft;
  dispatch: Dispatch<DraftAction>;
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The type of a picture by its content, so that the browser shows it. The server checks it in detail. */
function typeOf(bytes: Uint8Array): "image/png" | "image/svg+xml" | undefined {
  if (pngSignature.every((byte, at) => bytes[at] === byte)) return "image/png";
  return new TextDecoder().decode(bytes).includes("<svg") ? "image/svg+xml" : undefined;
}

/** A chosen file as a drawing to look at and to send, or why it cannot be one. */
async function readDrawingFile(file: File): Promise<NewDrawing | { refusal: string }> {
  if (file.size > DRAWING_MAX_BYTES) return { refusal: problemText("drawing-too-large") };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = typeOf(bytes);
  if (!type) return { refusal: problemText("drawing-unreadable") };
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  return { name: file.name, base64: toBase64(bytes), address };
}

/** Converts this number of bytes to text at once, because a call has a limit of arguments. */
const PIECE_BYTES = 32_768;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES));
  return btoa(text);
}

/** Chooses the drawing beneath the zones, or removes it. */
export function DrawingField({ plan, draft, dispatch }: Props) {
  const { t } = useLingui();
  const [refusal, setRefusal] = useState<string>();
  const { drawing } = draft;
  const hasDrawing = drawing === undefined ? plan.drawing !== null : drawing !== null;

  async function choose(file: File | null): Promise<void> {
    if (!file) return;
    const read = await readDrawingFile(file);
    setRefusal("refusal" in read ? `${file.name}: ${read.refusal}` : undefined);
    if (!("refusal" in read)) dispatch({ kind: "drawing", drawing: read });
  }

  function stateText(): string {
    if (drawing) return t`New: ${drawing.name}`;
    if (hasDrawing) return t`A drawing was uploaded.`;
    return t`No drawing: zone outlines are used as walls.`;
  }

  return (
    <section aria-labelledby="drawing">
      <Title order={2} size="h5" id="drawing">{t`Drawing`}</Title>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">{t`SVG or PNG, at most 2 MB, fitted into 420 by 590.`}</Text>
        <Text size="sm">{stateText()}</Text>
        <Group gap="xs">
          {/* The same file may be chosen again after it was corrected. */}
          <FileButton
            key={drawing?.address ?? refusal}
            accept=".svg,.png,image/svg+xml,image/png"
            onChange={(file) => void choose(file)}
          >
            {(props) => (
              <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
                {t`Upload a drawing`}
              </Button>
            )}
          </FileButton>
          {hasDrawing && (
            <Button variant="subtle" color="red" onClick={() => dispatch({ kind: "drawing", drawing: null })}>
              {t`Remove drawing`}
            </Button>
          )}
        </Group>
        {refusal && (
          <Text role="alert" size="sm" c="var(--text-critical)">
            {refusal}
          </Text>
        )}
      </Stack>
    </section>
  );
}
