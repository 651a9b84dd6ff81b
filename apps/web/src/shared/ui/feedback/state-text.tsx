import { Text, type TextProps } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";

interface StateTextProps extends TextProps, Omit<ComponentPropsWithoutRef<"span">, "color" | "style"> {
  component?: "span" | "output" | "p";
}

/** A word of a state with its icon: in the colour `c`, otherwise in that of the state around it. */
export function StateText({ style, ...text }: StateTextProps) {
  return (
    <Text
      component="span"
      inherit
      display="inline-flex"
      fw={600}
      c="var(--state-text, inherit)"
      {...text}
      style={[{ alignItems: "center", gap: 4, whiteSpace: "nowrap" }, style]}
    />
  );
}
