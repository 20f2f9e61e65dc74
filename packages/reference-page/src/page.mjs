import './styles-without-inline.mjs';
import { createApiReference } from '@scalar/api-reference';
import { anchors } from './anchors.mjs';
import { keepAccessible } from './accessible.mjs';
import { localKeys } from './local-keys.mjs';
import { readyToTry } from './ready-to-try.mjs';

const slug = 'reference';
const keys = localKeys();
const answer = await fetch('/openapi.json');
if (!answer.ok) throw new Error(`/openapi.json answered ${answer.status}`);
const reference = readyToTry(await answer.json(), keys);
const anchorOf = anchors(reference.info.description);

createApiReference('#reference', {
  slug,
  content: reference,
  authentication: {
    securitySchemes: {
      UserToken: { token: keys?.token ?? '' },
      ApiKey: { value: keys?.api_key ?? '' },
      SecretKey: { value: keys?.secret_key ?? '' },
      OperatorKey: { value: keys?.operator_key ?? '' },
    },
  },
  generateHeadingSlug: (heading) => `${slug}/${anchorOf(heading.slug)}`,
  // Nothing from another host, nothing for its maker, and nothing of a reader's credentials is kept.
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  // Each operation has samples of its own, which a test runs.
  hiddenClients: true,
});
keepAccessible();
