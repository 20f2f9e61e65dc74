import { createProposeTrustBundle, proposalOf } from './propose-trust-bundle.js';

const row = (applicationId: string, issuer: string) => ({
  applicationId,
  expressJwtMaxLifetimeSeconds: 3600,
  issuer,
  audience: 'app',
  assertsEmail: true,
  keySetJson: '{"keys":[]}',
});

describe('proposalOf', () => {
  it('groups providers by application', () => {
    const { applicationsJson } = proposalOf([row('a', 'x'), row('a', 'y'), row('b', 'x')]);
    const provider = { audience: 'app', embedded_wallet: false, asserts_email: true, jwks: { keys: [] } };
    expect(JSON.parse(applicationsJson)).toEqual([
      {
        id: 'a',
        express_jwt_max_lifetime_seconds: 3600,
        providers: [
          { issuer: 'x', ...provider },
          { issuer: 'y', ...provider },
        ],
      },
      { id: 'b', express_jwt_max_lifetime_seconds: 3600, providers: [{ issuer: 'x', ...provider }] },
    ]);
  });

  it.each(['{', 'null', '{"keys":[{"kty":"oct","kid":"x","k":"AAAA"}]}'])(
    'leaves out the first application, whose stored key set is %s, and no other',
    (keySetJson) => {
      const leftOut: string[] = [];
      const rows = [{ ...row('a', 'x'), keySetJson }, row('b', 'x')];
      const { applicationsJson } = proposalOf(rows, ({ applicationId }) => leftOut.push(applicationId));
      expect(leftOut).toEqual(['a']);
      expect((JSON.parse(applicationsJson) as { id: string }[]).map(({ id }) => id)).toEqual(['b']);
    },
  );

  it('has a revision that depends on the content alone', () => {
    expect(proposalOf([row('a', 'x')])).toEqual(proposalOf([row('a', 'x')]));
    expect(proposalOf([row('a', 'x')]).revision).not.toBe(proposalOf([row('a', 'y')]).revision);
  });
});

describe('createProposeTrustBundle', () => {
  it('reads the rows again only when something changed', async () => {
    let mark = '1:1';
    let reads = 0;
    const propose = createProposeTrustBundle({
      changeMark: () => Promise.resolve(mark),
      list: () => Promise.resolve([row('a', String(++reads))]),
    });
    const first = await propose();
    expect(await propose()).toBe(first);
    mark = '1:2';
    expect((await propose()).revision).not.toBe(first.revision);
    expect(reads).toBe(2);
  });
});
