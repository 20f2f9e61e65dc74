import { SignerGone } from './signer-gone.js';
import { untilSignerKnown } from './until-signer-known.js';

it('waits until the signer is known by name', async () => {
  const names = ['', '', 'c2lnbmVy', ''];
  await untilSignerKnown({ nextSigner: () => names.shift() ?? '' }, () => 0, { deadline: 1_000 });
  expect(names).toEqual(['']);
});

it('gives up at the deadline', async () => {
  let time = 0;
  const waiting = untilSignerKnown({ nextSigner: () => '' }, () => (time += 10), { deadline: 100 });
  await expect(waiting).rejects.toBeInstanceOf(SignerGone);
});
