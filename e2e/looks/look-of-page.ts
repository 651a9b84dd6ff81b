/* oxlint-disable unicorn/consistent-function-scoping -- the browser gets one function, with all that it calls inside */
/** The measurements; the browser gets them with the function below, which can import nothing. */
interface LookInput {
  /** Custom properties of the theme that are colours of an alarm. */
  alarmTokens: readonly string[];
  /** Elements in an abnormal state. */
  abnormal: string;
  /** Pictures, plans, schematics and maps. */
  drawings: string;
  /** Elements whose colours the specification names. */
  named: string;
  textPx: number;
  /** Least width and height of a target. */
  targetPx: number;
}

export interface Fault {
  rule: "surface" | "saturation" | "alarm colour" | "text" | "target" | "digits";
  /** Tag and name or text of the element, with # for each number. */
  element: string;
  figure: string;
}

export interface Look {
  /** Left, top, width and height in the window of areas that do not count as saturated. */
  masks: (readonly [number, number, number, number])[];
  smallestTextPx: number;
  smallestTargetPx: number;
  faults: Fault[];
}

/** Reads sizes, digits and colours of the elements of the page. All sizes are in CSS px. */
export function lookOfPage(input: LookInput): Look {
  const faults: Fault[] = [];
  const masks: Look["masks"] = [];
  let smallestTextPx = Infinity;
  let smallestTargetPx = Infinity;

  const nameOf = (part: Element) => {
    // A shape of an icon or a drawing has the name of its parent.
    const element =
      part instanceof SVGGeometryElement ? (part.closest("button, a, [aria-label], li") ?? part) : part;
    const words =
      element.getAttribute("aria-label") ??
      (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined) ??
      element.textContent ??
      "";
    const name = words
      .replace(/\d[\d.,:]*/g, "#")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, 40);
    return `${element.tagName.toLowerCase()} "${name}"`;
  };
  const report = (rule: Fault["rule"], element: Element, figure: string) =>
    faults.push({ rule, element: nameOf(element), figure });

  /** Not for screen readers only, and not outside of the page until it has the focus. */
  const isSeen = (element: Element, { width, height, right, bottom }: DOMRect) =>
    width > 1 &&
    height > 1 &&
    right > 0 &&
    bottom + scrollY > 0 &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const probe = document.body.appendChild(document.createElement("span"));
  // With reduced motion every change is a short transition, whose first colour is the previous one.
  probe.style.setProperty("transition", "none", "important");
  const colorOf = (value: string) => {
    probe.style.color = value;
    return getComputedStyle(probe).color;
  };
  const theme = getComputedStyle(document.documentElement);
  const isInTheme = (token: string) => theme.getPropertyValue(token) !== "";
  const alarmColors = new Map(
    input.alarmTokens.filter(isInTheme).map((token) => [colorOf(`var(${token})`), token] as const),
  );
  probe.remove();

  const ownText = (element: Element) =>
    [...element.childNodes]
      .map((node) => (node instanceof Text ? node.data : ""))
      .join("")
      .trim();

  function checkColors(element: Element, style: CSSStyleDeclaration, text: string): void {
    if (element.closest(input.abnormal) || element.closest(input.named)) return;
    const isShape = element instanceof SVGGeometryElement || element instanceof SVGTextElement;
    const shown = new Map([["background", style.backgroundColor]]);
    if (text && !isShape) shown.set("color", style.color);
    if (isShape) shown.set("fill", style.fill);
    if (isShape && style.strokeWidth !== "0px") shown.set("stroke", style.stroke);
    for (const side of ["Top", "Right", "Bottom", "Left"] as const)
      if (style[`border${side}Style`] !== "none" && style[`border${side}Width`] !== "0px")
        shown.set(`border ${side}`, style[`border${side}Color`]);
    for (const [where, color] of shown) {
      const token = alarmColors.get(color);
      if (token) report("alarm colour", element, `${where} ${token}`);
    }
  }

  function checkText(element: Element, style: CSSStyleDeclaration, text: string): void {
    const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1;
    const px = Math.round(Number.parseFloat(style.fontSize) * scale * 10) / 10;
    smallestTextPx = Math.min(smallestTextPx, px);
    if (px < input.textPx) report("text", element, `${px} px`);
    if (/\d/.test(text) && !style.fontVariantNumeric.includes("tabular-nums"))
      report("digits", element, style.fontVariantNumeric);
  }

  /** A part that extends the area to press, as a link over its card. */
  function sizeOfPart(element: Element, part: "::before" | "::after") {
    const style = getComputedStyle(element, part);
    if (style.content === "none" || style.position !== "absolute") return { width: 0, height: 0 };
    return { width: Number.parseFloat(style.width), height: Number.parseFloat(style.height) };
  }

  /** A link in a sentence. Source: WCAG 2.2, 2.5.8 Inline. */
  function isInline(element: Element, style: CSSStyleDeclaration): boolean {
    if (style.display !== "inline" || element instanceof SVGElement) return false;
    let block = element.parentElement;
    while (block && getComputedStyle(block).display === "inline") block = block.parentElement;
    if (!block) return false;
    const lettersOf = (part: Element) => (part.textContent ?? "").replace(/\P{L}/gu, "").length;
    const links = [...block.querySelectorAll("a, button")];
    return lettersOf(block) > links.reduce((sum, link) => sum + lettersOf(link), 0);
  }

  function checkTarget(element: Element, style: CSSStyleDeclaration): void {
    if (style.pointerEvents === "none" || isInline(element, style)) return;
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const rects = [element, ...labels].map((one) => one.getBoundingClientRect());
    const seen = rects.filter((rect, at) => isSeen(at === 0 ? element : (labels[at - 1] ?? element), rect));
    if (seen.length === 0) return;
    const parts = [sizeOfPart(element, "::before"), sizeOfPart(element, "::after")];
    const width = Math.max(
      Math.max(...seen.map(({ right }) => right)) - Math.min(...seen.map(({ left }) => left)),
      ...parts.map((part) => part.width),
    );
    const height = Math.max(
      Math.max(...seen.map(({ bottom }) => bottom)) - Math.min(...seen.map(({ top }) => top)),
      ...parts.map((part) => part.height),
    );
    const least = Math.round(Math.min(width, height) * 10) / 10;
    smallestTargetPx = Math.min(smallestTargetPx, least);
    // The browser rounds the edges of a box to the pixels of the screen.
    if (least < input.targetPx - 0.5)
      report("target", element, `${Math.round(width)} × ${Math.round(height)} px`);
  }

  const targets = [
    ..."a[href] button input select textarea summary".split(" "),
    ..."button checkbox combobox link menuitem option radio slider switch tab treeitem"
      .split(" ")
      .map((role) => `[role=${role}]`),
  ].join();
  for (const element of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    const rect = element.getBoundingClientRect();
    if (element.matches(targets) && !element.matches(":disabled, [aria-hidden=true] *, [type=hidden]"))
      checkTarget(element, style);
    if (!isSeen(element, rect)) continue;
    if (element.matches(`${input.drawings}, ${input.abnormal}, ${input.named}`))
      masks.push([rect.left, rect.top, rect.width, rect.height]);
    const text = element instanceof HTMLInputElement ? element.value : ownText(element);
    checkColors(element, style, text);
    if (text) checkText(element, style, text);
  }
  return { masks, smallestTextPx, smallestTargetPx, faults };
}

