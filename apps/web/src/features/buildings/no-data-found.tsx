import { Trans } from "@lingui/react/macro";
import { Alert } from "@mantine/core";
import { IconMapPinOff } from "@tabler/icons-react";

/** Source: spec 1 §8 Dashboard. */
export function NoDataFound() {
  return (
    <Alert role="alert" variant="default" icon={<IconMapPinOff aria-hidden />}>
      <Trans>No Data Found!!!!!</Trans>
    </Alert>
  );
}
