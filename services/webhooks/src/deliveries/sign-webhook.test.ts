import { Webhook } from 'standardwebhooks';
import { signWebhook } from './sign-webhook.js';

const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');

describe('signWebhook', () => {
  it('agrees with an independent library', () => {
    const timestamp = 1_614_265_330;
    const payload = '{"test": 2432232314, "ünïcode": "✓"}';
    const headers = signWebhook('evt_p5jXN8AQM9LWM0D4loKWxJek', timestamp, payload, [secret]);
    expect(headers).toEqual({
      'webhook-id': 'evt_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': new Webhook(`whsec_${secret.toString('base64')}`).sign(
        'evt_p5jXN8AQM9LWM0D4loKWxJek',
        new Date(timestamp * 1000),
        payload,
      ),
    });
  });

  it('gives one signature per secret, separated by blanks', () => {
    const other = Buffer.alloc(32, 1);
    const signature = (secrets: Buffer[]) => signWebhook('evt_1', 1, '{}', secrets)['webhook-signature'];
    expect(signature([secret, other])).toBe(`${signature([secret])} ${signature([other])}`);
  });
});
