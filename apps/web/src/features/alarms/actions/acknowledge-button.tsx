import { useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";

interface Props {
  isAcknowledged: boolean;
  isSending: boolean;
  onAcknowledge: () => void;
  /** Id of the text with the name of the alarm. */
  describedBy?: string;
}

/** Red 'Ack', then 'Acknowledged'; another click sends the call again. Source: spec 2 §4 Alarm. */
export function AcknowledgeButton({ isAcknowledged, isSending, onAcknowledge, describedBy }: Props) {
  const { t } = useLingui();
  return (
    <Button
      size="compact-sm"
      fz={12.5}
      color={isAcknowledged ? "gray" : "red"}
      variant={isAcknowledged ? "light" : "filled"}
      aria-describedby={describedBy}
      {...(!isAcknowledged && { "aria-keyshortcuts": "A" })}
      aria-disabled={isSending}
      opacity={isSending ? 0.6 : 1}
      onClick={() => {
        if (!isSending) onAcknowledge();
      }}
    >
      {isAcknowledged ? t`Acknowledged` : t`Ack`}
    </Button>
  );
}
