import { changesInWords, unjudgedInWords } from './past-decisions.ts';

it('says how many decisions change, and from what to what', () => {
  expect(changesInWords({ changes: [] })).toBe('');
  const changes = [
    { was: 'allow', would_be: 'deny', decisions: 2 },
    { was: 'deny', would_be: 'require_mfa', decisions: 1 },
  ];
  expect(changesInWords({ changes })).toBe('2 from allowed to denied, 1 from denied to a second factor.');
});

it('says why some cannot be judged', () => {
  const notJudged = [
    { because: 'too_large', decisions: 3 },
    { because: 'new_reason', decisions: 1 },
  ];
  expect(unjudgedInWords({ not_judged: notJudged })).toBe(
    'Not judged: 3 (the request has more than 16 KiB and is not stored), 1 (new_reason).',
  );
});
