import { applicationBytes, bundleBytes, bytesInBundle } from '../providers/key-set-room.js';
import { createProposeTrustBundle, proposalOf, rowsWithRoom } from './propose-trust-bundle.js';

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

  it('has a revision that depends only on the content', () => {
    expect(proposalOf([row('a', 'x')])).toEqual(proposalOf([row('a', 'x')]));
    expect(proposalOf([row('a', 'x')]).revision).not.toBe(proposalOf([row('a', 'y')]).revision);
  });
});

describe('createProposeTrustBundle', () => {
  it('reads the rows again only when something has changed', async () => {
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

describe('rowsWithRoom', () => {
  const filled = (applicationId: string, providers: number, bytes: number) =>
    Array.from({ length: providers }, (_, index) => ({
      ...row(applicationId, String(index)),
      keySetJson: 'x'.repeat(bytes),
    }));
  const bytesOf = (rows: ReturnType<typeof filled>) =>
    rows.reduce((sum, each) => sum + bytesInBundle(each), 0);

  it('leaves out what an application has beyond its share, and nothing of the others', () => {
    const small = Array.from({ length: 200 }, (_, index) => filled(`small-${index}`, 2, 1_600)).flat();
    const kept = rowsWithRoom([...filled('large', 342, 44_000), ...small]);
    expect(bytesOf(kept.filter(({ applicationId }) => applicationId === 'large'))).toBeLessThan(
      applicationBytes,
    );
    expect(kept.filter(({ applicationId }) => applicationId !== 'large')).toEqual(small);
  });

  it("never exceeds the bundle's size, and always includes small applications completely", () => {
    const large = Array.from({ length: 80 }, (_, index) => filled(`large-${index}`, 50, 10_000)).flat();
    const small = Array.from({ length: 200 }, (_, index) => filled(`small-${index}`, 2, 1_600)).flat();
    const kept = rowsWithRoom([...large, ...small]);
    expect(bytesOf([...kept])).toBeLessThanOrEqual(bundleBytes);
    expect(kept.filter(({ applicationId }) => applicationId.startsWith('small'))).toEqual(small);
  });
});
