/**
 * Every reason for which the signer refuses a request. Closed: a failure that is not in this table is a bug
 * and leaves as `internal`. On the wire: JSON `{ "code": "signer.<refusal>", "message": "<public text>",
 * "details": { … } }` (packages/errors' ErrorOnTheWire), in the error field of a stream's reply or in the
 * trailer `error-bin` of a unary call.
 */
export const signerRefusals = {
  // the request
  'malformed-request': 'the request does not have the form of its method',
  'method-unknown': 'the signer has no such method, or not in this phase',
  'caller-not-allowed': 'this caller may not use this method',
  'deadline-missing': 'a call needs a deadline',
  'deadline-exceeded': 'the deadline passed before the signer could begin',

  // the user's token
  'token-malformed': 'the token breaks a rule of form',
  'token-expired': 'the token has expired',
  'token-not-yet-valid': 'the token was issued in the future or is not valid yet',
  'token-signature': 'the signature of the token does not fit the key that it names',
  'token-algorithm': 'the algorithm is not one that the named key may be used with',
  'token-issuer': 'no trusted provider of the application has this issuer',
  'token-audience': 'the token is for another audience',
  'token-type': 'the provider of the token may not issue tokens of its type',
  'token-lifetime': 'the token was issued for longer than its use allows',
  'application-unknown': 'the signer has no current document of the application',
  'provider-not-trusted': "the application's document names no provider",
  'key-not-trusted': 'no key set that witnesses confirmed contains the key that the token names',
  'key-set-expired': "no witness has confirmed the provider's key set for too long",
  'trust-expired': 'the root document in force has expired',
  'trust-refused': 'the offered document may not take the place of the one in force',

  // the policy service's verdict
  'verdict-malformed': 'the verdict is not in canonical form',
  'verdict-mandate':
    'the verdict comes with no mandate that a verdict key of the root document signed for now',
  'verdict-mac': 'the verdict was not made under the exchange key of its mandate for this signer',
  'verdict-expired': 'the verdict has expired',
  'verdict-not-yet-valid': 'the verdict was issued in the future',
  'verdict-lifetime': 'the verdict is valid for longer than 30 seconds',
  'verdict-mismatch': 'the verdict is for something else',
  'verdict-used': 'the verdict was used, or may have been: nothing that was reserved for it is released',
  'verdict-void': 'this signer has signed that the verdict is void: it was not used and never will be',
  'mfa-missing': 'the verdict demands multi-factor authentication, and nothing proves it',
  'mfa-stale': 'the multi-factor authentication is older than the verdict allows',

  // the sealed record
  'record-corrupt': 'the sealed record was not written by this signer for this application, or was altered',
  'record-rolled-back': 'an older version of the sealed record was put back',
  'log-rolled-back': 'the journal has fewer entries than when it was last signed',
  'log-forked': 'the journal does not continue what was last signed of it: entries were changed or removed',
  'log-proof-needed': 'the proof does not begin with the checkpoint that was last signed of the journal',
  'log-unwitnessed':
    'the signer remembers no checkpoint of the journal, and too few witnesses say now which one they hold',
  'access-key-wrong': 'the access key does not open the record',
  'context-mismatch': 'the record is not that of this owner, wallet, chain, network or version',
  'address-mismatch': 'the public key or the address is not that of the sealed record',
  'record-outdated': 'the record is of a form that proves no address without its access key',
  'application-key-invalid':
    'the wrapped application key does not belong to this application and this signer',
  'email-unverified': 'the token does not prove an e-mail address, or its provider may not assert them',
  'sealed-key-invalid':
    'what was sealed to the import key does not open in this context, or is no private key of the chain',
  'not-recoverable': 'the wallet was made without recovery',

  // the signer itself
  unavailable: 'the signer is not ready',
  internal: 'the signer failed',
} as const satisfies Record<string, string>;

export type SignerRefusal = keyof typeof signerRefusals;
export type RefusalOnTheWire = {
  readonly code: `signer.${SignerRefusal}`;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** A deliberate refusal. `details` are public: names of fields, versions, times, never contents. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: SignerRefusal;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(refusal: SignerRefusal, details: Readonly<Record<string, unknown>> = {}) {
    super(signerRefusals[refusal]);
    this.refusal = refusal;
    this.details = details;
  }
}

/** What may leave the signer: a refusal unchanged, anything else as `signer.internal` without detail. */
export function refusalToWire(error: unknown): RefusalOnTheWire {
  const refused = error instanceof Refused ? error : new Refused('internal');
  return {
    code: `signer.${refused.refusal}`,
    message: refused.message,
    ...(Object.keys(refused.details).length > 0 && { details: refused.details }),
  };
}

/** The refusal in JSON text on the wire. Refusals that this version does not know become `internal`. */
export function refusalFromWire(json: string): Refused {
  try {
    const wire = JSON.parse(json) as { code?: unknown; details?: unknown };
    const name = typeof wire.code === 'string' ? wire.code.replace(/^signer\./, '') : '';
    if (Object.hasOwn(signerRefusals, name))
      return new Refused(name as SignerRefusal, isRecord(wire.details) ? wire.details : {});
  } catch {
    // Not JSON: fall through to `internal`.
  }
  return new Refused('internal');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
