/** What is found in a token, without its signature, which only the service checks. */
export type Finding = {
  readonly what: string;
  readonly verdict: 'good' | 'bad' | 'warn';
  readonly why: string;
};

type Provider = { readonly issuer: string; readonly audience: string };
type Fields = Readonly<Record<string, unknown>>;

const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];
/** The longest life of a token on Express, unless the application says otherwise. */
const longestSeconds = 86_400;

/** `now` in Unix seconds. */
export function findingsOf(token: string, providers: readonly Provider[], now: number): readonly Finding[] {
  const [header, payload, rest] = token.split('.').map(fieldsOf);
  if (token.split('.').length !== 3 || rest !== undefined || !header || !payload)
    return [
      { what: 'form', verdict: 'bad', why: 'It is not a signed JWT: three parts in base64url with dots.' },
    ];
  return [
    algorithm(header),
    keyId(header),
    ...issuer(payload, providers),
    subject(payload),
    ...times(payload, now),
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

function keyId({ kid }: Fields): Finding {
  return typeof kid === 'string' && kid !== ''
    ? { what: 'kid', verdict: 'good', why: kid }
    : { what: 'kid', verdict: 'bad', why: 'The header names no key.' };
}

function issuer({ iss, aud }: Fields, providers: readonly Provider[]): Finding[] {
  const audiences = Array.isArray(aud) ? aud.map(String) : [String(aud)];
  const ofIssuer = providers.filter((one) => one.issuer === iss);
  if (ofIssuer.length === 0)
    return [
      {
        what: 'iss',
        verdict: 'bad',
        why: `No provider has the issuer ${String(iss)}. A slash at the end counts.`,
      },
    ];
  const fits = ofIssuer.some((one) => audiences.includes(one.audience));
  const expected = ofIssuer.map((one) => one.audience).join(' or ');
  return [
    { what: 'iss', verdict: 'good', why: String(iss) },
    fits
      ? { what: 'aud', verdict: 'good', why: audiences.join(', ') }
      : {
          what: 'aud',
          verdict: 'bad',
          why: `It has ${audiences.join(', ')}, and the provider expects ${expected}.`,
        },
  ];
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
