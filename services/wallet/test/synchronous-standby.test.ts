import {
  hasPostgresPrograms,
  startPostgresPair,
  type PostgresPair,
} from '@wallet-service/test-kit/postgres-pair';
import { until } from '@wallet-service/test-kit/until';
import { realSuite, type RealSuite, type Running } from './real-suite.js';

// The wallet service on a primary and a standby that replicate.

const withPostgres = hasPostgresPrograms ? describe : describe.skip;

withPostgres('a synchronous standby (needs the Debian package postgresql)', () => {
  let pair: PostgresPair;
  let suite: RealSuite;

  beforeAll(async () => {
    pair = await startPostgresPair();
    suite = await realSuite('wallet_standby', pair.url);
    await Promise.all([suite.startSigner(), suite.startPolicy()]);
  });
  afterAll(async () => {
    await suite.stop();
    await pair.end();
  });

  const missing = 'wallet_service_synchronous_standby_missing';
  const isMissing = async ({ operations }: Running): Promise<string | undefined> => {
    const page = await (await fetch(`${operations}/metrics`)).text();
    return new RegExp(`^${missing}(?:\\{.*\\})? (\\d)$`, 'm').exec(page)?.[1];
  };
  const said = ({ output }: Running): boolean =>
    output().includes('INCIDENT: Postgres has no synchronous standby');

  it('is required in order to start: a standby that commits do not wait for is not one', async () => {
    await expect(suite.startWallet(0, { SYNCHRONOUS_STANDBY: 'required' })).rejects.toThrow(
      'Postgres has no synchronous standby',
    );
  });

  it('is missed, but not needed, where the setting says so', async () => {
    const warned = await suite.startWallet(0, { SYNCHRONOUS_STANDBY: 'warn' });
    expect(said(warned)).toBe(true);
    expect(await isMissing(warned)).toBe('1');
    await suite.kill(warned);
    const quiet = await suite.startWallet(0, { SYNCHRONOUS_STANDBY: 'off' });
    expect(said(quiet)).toBe(false);
    expect(await isMissing(quiet)).toBe('0');
    await suite.kill(quiet);
  });

  it('lets the service start, and is missed while it is away', async () => {
    pair.waitForStandby(true);
    const running = await until('a start', () =>
      suite.startWallet(0, { SYNCHRONOUS_STANDBY: 'required' }).catch(() => undefined),
    );
    expect(said(running)).toBe(false);
    expect(await isMissing(running)).toBe('0');
    await pair.stopStandby();
    await until('the alarm', async () => (await isMissing(running)) === '1');
    await pair.startStandby();
    await until('its end', async () => (await isMissing(running)) === '0');
  });
});
