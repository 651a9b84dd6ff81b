import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Button, Text } from "@mantine/core";

import classes from "./bookings.module.css";

interface Props {
  /** The selected spaces. */
  names: readonly string[];
  isBooking: boolean;
  hint: string | undefined;
  onBook: () => void;
}

/** The selection and the button that books it, always in sight. */
export function BookBar({ names, isBooking, hint, onBook }: Props) {
  const { t } = useLingui();
  const text = names.join(", ");
  return (
    <div className={classes["bar"]}>
      <Text size="sm" role="status" lineClamp={2}>
        {names.length === 0 ? t`Select a free place.` : (hint ?? t`Selected: ${text}`)}
      </Text>
      <Button disabled={names.length === 0 || hint !== undefined} loading={isBooking} onClick={onBook}>
        {names.length > 1 ? (
          <Plural value={names.length} one="Book # seat" other="Book # seats" />
        ) : (
          <Trans>Book</Trans>
        )}
      </Button>
    </div>
  );
}
