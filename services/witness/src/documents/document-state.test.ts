import {
  digestOf,
  encodeApplicationDocument,
  encodeSignedDocument,
  type Judgement,
} from '@wallet-service/signer-protocol';
import { documentOfFile, fileOfDocument, offer, type DocumentState, type Offered } from './document-state.js';

const delaySeconds = 100;

function documentWith(version: number, lifetime = 3600) {
  const document = {
    applicationId: 'a',
    version,
    expressJwtMaxLifetimeSeconds: lifetime,
    providers: [],
    issuers: [],
  };
  const payload = encodeApplicationDocument(document);
  return {
    signed: encodeSignedDocument({ payload, signatures: [] }),
    judged: { document, digest: digestOf(payload) },
  };
}

/** Offers documents one after another, as a witness does that keeps its state in a file. */
function keeper() {
  let state: DocumentState = { waiting: [] };
  return {
    state: () => state,
    offering: (
      outcome: 'accepted' | 'after-delay',
      version: number,
      now: number,
      lifetime?: number,
    ): Offered => {
      const { signed, judged } = documentWith(version, lifetime);
      const judgement: Judgement = { outcome, next: judged };
      const offered = offer(state, { signed, judgement, now, delaySeconds });
      if (offered.next) {
        const kept: unknown = JSON.parse(JSON.stringify(fileOfDocument('a', offered.next)));
        expect(documentOfFile(kept)).toEqual(offered.next);
        state = offered.next;
      }
      return offered;
    },
    held: () => state.held?.judged.document.version,
  };
}

describe('a document that must wait', () => {
  it('is accepted when it is offered after its delay, and not a second earlier', () => {
    const { offering, held } = keeper();
    offering('accepted', 1, 0);
    expect(offering('after-delay', 2, 1_000)).toMatchObject({ notBefore: 1_100 });
    expect(offering('after-delay', 2, 1_099)).toMatchObject({
      notBefore: 1_100,
      problem: expect.any(String) as string,
    });
    expect(held()).toBe(1);
    expect(offering('after-delay', 2, 1_100)).not.toHaveProperty('problem');
    expect(held()).toBe(2);
  });

  it('has a delay of its own, which no other document begins anew or uses up', () => {
    const { offering, held } = keeper();
    offering('accepted', 1, 0);
    offering('after-delay', 2, 1_000);
    expect(offering('after-delay', 2, 1_050, 61)).toMatchObject({ notBefore: 1_150 });
    expect(offering('after-delay', 3, 1_060)).toMatchObject({ notBefore: 1_160 });
    expect(offering('after-delay', 2, 1_070)).toMatchObject({ notBefore: 1_100 });
    expect(offering('after-delay', 3, 1_120)).toMatchObject({ notBefore: 1_160 });
    offering('after-delay', 3, 1_160);
    expect(held()).toBe(3);
  });

  it('waits anew after another document was accepted', () => {
    const { offering, state } = keeper();
    offering('after-delay', 5, 1_000);
    offering('accepted', 2, 1_050);
    expect(state().waiting).toEqual([]);
    expect(offering('after-delay', 5, 1_100)).toMatchObject({ notBefore: 1_200 });
  });

  it('is one of eight at most, those of the highest versions', () => {
    const { offering, state } = keeper();
    for (let version = 10; version < 30; version += 1) offering('after-delay', version, 1_000);
    expect(state().waiting.map(({ version }) => version)).toEqual([29, 28, 27, 26, 25, 24, 23, 22]);
    const refused = offering('after-delay', 21, 1_000);
    expect(refused).toMatchObject({ problem: expect.stringContaining('wait already') as string });
    expect(refused).not.toHaveProperty('next');
  });
});
