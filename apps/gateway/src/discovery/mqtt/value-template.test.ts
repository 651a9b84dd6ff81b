import { expect, test } from "vitest";

import { readTemplate } from "./value-template.ts";

const value = (path: string, scale = 1, offset = 0) => ({ path, scale, offset });

test.each([
  ["{{ value }}", value("")],
  ["{{value|float}}", value("")],
  ["{{ value_json }}", value("")],
  ["{{ value_json.temperature }}", value("temperature")],
  ['{{ value_json["temperature"] }}', value("temperature")],
  ["{{ value_json['a b'].c[0] | round(1) }}", value("a b.c.0")],
  ['{{value_json["temp"].value}}', value("temp.value")],
  ["{{ value_json.get('x', 0) | float(0) }}", value("x")],
  ["{{ value_json['v1.2'] }}", value("v1\\.2")],
  ["{{ value_json.tempc | is_defined }}", value("tempc")],
  ["{{- value_json.value | default('') -}}", value("value")],
  ["{{ float(value_json.pa) * 0.01 | is_defined }}", value("pa", 0.01)],
  ["{{ (value_json.x | float / 10) | round(1) }}", value("x", 0.1)],
  ["{{ 0.1 * value_json.x }}", value("x", 0.1)],
  ["{{ value_json.x | multiply(0.001) }}", value("x", 0.001)],
  ["{{ (value_json.x - 32) * 5 / 9 }}", value("x", 5 / 9, -160 / 9)],
  ["{{ value_json.x * 2 + 1 }}", value("x", 2, 1)],
  ["{{ round(value_json.x / 1000, 2) }}", value("x", 0.001)],
  ['{{ {0: "off", 1: "on"}[value_json.value] | default(\'idle\') }}', value("value")],
  ["{{'online' if value_json.value else 'offline'}}", { ...value("value"), texts: ["online", "offline"] }],
  [
    '{% if value_json["child_lock"] %}true{% else %}false{% endif %}',
    { ...value("child_lock"), texts: ["true", "false"] },
  ],
])("reads %s", (template, expected) => {
  const found = readTemplate(template);
  expect(found).toEqual({
    ...expected,
    scale: expect.closeTo(expected.scale, 9),
    offset: expect.closeTo(expected.offset, 9),
  });
});

test.each([
  "{{ now() }}",
  "{{ states('sensor.x') }}",
  "{{ value_json.a + value_json.b }}",
  "{{ value_json.x + 1 * 2 }}",
  "{{ value_json.x * 0 }}",
  "{{ value_json.x / 0 }}",
  "{{ value_json.power | float > 0 }}",
  "{{ value_json.x | regex_replace('a', 'b') }}",
  "{{ value_json.a }}{{ value_json.b }}",
  "{% set x = value_json.a %}{{ x }}",
  "{{ (value_json.x }}",
  "{{ value_json.x) }}",
  "value_json.x",
  "",
  `{{ ${"(".repeat(2_000)}value }}`,
])("does not run %s", (template) => {
  expect(readTemplate(template)).toBeUndefined();
});

test("reads a hostile template in no time", () => {
  const began = performance.now();
  readTemplate(`{{ value_json${".a".repeat(400)}${" ".repeat(150)}! }}`);
  readTemplate(`{{ value_json.a${" * 2".repeat(200)} x }}`);
  expect(performance.now() - began).toBeLessThan(500);
});
