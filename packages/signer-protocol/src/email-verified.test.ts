import { isEmailVerified } from './email-verified.js';

const cognito = 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab12Cd34E';

it.each(['https://appleid.apple.com', cognito, cognito.replace('.com/', '.com.cn/')])(
  '%s sends the text "true" for an address that it verified',
  (issuer) => {
    expect(isEmailVerified(issuer, 'true')).toBe(true);
    expect(isEmailVerified(issuer, true)).toBe(true);
    for (const claim of [
      'True',
      'TRUE',
      ' true',
      'false',
      '',
      1,
      [true],
      ['true'],
      { true: true },
      null,
      undefined,
    ])
      expect([claim, isEmailVerified(issuer, claim)]).toEqual([claim, false]);
  },
);

it.each([
  'https://login.example.com',
  'https://appleid.apple.com/',
  'http://appleid.apple.com',
  'https://appleid.apple.com.evil.example',
  'https://evil.example/https://appleid.apple.com',
  'https://APPLEID.apple.com',
  'https://appleid.apple.com\n',
  `${cognito}/`,
  `${cognito}\n`,
  cognito.replace('https', 'http'),
  'https://cognito-idp.evil.example/eu-central-1_Ab12Cd34E',
  'https://cognito-idp.x.evil.amazonaws.com/eu-central-1_Ab12Cd34E',
  'https://cognito-idp.eu-central-1.amazonaws.com.evil.example/eu-central-1_A',
  'https://evil.example/?cognito-idp.eu-central-1.amazonaws.com/eu-central-1_A',
  '',
])('the text "true" of %j proves nothing, and the boolean does', (issuer) => {
  expect(isEmailVerified(issuer, 'true')).toBe(false);
  expect(isEmailVerified(issuer, true)).toBe(true);
});
