// Trust without hands, on the running stack: a provider changes its key, witnesses are away, and one loses its disk.
import { setTimeout as sleep } from 'node:timers/promises';
import { look, manage, post, provider } from './client.mjs';
import { idOf, inspect, logOf, project } from './docker.mjs';
import { whileUsersSign } from './load.mjs';
import { sh } from './shell.mjs';
import { audience, issuer, makeKeys, makeToken, withdrawOthers } from './token.mjs';

const { TEST_DIR: folder } = process.env;
const jwksUri = 'https://keys.example.com/jwks.json';
const longestMs = { new: 5_000, withdrawn: 60_000, reconnect: 10_000 };

/**
 * The provider publishes a new key beside the old one and signs with it at once. Then it withdraws the old one. No
 * request may fail, but those with tokens of a withdrawn key, which must end.
 */
export async function providerRotationFaults(wallet) {
  const found = [];
  const { faults, refused } = await whileUsersSign(wallet, async () => {
    await sleep(3_000);
    const old = makeToken(folder, 'demo-user');
    const began = Date.now();
    makeKeys(folder, 'test-2', true);
    const first = await signWith(makeToken(folder, 'demo-user'));
    if (first.status !== 200) found.push(`the first token of the new key gets ${outcomeOf(first)}`);
    const firstMs = Date.now() - began;
    if (firstMs > longestMs.new) found.push(`the first token of the new key takes ${firstMs} ms`);
    const still = await signWith(old);
    if (still.status !== 200) found.push(`the old key, which is still published, gets ${outcomeOf(still)}`);

    withdrawOthers(folder, 'test-2');
    const { ms, outcome } = await untilRefused(old);
    console.log(`       new key after ${firstMs} ms, withdrawn one refused after ${ms} ms: ${outcome}`);
    if (ms > longestMs.withdrawn) found.push(`a withdrawn key signs for ${ms} ms`);
    if (!/^401 auth\./.test(outcome)) found.push(`a withdrawn key gets ${outcome}`);
    await sleep(3_000);
    const { body } = await look(`/v1/identity/provider/${provider.id}/status`);
    const kids = (body.keys ?? []).map(({ kid }) => kid).join();
    if (!body.trusted || kids !== 'test-2')
      found.push(`the provider's status is ${JSON.stringify(body).slice(0, 300)}`);
  });
  return [...found, ...faults, ...(refused === 0 ? [] : [`${refused} requests failed`])];
}

const signWith = (token) =>
  post(
    '/sign/message',
    { message_base64: Buffer.from(`rotation ${Date.now()}`).toString('base64') },
    { authorization: `Bearer ${token}` },
  );
const outcomeOf = ({ status, body }) => `${status} ${body.code ?? ''}`;

/** By every gateway and signer: four refusals in a row. */
async function untilRefused(token) {
  const began = Date.now();
  let last = 0;
  for (let refusals = 0, outcome = ''; ;) {
    const answer = await signWith(token);
    if (answer.status === 200) {
      last = Date.now() - began;
      refusals = 0;
    } else {
      outcome = outcomeOf(answer);
      refusals += 1;
    }
    if (refusals === 4 || last > 2 * longestMs.withdrawn) return { ms: last, outcome };
    await sleep(250);
  }
}

/** Users sign all the time, while one witness is away, one loses its disk, and two are away. */
export async function witnessFaults(wallet) {
  const found = [];
  const { faults, refused } = await whileUsersSign(wallet, async () => {
    found.push(...(await oneAwayFaults('witness-a')));
    found.push(...(await diskLostFaults('witness-b', 'witness-c')));
    found.push(...(await twoAwayFaults(['witness-a', 'witness-c'])));
  });
  return [...found, ...faults, ...(refused === 0 ? [] : [`${refused} requests failed`])];
}

async function oneAwayFaults(witness) {
  await stop([witness]);
  const faults = await newProviderFaults(`without ${witness}`);
  await start([witness]);
  return faults;
}

/** Without its disk a witness must not speak. As a new one it learns from identity what is the newest. */
async function diskLostFaults(witness, other) {
  await sh(`docker rm --force ${idOf(witness)} && docker volume rm ${project}_${witness}-state`);
  await sh(`${process.env.COMPOSE} up --detach --no-deps ${witness} 2>&1`);
  await sleep(15_000);
  const log = logOf(idOf(witness));
  const faults = [
    ...(inspect(witness).State.Health.Status === 'healthy' ? [`${witness} works without its disk`] : []),
    ...(log.includes('has no state of a witness') ? [] : [`${witness} says ${log.slice(-200)}`]),
    ...(await newProviderFaults(`without the disk of ${witness}`)),
  ];
  const until = new Date(Date.now() + 600_000).toISOString().replace(/\.\d+Z/, 'Z');
  await sh(`deploy/compose/roll.sh ${witness}`, { NEW_STATE_UNTIL: until });
  // Rolled again without the variable, it keeps its new state.
  await sh(`deploy/compose/roll.sh ${witness}`);
  // Now it must agree, because only one other is there.
  await stop([other]);
  faults.push(...(await newProviderFaults(`with the new ${witness}`)));
  await start([other]);
  return faults;
}

async function twoAwayFaults(witnesses) {
  await stop(witnesses);
  const faults = [];
  const { status, body } = await register('too-few');
  if (status !== 503 || body.code !== 'trust.witnesses-unavailable')
    faults.push(`with two witnesses away, a registration gets ${status} ${body.code}`);
  // Longer than the services trust without asking.
  await sleep(30_000);
  const { status: signed } = await signWith(makeToken(folder, 'demo-user'));
  if (signed !== 200) faults.push(`with two witnesses away, signing gets ${signed}`);
  await start(witnesses);
  await untilReached('reached-again');
  return [...faults, ...(await newProviderFaults('with all witnesses'))];
}

/** Identity connects to them again after a pause. Until then callers are told to try again. */
async function untilReached(name) {
  for (const began = Date.now(); Date.now() - began < longestMs.reconnect; await sleep(500)) {
    const { status, body } = await register(name);
    if (status === 201) await manage('DELETE', `/v1/identity/provider/${body.id}`);
    if (status !== 503) return;
  }
}

const register = (name) =>
  manage('POST', '/v1/identity/provider', { issuer, audience: name, jwks_uri: jwksUri });

/** A provider is registered, trusted within five seconds, and removed. */
async function newProviderFaults(when) {
  const began = Date.now();
  const { status, body } = await register(`${audience}-${began}`);
  if (status !== 201) return [`${when}, a registration gets ${status} ${body.code}`];
  const at = `/v1/identity/provider/${body.id}`;
  let trusted = false;
  while (!trusted && Date.now() - began < longestMs.new) {
    trusted = (await look(`${at}/status`)).body.trusted;
    if (!trusted) await sleep(200);
  }
  const { status: removed } = await manage('DELETE', at);
  return [
    ...(trusted ? [] : [`${when}, a new provider is not trusted within ${longestMs.new} ms`]),
    ...(removed === 204 ? [] : [`${when}, its removal gets ${removed}`]),
  ];
}

const stop = (witnesses) => sh(`docker stop ${witnesses.map(idOf).join(' ')}`);

async function start(witnesses) {
  await sh(`docker start ${witnesses.map(idOf).join(' ')}`);
  for (let attempt = 0; attempt < 60; attempt++) {
    if (witnesses.every((name) => inspect(name).State.Health.Status === 'healthy')) return;
    await sleep(1_000);
  }
  throw new Error(`${witnesses.join(', ')} do not come back`);
}
