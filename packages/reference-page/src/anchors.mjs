const errorHeading = /^### ([a-z-]+(?:\.[a-z-]+)*)$/gm;

/**
 * The anchor of a heading, by the renderer's short form of it. That of an error code is `errors/CODE`, to which the
 * `type` of each problem points.
 */
export function anchors(description) {
  const chapter = description.slice(description.indexOf('\n## Errors'));
  const codes = new Map(
    [...chapter.matchAll(errorHeading)].map(([, code]) => [code.replaceAll('.', ''), code]),
  );
  return (slug) => (codes.has(slug) ? `errors/${codes.get(slug)}` : slug);
}
