/** Markup that is safe to put into a page. */
export type Markup = { readonly markup: string };

/** A template that escapes its values unless they are markup. Lists of markup are joined. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup {
  return { markup: String.raw({ raw: strings }, ...values.map(rendered)) };
}

function rendered(value: string | Markup | readonly Markup[]): string {
  if (typeof value === 'string') return escaped(value);
  if ('markup' in value) return value.markup;
  return value.map(({ markup }) => markup).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? char);
}
