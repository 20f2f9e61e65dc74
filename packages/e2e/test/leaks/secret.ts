/** Something that may appear nowhere, in each form in which careless code would write it. */
export type Secret = { readonly name: string; readonly forms: readonly string[] };
export type BytesSecret = Secret & { readonly bytes: Buffer };
export type Place = { readonly name: string; readonly text: string };

export function textSecret(name: string, text: string): Secret {
  return { name, forms: [text] };
}

export function bytesSecret(name: string, bytes: Buffer): BytesSecret {
  const forms = (['base64', 'base64url', 'hex', 'latin1'] as const).map((form) => bytes.toString(form));
  // As `console.log` and JSON write an array of bytes.
  return { name, bytes, forms: [...forms, [...bytes].join(','), [...bytes].join(', ')] };
}

/** Which secret is where, without showing it. */
export function leaksIn(places: readonly Place[], secrets: readonly Secret[]): readonly string[] {
  const found = places.flatMap(({ name: place, text }) =>
    secrets
      .filter(({ forms }) => forms.some((form) => text.includes(form)))
      .map(({ name }) => `${place}: ${name}`),
  );
  return [...new Set(found)];
}
