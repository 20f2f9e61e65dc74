import { microsecondsByStep, modulesByLine, type CpuProfile } from './cpu-profile.js';

const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 0 });
const jwt = 'packages/jwt/src/verify.ts';
const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 5, 6] },
    { id: 2, callFrame: frame('verify', jwt), children: [3] },
    { id: 3, callFrame: frame('verifyOneShot', 'node:internal/crypto/sig'), children: [4] },
    { id: 4, callFrame: frame('info', 'node_modules/pino/lib/proto.js') },
    { id: 5, callFrame: frame('(garbage collector)') },
    { id: 6, callFrame: frame('(idle)') },
  ],
  startTime: 1000,
  samples: [2, 3, 4, 5, 6, 2],
  timeDeltas: [0, 10, 20, 30, 40, 50],
};
const everything = { from: 0, to: Infinity };

it('gives the time of each sample to the nearest module whose work is known', () => {
  const used = microsecondsByStep(profile, everything, (url) => url);
  expect(Object.fromEntries(used)).toEqual({ token: 30, log: 30, 'garbage collection': 40 });
});

it('counts samples between two moments only', () => {
  const used = microsecondsByStep(profile, { from: 1005, to: 1031 }, (url) => url);
  expect(Object.fromEntries(used)).toEqual({ token: 20, log: 30 });
});

it('reads the modules of a bundle from what esbuild writes above them', () => {
  const bundle = [
    'banner',
    '// services/x/src/a.ts',
    'work();',
    '// a comment',
    '  // node_modules/y/z.js',
    'more();',
  ];
  expect(modulesByLine(bundle.join('\n'))).toEqual([
    '',
    ...Array.from({ length: 3 }, () => 'services/x/src/a.ts'),
    ...Array.from({ length: 2 }, () => 'node_modules/y/z.js'),
  ]);
});
