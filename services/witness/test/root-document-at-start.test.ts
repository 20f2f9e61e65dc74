import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { encodeRootDocument } from '@wallet-service/signer-protocol';
import { documentOf, makeWorld, newKey, soon, type World } from './witness-world.js';

let world: World;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

describe('the root document that a witness starts with', () => {
  it('need not name it, but then it says so, until one does', async () => {
    const other = newKey();
    const file = path.join(world.folder, 'other-root.json');
    writeFileSync(
      file,
      encodeRootDocument({ ...world.root, witnesses: { keys: [other.key], threshold: 1 } }),
    );
    const witness = await world.start({ ROOT_DOCUMENT_FILE: file, NEW_STATE_UNTIL: soon() });
    expect(witness.process.output()).toContain('does not name this witness');
    expect(await witness.metric('wallet_service_witness_named')).toBe(0);
    await witness.ask({ rootDocument: world.laterRoot({}) });
    expect(await witness.metric('wallet_service_witness_named')).toBe(1);
  });

  it.each([
    ['a document of another kind', () => documentOf('app', 1)],
    ['nonsense', () => Buffer.from('[]')],
    ['signed by too few of its own roots', () => world.laterRoot({}, world.roots[0])],
  ])('must not be %s', async (_, content) => {
    const file = path.join(world.folder, 'wrong.json');
    writeFileSync(file, content());
    const said = await world.startInVain({ ROOT_DOCUMENT_FILE: file, NEW_STATE_UNTIL: soon() });
    expect(said).toContain('is not a root document');
  });

  it('of an older version does not replace a newer one that the witness has taken', async () => {
    const witness = await world.start({ NEW_STATE_UNTIL: soon() });
    await witness.ask({ rootDocument: world.laterRoot({ version: 7 }) });
    await witness.end();
    const between = path.join(world.folder, 'between.json');
    writeFileSync(between, world.laterRoot({ version: 5 }));
    const next = await world.start({ ROOT_DOCUMENT_FILE: between });
    expect((await next.ask({})).rootVersion).toBe('7');
    await next.end();
    const others = [newKey(), newKey()];
    const foreign = path.join(world.folder, 'foreign.json');
    const roots = { keys: others.map(({ key }) => key), threshold: 2 };
    writeFileSync(foreign, world.laterRoot({ version: 6, roots }, ...others));
    expect(await world.startInVain({ ROOT_DOCUMENT_FILE: foreign })).toContain('is older than version 7');
    writeFileSync(foreign, world.laterRoot({ version: 8, roots }, ...others));
    const replaced = await world.start({ ROOT_DOCUMENT_FILE: foreign });
    expect((await replaced.ask({})).rootVersion).toBe('8');
  });
});
