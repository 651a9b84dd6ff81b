import { Box } from "@mantine/core";

import { ErrorBanner } from "./error-banner.tsx";

/** Source: spec 2 §8 and §9 (error banner). */
const HIDE_AFTER_MS = 6_000;

/** An error over the top of the screen; it can be closed, and closes by itself. */
export function FloatingError({ text, onClose }: { text: string | undefined; onClose: () => void }) {
  return (
    <Box
      pos="fixed"
      top={12}
      left="50%"
      w="min(480px, 100vw - 24px)"
      style={{ zIndex: 300, translate: "-50%" }}
    >
      <ErrorBanner text={text} onClose={onClose} hideAfterMs={HIDE_AFTER_MS} />
    </Box>
  );
}
