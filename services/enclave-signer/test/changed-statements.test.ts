import { encodeApplicationDocument, subjectOfApplication } from '@wallet-service/signer-protocol';
import { app, settled, signing, status, stopSigners, update, type Update } from './settled-signer.js';
import { applicationTrustOf, documentOf, makeWitnessKit, onTheWire, statementsOf } from './witness-kit.js';

afterEach(stopSigners);

const kit = makeWitnessKit({ k: 2, n: 3 });
const next = (version = 6, applicationId = app) =>
  applicationTrustOf(kit, documentOf(applicationId, { version }));

type Items = Update['statements'][number]['items'];
const documentItem = (of: Update): Items => (of.statements[0]?.items ?? []).slice(0, 1);
const withItems = (change: (items: Items) => Items) => (): Update => {
  const { statements, ...rest } = next();
  return { ...rest, statements: statements.map((each) => ({ ...each, items: change(each.items) })) };
};

it.each<[string, () => Update]>([
  ['with their items in another order', withItems((items) => items.toReversed())],
  ['with an item removed', withItems((items) => items.slice(0, 1))],
  ['with an item added', withItems((items) => [...items, ...documentItem(next(6, 'app-b'))])],
  ['with an item twice', withItems((items) => [...items, ...items.slice(0, 1)])],
  [
    'with the item of another application',
    withItems((items) => [...documentItem(next(6, 'app-b')), ...items.slice(1)]),
  ],
  [
    'about another document, with the item of this one',
    () => {
      const others = next(7).statements;
      const statements = others.map((each) => ({ ...each, items: next().statements[0]?.items ?? [] }));
      return { ...next(), statements };
    },
  ],
  [
    'that say two things of the document',
    () => {
      const contents = [6, 7].map((version) => encodeApplicationDocument(documentOf(app, { version })));
      const said = contents.map((content) => ({
        subject: subjectOfApplication(app),
        content,
        stated: {},
      }));
      return { ...next(), statements: onTheWire(statementsOf(kit, said)) };
    },
  ],
])('statements %s are not believed', async (_title, make) => {
  const { signer, wallet } = await settled(kit, documentOf(app, { version: 5 }));
  const before = await status(signer);
  expect(await update(signer, kit, make())).toMatchObject({
    refusal: 'trust-refused',
    details: { needed: 2, agree: 0 },
  });
  const { documentVersion, providers } = await status(signer);
  expect([documentVersion, providers]).toEqual([before.documentVersion, before.providers]);
  expect(await signing(signer, kit, wallet)).toHaveProperty('signatures');
  expect(await update(signer, kit, next())).toMatchObject({ documentVersion: 6n });
});
