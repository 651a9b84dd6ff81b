import { useLingui } from "@lingui/react/macro";
import { Center, Loader } from "@mantine/core";

export function Loading() {
  const { t } = useLingui();
  return (
    <Center mih="60vh">
      <Loader aria-label={t`Loading`} role="status" />
    </Center>
  );
}
