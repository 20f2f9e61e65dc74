import { adminRequest, withLink } from './administrate.js';

it('shows an invitation as a link of the console too, where it knows one', () => {
  const answer = { person_id: 'p', invitation: 'inv_1', time_expires: 1 };
  for (const url of ['https://example.com/console', 'https://example.com/console/'])
    expect(withLink(answer, url)).toEqual({
      ...answer,
      link: 'https://example.com/console/invitation#inv_1',
    });
  expect(withLink(answer, undefined)).toBe(answer);
  for (const other of [undefined, null, 'text', { data: [] }, { ...answer, invitation: null }])
    expect(withLink(other, 'https://example.com')).toBe(other);
});

it('invites a person with an address, and no other command takes one', () => {
  expect(
    adminRequest(['person', 'invite', 'Ada'], { isOperator: true, email: 'ada@example.com' }).body,
  ).toEqual({ name: 'Ada', email: 'ada@example.com', is_operator: true });
  expect(() => adminRequest(['person', 'list'], { email: 'ada@example.com' })).toThrow('--email');
});
