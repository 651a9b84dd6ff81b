import { useLingui } from "@lingui/react/macro";
import { Alert, Button, FileButton, Group, Stack, Text, Title } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import {
  type FloorPlan,
  DRAWING_MAX_BYTES,
  checkDrawing,
} from "@verandah/contract/floor-plans/floor-plans.ts";
import type { ReplyOf, SentOf } from "@verandah/contract/route.ts";
import { type Dispatch, useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { problemText } from "#shared/texts/problem-text.ts";

import type { DraftAction, PlanDraft, NewDrawing } from "./plan-draft.ts";

type CheckDrawing = (input: SentOf<typeof checkDrawing>) => Promise<ReplyOf<typeof checkDrawing>>;

/** Lost labels that are named; the picture shows the others. */
const LABELS_SHOWN = 20;

interface Props {
  plan: FloorPlan;
  draft: PlanDraft;
  dispatch: Dispatch<DraftAction>;
}

/** A chosen file as a drawing to look at and to send, or why it cannot be one. The server cleans it as it does before it stores it. */
async function readDrawingFile(file: File, check: CheckDrawing): Promise<NewDrawing | { refusal: string }> {
  if (file.size > DRAWING_MAX_BYTES) return { refusal: problemText("drawing-too-large") };
  const base64 = toBase64(new Uint8Array(await file.arrayBuffer()));
  try {
    const { type, drawing, lostLabels, hasSize } = await check({ drawing: base64 });
    const clean = Uint8Array.from(atob(drawing), (sign) => sign.charCodeAt(0));
    const address = URL.createObjectURL(new Blob([clean], { type }));
    return { name: file.name, base64, address, lostLabels, hasSize };
  } catch (error) {
    return { refusal: errorText(error) };
  }
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
  const check = useChange(checkDrawing);
  const { drawing } = draft;
  const hasDrawing = drawing === undefined ? plan.drawing !== null : drawing !== null;

  async function choose(file: File | null): Promise<void> {
    if (!file) return;
    const read = await readDrawingFile(file, check.mutateAsync);
    setRefusal("refusal" in read ? `${file.name}: ${read.refusal}` : undefined);
    if (!("refusal" in read)) dispatch({ kind: "drawing", drawing: read });
  }

  const lost = drawing?.lostLabels ?? [];
  const count = lost.length;
  const labels = lost.slice(0, LABELS_SHOWN).join(" · ") + (count > LABELS_SHOWN ? " …" : "");

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
              <Button
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden />}
                loading={check.isPending}
                {...props}
              >
                {t`Upload a drawing`}
              </Button>
            )}
          </FileButton>
          {hasDrawing && (
            <Button variant="subtle" onClick={() => dispatch({ kind: "drawing", drawing: null })}>
              {t`Remove drawing`}
            </Button>
          )}
        </Group>
        {count > 0 && (
          <Alert role="alert" color="yellow" title={t`Labels that the plan will not show: ${count}`}>
            <Text size="sm">{labels}</Text>
            <Text size="sm">{t`They are web pages inside the drawing. Convert them to text in the drawing program, and upload the file again.`}</Text>
          </Alert>
        )}
        {drawing && !drawing.hasSize && (
          <Alert role="alert" color="yellow" title={t`The drawing has no size`}>
            <Text size="sm">{t`Only its part from 0, 0 to 420, 590 is shown. Set a width and a height in the drawing program, and upload the file again.`}</Text>
          </Alert>
        )}
        {refusal && (
          <Text role="alert" size="sm" c="var(--text-critical)">
            {refusal}
          </Text>
        )}
      </Stack>
    </section>
  );
}