export interface Pixels {
  /** Share of the most frequent colour. */
  surface: number;
  surfaceColor: string;
  saturated: number;
}

/** Counts the colours of a picture in the browser, which can decode it. */
export async function countPixels({
  png,
  masks,
  saturatedFrom,
}: {
  png: string;
  masks: Look["masks"];
  saturatedFrom: number;
}): Promise<Pixels> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.codePointAt(0) ?? 0);
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("The browser has no canvas");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const isMasked = new Uint8Array(width * height);
  for (const [left, top, wide, high] of masks) {
    const from = Math.max(0, Math.floor(left));
    const to = Math.min(width, Math.ceil(left + wide));
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(top + high)); y += 1)
      if (from < to) isMasked.fill(1, y * width + from, y * width + to);
  }
  const counts = new Map<number, number>();
  let saturated = 0;
  for (let at = 0; at < isMasked.length; at += 1) {
    const red = data[at * 4] ?? 0;
    const green = data[at * 4 + 1] ?? 0;
    const blue = data[at * 4 + 2] ?? 0;
    const color = red * 65_536 + green * 256 + blue;
    counts.set(color, (counts.get(color) ?? 0) + 1);
    if (isMasked[at] === 0 && Math.max(red, green, blue) - Math.min(red, green, blue) >= saturatedFrom)
      saturated += 1;
  }
  let [surfaceColor, most] = [0, 0];
  for (const [color, count] of counts) if (count > most) [surfaceColor, most] = [color, count];
  return {
    surface: most / isMasked.length,
    surfaceColor: `#${surfaceColor.toString(16).padStart(6, "0")}`,
    saturated: saturated / isMasked.length,
  };
}
