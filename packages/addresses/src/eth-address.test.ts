import { hexToBytes } from '@noble/hashes/utils.js';
import { AppError } from '@wallet-service/errors';
import { parseEthAddress, toChecksumAddress } from './eth-address.js';

// EIP-55, "Test Cases".
const figures = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('an Ethereum address', () => {
  it.each(figures)('%s is its own checksummed form', (text) => {
    expect(toChecksumAddress(hexToBytes(text.slice(2)))).toBe(text);
    expect(toChecksumAddress(parseEthAddress(text))).toBe(text);
  });

  it.each(figures)('%s is read without a checksum, because all letters have one case', (text) => {
    const bytes = hexToBytes(text.slice(2));
    expect(parseEthAddress(text.toLowerCase())).toEqual(bytes);
    expect(parseEthAddress(`0x${text.slice(2).toUpperCase()}`)).toEqual(bytes);
  });

  it.each([
    ['one letter in the wrong case', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['two letters swapped', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAde'],
    ['one digit too few', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['one digit too many', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0'],
    ['no prefix', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['an upper-case prefix', '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a character that is not a hex digit', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg'],
    ['a trailing newline', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\n'],
    ['a name', 'vitalik.eth'],
    ['nothing', ''],
  ])('with %s is refused', (_, text) => {
    expect(() => parseEthAddress(text)).toThrow(AppError);
  });

  it('names the field that it was read from', () => {
    const fields = [{ path: '/payload/to', message: 'an address is 0x and 40 hex digits' }];
    expect(() => parseEthAddress('0x', '/payload/to')).toThrow(
      new AppError('request.invalid', '/payload/to: an address is 0x and 40 hex digits', { fields }),
    );
  });

  it('of 19 bytes has no checksummed form', () => {
    expect(() => toChecksumAddress(new Uint8Array(19))).toThrow(AppError);
  });
});
