import { changesOf, goOn, overtakenOf, withEdit, yieldTo } from './edits.ts';

const known = { default_action: 'allow', allowed_origins: ['https://a.example'], name: 'Checkout' };

it('has what differs, and nothing else', () => {
  const edits = withEdit({}, known, 'default_action', 'deny');
  expect(changesOf(edits, known)).toEqual({ default_action: 'deny' });
  expect(changesOf(withEdit(edits, known, 'allowed_origins', []), known)).toEqual({
    default_action: 'deny',
    allowed_origins: [],
  });
  expect(withEdit(edits, known, 'default_action', 'allow')).toEqual({});
});

it('takes no notice of what somebody else changes elsewhere', () => {
  const edits = withEdit({}, known, 'default_action', 'deny');
  const newest = { ...known, name: 'Shop' };
  expect(overtakenOf(edits, newest)).toEqual({});
  expect(changesOf(edits, newest)).toEqual({ default_action: 'deny' });
});

it('says what somebody else has changed of the same, until the person goes on from it or yields', () => {
  const edits = withEdit(withEdit({}, known, 'name', 'Till'), known, 'default_action', 'deny');
  const newest = { ...known, name: 'Shop' };
  expect(overtakenOf(edits, newest)).toEqual({ name: { from: 'Checkout', to: 'Till' } });
  const kept = goOn(edits, newest);
  expect(overtakenOf(kept, newest)).toEqual({});
  expect(changesOf(kept, newest)).toEqual({ name: 'Till', default_action: 'deny' });
  expect(changesOf(yieldTo(edits, newest), newest)).toEqual({ default_action: 'deny' });
  expect(overtakenOf(edits, { ...known, name: 'Till' })).toEqual({});
});
