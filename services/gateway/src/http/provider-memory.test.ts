import { defaultTokenSettings } from '@wallet-service/jwt';
import { createMemoryStore } from '@wallet-service/redis';
import { createAuthenticStore } from './authentic-store.js';
import { createProviderMemory, type ProviderAnswer } from './provider-memory.js';

const answer: ProviderAnswer = {
  revision: '7',
  applicationId: 'application-1',
  providerId: 'provider-1',
  opJwtMode: 'observe',
  maxLifetimeSeconds: 300,
  issuer: 'https://login.example',
  audience: 'app',
  assertsEmail: false,
  tokenSettings: defaultTokenSettings,
  claimPossible: 'refuse',
  pregenerates: false,
  keySetJson:
    '{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}',
};

const store = createMemoryStore({ now: Date.now });
const gateway = (key = Buffer.alloc(32, 1)) => createProviderMemory(createAuthenticStore(store, key));

describe('the memory of providers and their key sets', () => {
  it('returns what was stored, with the keys ready for use', async () => {
    const memory = createProviderMemory();
    expect(await memory.recall('pk', 'provider-1')).toBeUndefined();
    memory.remember('pk', 'provider-1', answer);
    expect(await memory.recall('pk', 'provider-1')).toMatchObject({
      ...answer,
      keys: new Map([['k1', expect.anything()]]),
    });
    expect(await memory.recall('pk-other', 'provider-1')).toBeUndefined();
  });

  it('shares with a gateway that has the same key, and with no other', async () => {
    gateway().remember('pk', 'provider-1', answer);
    expect(await gateway().recall('pk', 'provider-1')).toMatchObject(answer);
    expect(await gateway(Buffer.alloc(32, 2)).recall('pk', 'provider-1')).toBeUndefined();
  });

  it('ignores an entry that was moved to another provider', async () => {
    const written: string[] = [];
    const noting = {
      get: (name: string) => store.get(name),
      set: (name: string, ...rest: [string, number]) => (written.push(name), store.set(name, ...rest)),
    };
    const memory = createProviderMemory(createAuthenticStore(noting, Buffer.alloc(32, 1)));
    memory.remember('pk', 'a', answer);
    memory.remember('pk', 'b', answer);
    const [a = '', b = ''] = written;
    await store.set(b, (await store.get(a)) ?? '', 1_000);
    expect(await gateway().recall('pk', 'a')).toBeDefined();
    expect(await gateway().recall('pk', 'b')).toBeUndefined();
  });
});
