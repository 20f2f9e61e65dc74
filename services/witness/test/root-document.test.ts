import { encodeRootDocument } from '@wallet-service/signer-protocol';
import {
  documentOf,
  makeWorld,
  newKey,
  seconds,
  signed,
  soon,
  type Witness,
  type World,
} from './witness-world.js';

let world: World;
let witness: Witness;
beforeAll(async () => {
  world = await makeWorld();
  witness = await world.start({ NEW_STATE_UNTIL: soon() });
});
afterAll(() => world.close());

describe('a root document', () => {
  it('that too few roots signed, that strangers signed, or that is not one changes nothing', async () => {
    const [one] = world.roots;
    for (const rootDocument of [
      world.laterRoot({}, one),
      world.laterRoot({}, newKey(), newKey()),
      world.laterRoot({}, one, { ...newKey(), kid: world.roots[1].kid }),
      world.laterRoot({ expiresAt: seconds() - 1 }),
      world.laterRoot({ version: 1, registrars: [newKey().key] }),
      signed('application', encodeRootDocument({ ...world.root, version: 2 }), ...world.roots),
      Buffer.from('x'),
    ]) {
      const before = await witness.metric(
        'wallet_service_witness_documents_total{kind="root",outcome="refused"',
      );
      expect((await witness.ask({ rootDocument })).rootVersion).toBe('1');
      const after = await witness.metric(
        'wallet_service_witness_documents_total{kind="root",outcome="refused"',
      );
      expect(after).toBe(before + 1);
    }
  });

  it('takes effect at once, for what comes with it and after a restart, and never goes back', async () => {
    const registrar = newKey();
    const rootDocument = world.laterRoot({ version: 3, registrars: [registrar.key] });
    const applicationId = 'app';
    const document = signed('application', documentOf(applicationId, 1), registrar);
    const answer = await witness.ask({ rootDocument, applicationId, document }, 'operator');
    expect(answer).toMatchObject({ rootVersion: '3', problem: '', statement: { rootVersion: '3' } });
    expect((await witness.ask({ rootDocument: world.laterRoot({ version: 2 }) })).rootVersion).toBe('3');
    await witness.end();
    witness = await world.start();
    expect((await witness.ask({})).rootVersion).toBe('3');
    const byFormer = signed('application', documentOf(applicationId, 2), world.registrar);
    expect((await witness.ask({ applicationId, document: byFormer })).problem).toContain('signed neither');
    expect(await witness.metric('wallet_service_witness_root_version')).toBe(3);
    expect(await witness.metric('wallet_service_witness_named')).toBe(1);
  });
});

describe('who may ask', () => {
  it('is identity and the operator', async () => {
    await expect(witness.ask({}, 'operator')).resolves.toBeDefined();
    await expect(witness.ask({}, 'wallet')).rejects.toMatchObject({ code: 'auth.caller-not-allowed' });
  });

  it('may not ask too much at once', async () => {
    const source = { issuer: 'https://login.example' };
    await expect(witness.ask({ sources: Array.from({ length: 65 }, () => source) })).rejects.toMatchObject({
      code: 'request.invalid',
    });
    await expect(witness.ask({ sources: [{ issuer: '' }] })).rejects.toMatchObject({
      code: 'request.invalid',
    });
    await expect(witness.ask({ document: Buffer.from('{}') })).rejects.toMatchObject({
      code: 'request.invalid',
    });
    const tooLarge = witness.ask({ applicationId: 'a', document: Buffer.alloc(600_000) }, 'operator', 1_000);
    await expect(tooLarge).rejects.toThrow();
    expect((await witness.ask({})).rootVersion).toBe('3');
  });
});
