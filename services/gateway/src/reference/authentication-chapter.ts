/** The first chapter: which header, which credential, and where it comes from. */
export const authenticationChapter = `## Authentication

- **A user**, from a browser, an app or your server: the Express interface, \`/v2/wallet…\`. Send \`X-Service-API-Key\`,
  \`Authorization\` with the user’s token, \`X-OIDC-Provider-ID\` and \`X-Service-Chain\`.
- **Your server, for a user**: the Core interface, \`/v2/api/wallet…\` and \`/v1/api/wallet_group…\`. Send
  \`X-Service-Secret-Key\`. The user’s token and the wallet’s access key are in the body.
- **Your server, for the application**: policies, identity providers, settings, audit, webhooks and pre-generated
  wallets. Send \`X-Service-Secret-Key\`.
- **The operator of this installation**: \`/v1/admin/application…\`. Send \`X-Service-Operator-Key\`.
- **Anybody**: \`/v2/attestation\`, \`/openapi.json\` and \`/docs\` need no credential.

### API key

\`X-Service-API-Key: …\` names the application. It is not a secret, so clients may contain it. The operator gets it as
\`api_key\` when they create the application (\`POST /v1/admin/application\`).

### Secret key

\`X-Service-Secret-Key: …\` acts for the application. Keep it on your servers. The operator gets it once, as
\`secret_key\`, when they create the application. Your server makes more of them with \`POST /v1/secret_key\`, and
the operator with \`POST /v1/admin/application/{id}/secret_key\`. Two keys that are valid at the same time let you
change the key without an interruption.

A key may be limited to \`scopes\` and until \`time_expires\`. Each operation names the scope that it needs. A request
outside is 403 \`auth.scope-missing\`. A key without scopes may do everything, and it alone makes and changes keys.

### User token

\`Authorization: Bearer …\` is a JWT that your identity provider issued to the user. Register the provider first, with
\`POST /v1/identity/provider\`: the service checks issuer, audience, signature and times of each token. The answer has
the provider’s \`id\`, which goes into \`X-OIDC-Provider-ID\`. The user’s wallets belong to the pair of issuer (\`iss\`)
and user (\`sub\`).

On the Core interface the token is in the body. \`op_jwt\` is for one operation and lives at most 5 minutes.
\`auth_jwt\` makes wallets and recovers access keys.

### Chain

\`X-Service-Chain: ETH\`, \`SOL\` or \`BTC\` chooses the user’s wallet on the Express interface. A user has one Express
wallet on each chain.

### Access key

\`access_key\` in the body opens one Core wallet. The answer that makes the wallet has it. The service cannot show it
again. Rotate or recover it when it is lost.

### Operator key

\`X-Service-Operator-Key: …\` is a secret of the installation. Whoever installed the service chose it
(\`OPERATOR_KEY_FILE\` of the identity service).

### On the local stack

\`pnpm start\` writes the file \`docs.html\` into its data folder (\`.local\`). Open it in a browser. This page then has
the keys of the local stack and a token of the user alice, so that every operation can be tried at once. A production
installation never takes keys this way. There, type a credential into the form of the operation. The page keeps it in
memory only.`;
