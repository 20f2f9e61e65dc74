import { changeSettings, formerDefaultSettings, type PolicySettings } from './settings.js';

const issuers = (count: number, of: string): string[] =>
  Array.from({ length: count }, (_, index) => `https://${of}-${index}.example`);
const withIssuers = (before: readonly string[] | null): PolicySettings => ({
  ...formerDefaultSettings,
  embedded_wallet_provider_ids: ['provider'],
  embedded_wallet_issuers: before,
});

describe('the issuers under STEP_UP policies', () => {
  it('are at most 100, those of before and those that are added together', () => {
    const before = withIssuers(issuers(99, 'before'));
    const full = changeSettings(before, { embedded_wallet_issuers: ['https://added.example'] });
    expect(full.embedded_wallet_issuers).toHaveLength(100);
    const onceMore = () => changeSettings(full, { embedded_wallet_issuers: ['https://more.example'] });
    expect(onceMore).toThrow('set embedded_wallet_provider_ids again');
    expect(changeSettings(full, { embedded_wallet_issuers: ['https://added.example'] })).toEqual(full);
  });

  it('are fewer when the providers are set again', () => {
    const full = withIssuers(issuers(100, 'before'));
    const again = {
      embedded_wallet_provider_ids: ['provider'],
      embedded_wallet_issuers: ['https://now.example'],
    };
    expect(changeSettings(full, again).embedded_wallet_issuers).toEqual(['https://now.example']);
  });

  it('may be as many as an earlier release kept, and no more', () => {
    const many = withIssuers(issuers(150, 'before'));
    const known = { embedded_wallet_issuers: ['https://before-7.example'] };
    expect(changeSettings(many, known).embedded_wallet_issuers).toHaveLength(150);
    const added = { embedded_wallet_issuers: ['https://added.example'] };
    expect(() => changeSettings(many, added)).toThrow('/embedded_wallet_issuers');
  });

  it('stay unknown where they are unknown', () => {
    const changed = changeSettings(withIssuers(null), { embedded_wallet_issuers: ['https://added.example'] });
    expect(changed.embedded_wallet_issuers).toBeNull();
  });
});
