/** What is found in a token, without its signature, which only the service checks. */
export type Finding = {
  readonly what: string;
  readonly verdict: 'good' | 'bad' | 'warn';
  readonly why: string;
};

/** As the API has it. `keys`: their ids, if they are known. */
export type KnownProvider = {
  readonly issuer: string;
  readonly audience: string;
  readonly audience_match?: string;
  readonly audience_claim?: string;
  readonly token_types?: readonly string[];
  readonly keys?: readonly string[];
};
type Fields = Readonly<Record<string, unknown>>;

const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];
/** The longest life of a token on Express, unless the application says otherwise. */
const longestSeconds = 86_400;

/** `now` in Unix seconds. */
export function findingsOf(
  token: string,
  providers: readonly KnownProvider[],
  now: number,
): readonly Finding[] {
  const [header, payload, rest] = token.split('.').map(fieldsOf);
  if (token.split('.').length !== 3 || rest !== undefined || !header || !payload)
    return [
      { what: 'form', verdict: 'bad', why: 'It is not a signed JWT: three parts in base64url with dots.' },
    ];
  const ofIssuer = providers.filter((one) => one.issuer === payload['iss']);
  return [
    algorithm(header),
    keyId(header, ofIssuer),
    ...tokenType(header, ofIssuer),
    ...issuer(payload, providers),
    subject(payload),
    ...times(payload, now),
    { what: 'signature', verdict: 'warn', why: 'Not checked here: only the signers check it.' },
  ];
}

function algorithm({ alg }: Fields): Finding {
  return algorithms.includes(String(alg))
    ? { what: 'alg', verdict: 'good', why: String(alg) }
    : {
        what: 'alg',
        verdict: 'bad',
        why: `${String(alg)} is not taken. Use one of ${algorithms.join(', ')}.`,
      };
}

function keyId({ kid }: Fields, ofIssuer: readonly KnownProvider[]): Finding {
  if (typeof kid !== 'string' || kid === '')
    return { what: 'kid', verdict: 'bad', why: 'The header names no key.' };
  const keys = ofIssuer.flatMap((one) => one.keys ?? []);
  if (keys.length === 0 || keys.includes(kid)) return { what: 'kid', verdict: 'good', why: kid };
  const why = `${kid} is not among the keys that the signers know: ${keys.join(', ')}. Fetch keys if it is new.`;
  return { what: 'kid', verdict: 'warn', why };
}

/** The header `typ`, in any letter case, with or without `application/`. */
function tokenType({ typ }: Fields, ofIssuer: readonly KnownProvider[]): Finding[] {
  const taken = ofIssuer.flatMap((one) => one.token_types ?? []);
  if (taken.length === 0) return [];
  const plain = (text: string): string => text.toLowerCase().replace(/^application\//, '');
  const named = typeof typ === 'string' ? plain(typ) : 'absent';
  return taken.some((one) => plain(one) === named)
    ? [{ what: 'typ', verdict: 'good', why: named }]
    : [{ what: 'typ', verdict: 'bad', why: `It is ${named}, and the provider gives ${taken.join(', ')}.` }];
}

function issuer(claims: Fields, providers: readonly KnownProvider[]): Finding[] {
  const { iss } = claims;
  const ofIssuer = providers.filter((one) => one.issuer === iss);
  if (ofIssuer.length > 0)
    return [{ what: 'iss', verdict: 'good', why: String(iss) }, audience(claims, ofIssuer)];
  return [{ what: 'iss', verdict: 'bad', why: unknownIssuer(String(iss), providers) }];
}

/** Why no provider has this issuer. They are compared letter by letter. */
export function unknownIssuer(issuer: string, providers: readonly KnownProvider[]): string {
  const bare = (text: string): string =>
    text
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/+$/, '');
  const near = providers.find((one) => bare(one.issuer) === bare(issuer));
  return near
    ? `No provider has the issuer ${issuer}, but one has ${near.issuer}: each letter counts, also a slash at the end.`
    : `No provider has the issuer ${issuer}. A slash at the end counts.`;
}

function audience(claims: Fields, ofIssuer: readonly KnownProvider[]): Finding {
  const fits = ofIssuer.some((one) => fitsAudience(claims, one));
  const named = audiencesIn(claims, 'aud').concat(
    audiencesIn(claims, 'azp'),
    audiencesIn(claims, 'client_id'),
  );
  if (fits) return { what: 'aud', verdict: 'good', why: [...new Set(named)].join(', ') };
  const expected = ofIssuer
    .map(
      ({ audience: one, audience_claim: claim = 'aud', audience_match: match }) =>
        `${one} in ${claim}${match === 'exact' ? ' alone' : ''}`,
    )
    .join(', or ');
  const why = `It has ${named.join(', ') || 'none'}, and the provider expects ${expected}.`;
  return { what: 'aud', verdict: 'bad', why };
}

function fitsAudience(claims: Fields, provider: KnownProvider): boolean {
  const { audience: wanted, audience_claim: claim = 'aud', audience_match: match } = provider;
  const named = audiencesIn(claims, claim);
  const all = claim === 'aud' || claims['aud'] === undefined ? [named] : [named, audiencesIn(claims, 'aud')];
  return all.every((one) => one.includes(wanted) && (match !== 'exact' || one.length === 1));
}

function audiencesIn(claims: Fields, claim: string): readonly string[] {
  const value = claims[claim];
  if (value === undefined) return [];
  return Array.isArray(value)
    ? value.map(String)
    : [typeof value === 'string' ? value : JSON.stringify(value)];
}

function subject({ sub }: Fields): Finding {
  return typeof sub === 'string' && sub !== ''
    ? { what: 'sub', verdict: 'good', why: sub }
    : { what: 'sub', verdict: 'bad', why: 'It names no user.' };
}

function times({ iat, exp }: Fields, now: number): Finding[] {
  if (typeof exp !== 'number' || typeof iat !== 'number')
    return [{ what: 'exp', verdict: 'bad', why: 'It needs iat and exp, in Unix seconds.' }];
  const life: Finding =
    exp - iat > longestSeconds
      ? { what: 'life', verdict: 'bad', why: `It lives for ${exp - iat} seconds: a day at most.` }
      : { what: 'life', verdict: 'good', why: `${exp - iat} seconds. Core takes 300 at most.` };
  const end: Finding =
    exp <= now
      ? { what: 'exp', verdict: 'bad', why: `It expired ${Math.round(now - exp)} seconds ago.` }
      : { what: 'exp', verdict: 'good', why: `${Math.round(exp - now)} seconds are left.` };
  return [end, life];
}

function fieldsOf(part: string): Fields | undefined {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    );
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}
