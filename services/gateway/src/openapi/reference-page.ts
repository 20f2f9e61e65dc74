import { html, type Markup } from './html.js';
import type { OpenApiDocument } from './openapi-document.js';
import { schemaRows } from './schema-rows.js';
import type { Json } from './schema-references.js';

/** The page's one style sheet; its hash is in the Content-Security-Policy. */
export const referenceStyle = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24; }
h2 { border-bottom: 2px solid #d0d7de; margin-top: 3rem; }
details { border: 1px solid #d0d7de; border-radius: 6px; margin: .5rem 0; padding: .5rem 1rem; }
summary { cursor: pointer; }
code, pre { font: 14px/1.45 ui-monospace, monospace; background: #f6f8fa; border-radius: 4px; padding: .1em .3em; }
pre { padding: .8rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; border-top: 1px solid #d0d7de; padding: .3rem .6rem .3rem 0; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 600; }
.deprecated { text-decoration: line-through; }
@media (prefers-color-scheme: dark) {
  body { background: #0d1117; color: #e6edf3; }
  code, pre { background: #161b22; }
  details, td, th, h2 { border-color: #30363d; }
}
`;

// One string, because the hash covers every space.
const styleElement: Markup = { markup: `<style>${referenceStyle}</style>` };

type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security: readonly Json[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};
type Content = Readonly<Record<string, { readonly schema?: Json; readonly example?: unknown }>>;

/** The document as one page that loads nothing. No scripts. */
export function referencePage(document: OpenApiDocument): string {
  const info = document['info'] as { title: string; description: string };
  const tags = document['tags'] as { name: string; description: string }[];
  const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as Operation,
    })),
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${info.title}</title>
        ${styleElement}
      </head>
      <body>
        <h1>${info.title}</h1>
        ${info.description.split('\n').map((line) => html`<p>${withCode(line)}</p>`)}
        <p>For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
        ${tags.map(
          ({ name, description }) =>
            html`<section>
              <h2>${name}</h2>
              <p>${description}</p>
              ${operations
                .filter(({ operation }) => operation.tags.includes(name))
                .map(({ path, method, operation }) => section(document, path, method, operation))}
            </section> `,
        )}
      </body>
    </html> `;
  return page.markup;
}

function section(document: Json, path: string, method: string, operation: Operation): Markup {
  const { operationId, summary, description = '', deprecated = false, parameters = [] } = operation;
  const credentials = operation.security.flatMap((entry) => Object.keys(entry)).join(' and ');
  return html`<details id="${operationId}">
    <summary>
      <span class="method">${method}</span>
      <code class="${deprecated ? 'deprecated' : ''}">${path}</code> ${summary}
    </summary>
    ${description === '' ? [] : html`<p>${withCode(description)}</p>`}
    <p>Credentials: ${credentials === '' ? 'none' : credentials}.</p>
    ${
      parameters.length === 0
        ? []
        : html`<h4>Parameters</h4>
            <table>
              ${parameters.map(parameterRow)}
            </table>`
    }
    ${operation.requestBody ? body(document, 'Body', operation.requestBody.content) : []}
    ${Object.entries(operation.responses).map(([status, response]) =>
      status.startsWith('2')
        ? body(document, `${status} ${response.description}`, response.content ?? {})
        : html`<h4>${status}</h4>
            ${response.description.split('\n\n').map((line) => html`<p>${withCode(line)}</p>`)}`,
    )}
  </details> `;
}

function parameterRow(parameter: Json): Markup {
  const { name, in: place, required, description = '' } = parameter as Record<string, string>;
  const need = required ? 'required' : 'optional';
  return html`<tr>
    <td><code>${name ?? ''}</code></td>
    <td>${place ?? ''}, ${need}</td>
    <td>${withCode(description)}</td>
  </tr>`;
}

function body(document: Json, title: string, content: Content): Markup {
  const { schema, example } = content['application/json'] ?? {};
  const rows = schema ? schemaRows(schema, document) : [];
  return html`<h4>${title}</h4>
    ${
      rows.length === 0
        ? []
        : html`<table>
            ${rows.map(fieldRow)}
          </table>`
    }
    ${example === undefined ? [] : html`<pre>${JSON.stringify(example, null, 2)}</pre>`}`;
}

function fieldRow({ path, type, required, description }: ReturnType<typeof schemaRows>[number]): Markup {
  const need = required ? 'required' : 'optional';
  return html`<tr>
    <td><code>${path}</code></td>
    <td>${type}, ${need}</td>
    <td>${withCode(description)}</td>
  </tr>`;
}

/** Text where backticks mark code. */
function withCode(text: string): Markup[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
