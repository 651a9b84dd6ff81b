import { useLingui } from "@lingui/react/macro";
import { Center, Loader } from "@mantine/core";

export function Loading() {
  const { t } = useLingui();
  return (
    <Center component="output" mih="60vh" aria-label={t`Loading`}>
      <Loader />
    </Center>
  );
}
