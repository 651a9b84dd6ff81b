const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Elements that a clean drawing may contain. Other elements are removed with their content. */
export const keptElements = words(`
  svg g defs symbol use path rect circle ellipse line polyline polygon text tspan image clipPath mask pattern
  linearGradient radialGradient stop style
`);

/** Elements that are replaced by groups. A link loses its target, and a switch shows all its visible content. */
export const groupElements = words("a switch");

/** Elements whose text a drawing never shows. */
export const hiddenElements = words("script style title desc metadata");

/** Visible elements. */
export const shapeElements = words("path rect circle ellipse line polyline polygon text image use");

/** Properties of a shape, as attributes and in styles. */
export const styleProperties = words(`
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility font-family font-size font-style font-weight
  text-anchor dominant-baseline alignment-baseline baseline-shift letter-spacing word-spacing text-decoration clip-path
  clip-rule mask overflow vector-effect shape-rendering text-rendering image-rendering paint-order stop-color stop-opacity
`);

export const keptAttributes = words(`
  transform viewBox preserveAspectRatio x y x1 x2 y1 y2 cx cy r rx ry width height d points dx dy rotate
  textLength lengthAdjust gradientUnits gradientTransform spreadMethod fx fy fr offset patternUnits patternContentUnits
  patternTransform maskUnits maskContentUnits clipPathUnits pathLength
`);
