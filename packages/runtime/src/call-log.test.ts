import { createCallLog } from './call-log.js';

function callLog() {
  const measured: unknown[] = [];
  const lines: unknown[] = [];
  const woken: string[] = [];
  const log = createCallLog({
    metrics: { observeRpc: (...call) => measured.push(call) },
    logger: {
      debug: (fields) => lines.push(['debug', fields]),
      info: (fields) => lines.push(['info', fields]),
      error: (fields) => lines.push(['error', fields]),
    },
    onCall: () => woken.push('woken'),
  });
  return { ...log, measured, lines, woken };
}

const traceId = 'a'.repeat(32);

describe('createCallLog', () => {
  it('measures each call and logs it in one line, with its trace id and its caller', () => {
    const { observe, measured, lines } = callLog();
    observe({ method: 'Sign', code: 'policy.denied', seconds: 0.012_34, traceId, caller: 'gateway' });
    expect(measured).toEqual([['Sign', 'policy.denied', 0.012_34]]);
    expect(lines).toEqual([
      ['info', { op: 'Sign', code: 'policy.denied', ms: 12.3, traceId, caller: 'gateway' }],
    ]);
  });

  it.each([
    ['ListEvents', 'ok', 'debug'],
    ['ListChanges', 'ok', 'debug'],
    ['GetTrust', 'ok', 'debug'],
    ['ProposeTrustBundle', 'ok', 'debug'],
    ['GetTrustStatus', 'ok', 'debug'],
    ['ListEvents', 'service.unavailable', 'info'],
    ['GetOrCreateWallet', 'ok', 'info'],
  ])('logs %s that ended with %s at level %s, and ends a rest unless it is a poll', (method, code, level) => {
    const { observe, lines, woken } = callLog();
    observe({ method, code, seconds: 0.001, traceId, caller: 'webhooks' });
    expect(lines).toEqual([[level, expect.objectContaining({ op: method, code })]]);
    expect(woken).toHaveLength(level === 'info' ? 1 : 0);
  });

  it('logs a bug of ours together with the call that hit it', () => {
    const { onInternalError, lines } = callLog();
    const error = new Error('row without key');
    onInternalError(error, { method: 'Sign', traceId });
    expect(lines).toEqual([['error', { err: error, method: 'Sign', traceId }]]);
  });
});
