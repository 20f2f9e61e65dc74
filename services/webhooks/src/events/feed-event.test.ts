import { payloadOf, type FeedEvent } from './feed-event.js';

const event: FeedEvent = {
  id: 'evt_01',
  type: 'wallet.created',
  source: 'wallet',
  position: 1n,
  timeMs: 1_700_000_000_123,
  orderingKey: '01890a5d-ac96-774b-bcce-b302099a8057',
  dataJson: '{"wallet_id":"w"}',
  traceId: '',
};

describe('payloadOf', () => {
  it('has the type, the time of the event and its data', () => {
    expect(payloadOf(event)).toBe(
      '{"type":"wallet.created","timestamp":"2023-11-14T22:13:20.123Z","data":{"wallet_id":"w"}}',
    );
  });

  it.each<[Partial<FeedEvent>, string]>([
    [{ id: 'evt_1.2' }, 'unusable id'],
    [{ id: 'msg_1' }, 'unusable id'],
    [{ id: `evt_${'x'.repeat(61)}` }, 'unusable id'],
    [{ type: 'wallet' }, 'no type'],
    [{ orderingKey: '' }, 'ordering key'],
    [{ orderingKey: 'a b' }, 'ordering key'],
    [{ dataJson: '[]' }, 'no data'],
    [{ dataJson: 'null' }, 'no data'],
    [{ dataJson: '{' }, 'JSON'],
    [{ dataJson: JSON.stringify({ text: 'x'.repeat(21_000) }) }, 'too large'],
  ])('refuses what no feed may send: %j', (wrong, reason) => {
    expect(() => payloadOf({ ...event, ...wrong })).toThrow(reason);
  });
});
