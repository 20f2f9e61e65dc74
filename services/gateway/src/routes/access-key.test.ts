import { accessKeyBytes, accessKeyText } from './access-key.js';

const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => 200 + index));
const text = accessKeyText(bytes);

describe('access keys', () => {
  it('are 46 characters that encode 32 bytes', () => {
    expect(text).toMatch(/^ak_[A-Za-z0-9_-]{43}$/);
    expect(accessKeyBytes(text)).toEqual(bytes);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['no prefix', text.slice(3)],
    ['another prefix', `sk_${text.slice(3)}`],
    ['31 bytes', accessKeyText(bytes.subarray(1))],
    ['33 bytes', accessKeyText(Buffer.concat([bytes, Buffer.of(1)]))],
    ['padding', `${text}=`],
    ['a space', `${text} `],
    ['unused bits that are set', `${text.slice(0, -1)}_`],
    ['the other base64 alphabet', `ak_${bytes.toString('base64').replace('=', '')}`],
  ])('%s is not an access key', (_title, given) => {
    expect(() => accessKeyBytes(given)).toThrow(
      expect.objectContaining({ code: 'wallet.access-key-invalid' }) as Error,
    );
  });
});
