import { measurementsIn } from './attested.ts';

const digest = 'ab'.repeat(48);

it.each([
  ['registers by number', { 0: digest, 2: digest }],
  ['the file of a release', { pcrs: { 0: digest, 2: digest } }],
  ['registers by name', { PCR0: digest, PCR2: digest }],
])('reads %s', (_, given) => {
  expect(measurementsIn(JSON.stringify(given))).toEqual({ 0: digest, 2: digest });
});

it.each([
  ['no register 0', { 1: digest }],
  ['a short digest', { 0: 'ab' }],
  ['another name', { 0: digest, image: digest }],
])('refuses %s', (_, given) => {
  expect(() => measurementsIn(JSON.stringify(given))).toThrow('SHA-384');
});
