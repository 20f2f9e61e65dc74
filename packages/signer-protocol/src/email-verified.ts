/**
 * Issuers whose `email_verified` may be the text "true" and means it. Apple documents "a string or Boolean value".
 * Cognito keeps every attribute as text, and sends it so where a pool maps the attribute. A closed table and no
 * setting: other providers send the text for addresses that nobody proved, and whoever could change the setting could
 * claim pre-generated wallets.
 */
const sendText = [
  /^https:\/\/appleid\.apple\.com$/,
  /^https:\/\/cognito-idp\.[a-z0-9-]{1,32}\.amazonaws\.com(\.cn)?\/[a-z0-9-]{1,32}_[A-Za-z0-9]{1,64}$/,
];

export function isEmailVerified(issuer: string, claim: unknown): boolean {
  return claim === true || (claim === 'true' && sendText.some((pattern) => pattern.test(issuer)));
}
