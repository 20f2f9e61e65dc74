import { AppError } from '@wallet-service/errors';
import { reasonOf } from './reason.js';

function outcomeOf(given: string | string[] | undefined): string | undefined {
  try {
    return reasonOf({ 'x-reason': given });
  } catch (error) {
    return error instanceof AppError ? `refused: ${error.fields[0]?.path}` : String(error);
  }
}

it.each([
  [undefined, undefined],
  ['ticket 42', 'ticket 42'],
  [' ticket 42 ', 'ticket 42'],
  [encodeURIComponent('früh, 50 % weniger 🎉'), 'früh, 50 % weniger 🎉'],
  [encodeURIComponent('ü'.repeat(500)), 'ü'.repeat(500)],
])('reads %j as %j', (given, reason) => {
  expect(outcomeOf(given)).toBe(reason);
});

it.each([
  [''],
  ['   '],
  ['50 %'],
  ['%ff'],
  ['früh'],
  ['one%0Atwo'],
  ['%00'],
  ['x'.repeat(501)],
  [encodeURIComponent('ü'.repeat(501))],
  [['one', 'two']],
])('refuses %j and names the header', (given) => {
  expect(outcomeOf(given)).toBe('refused: header X-Reason');
});
