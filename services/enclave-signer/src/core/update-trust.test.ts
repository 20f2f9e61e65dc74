import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { readBakedTrust, signStatement, statementOf } from '@wallet-service/signer-protocol';
import { makeKey } from '../../../../packages/jwt/test/token-maker.js';
import { audience, issuer, nowSeconds } from '../../test/trust-kit.js';
import {
  applicationTrustOf,
  bakedRoot,
  documentOf,
  keySetOf,
  makeNamedKey,
  makeWitnessKit,
  onTheWire,
  trustRequest,
  type ApplicationTrust,
  type WitnessKit,
} from '../../test/witness-kit.js';
import { TrustStore } from './trust-store.js';
import { updateTrust } from './update-trust.js';

const kit = makeWitnessKit({ k: 2, n: 3 });
const key = makeKey('k1', 'ES256');

/** An application with so many providers, as its first update brings it. */
function firstUpdate(providerCount: number, by = kit.witnesses): ApplicationTrust {
  const issuers = Array.from({ length: providerCount }, (_, index) => `${issuer}/${index}`);
  const document = documentOf('app', {
    providers: issuers.map((name) => ({ id: name, issuer: name, audience, assertsEmail: false })),
    issuers: issuers.map((name) => ({ issuer: name, keySource: 'discovery' })),
  });
  const keySets = issuers.map((name) => keySetOf(kit, { issuer: name, keys: [key] }, { by }));
  return applicationTrustOf(kit, document, { keySets, stated: { by } });
}

/** How many signatures a signer checks that takes it, and how many providers it has the keys of then. */
function taken(application: ApplicationTrust, of: WitnessKit = kit) {
  const trust = new TrustStore(readBakedTrust(bakedRoot(of)));
  let checks = 0;
  const { verify } = crypto;
  const counting = (...parts: readonly unknown[]): unknown => {
    checks += 1;
    return Reflect.apply(verify, crypto, parts);
  };
  crypto.verify = counting as typeof verify;
  syncBuiltinESMExports();
  try {
    updateTrust({ trust, now: nowSeconds }, trustRequest(of, 'app', application));
    const { providers } = trust.application('app', nowSeconds());
    return { checks, usable: providers.filter(({ keys }) => keys.size > 0).length };
  } finally {
    crypto.verify = verify;
    syncBuiltinESMExports();
  }
}

it.each([1, 2, 10, 50])('checks 3 signatures when 2 of 3 witnesses state %d providers', (count) => {
  expect(taken(firstUpdate(count, kit.witnesses.slice(1)))).toEqual({ checks: 3, usable: count });
  // A statement beyond what is needed costs nothing.
  expect(taken(firstUpdate(count))).toEqual({ checks: 3, usable: count });
});

it('checks each forged statement once, and takes the right ones all the same', () => {
  const honest = firstUpdate(10);
  const forgers = ['witness-1', 'witness-2', 'stranger'].map(makeNamedKey);
  const forged = honest.statements.map((statement, index) =>
    signStatement(statementOf(statement), forgers[index] as (typeof forgers)[number]),
  );
  const statements = [...onTheWire(forged), ...honest.statements];
  // The document's, two forged ones, and two right ones. Nobody knows the key of the stranger.
  expect(taken({ ...honest, statements })).toEqual({ checks: 5, usable: 10 });
});
