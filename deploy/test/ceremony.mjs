// The ceremony of a root document, as deploy/runbook/trust.md has it, on the running stack.
import { chownSync, copyFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sh } from './shell.mjs';

const { SECRETS_DIR: folder, COMPOSE: compose, TRUST: trust } = process.env;
export const publicKeyOf = (name) => path.join(folder, 'trust', `${name}.pub.pem`);
const [next, exchanged] = ['next.json', 'exchange/next.json'].map((name) => path.join(folder, name));
/** What containers start with, and the previous document of a ceremony. */
export const startedWith = path.join(folder, 'trust/root-document.json');
const witnesses = ['a', 'b', 'c'].map((name) => publicKeyOf(`witness-${name}-key`));

/**
 * Makes the next root document, which these private keys sign. `roots`: public keys, of which `threshold` sign the
 * documents of the next image.
 */
export async function sign({ roots, threshold, verdictKeys, signers }) {
  const flags = [
    ...roots.map((file) => `--root ${file}`),
    `--root-threshold ${threshold}`,
    ...verdictKeys.map((file) => `--verdict-key ${file}`),
    `--registrar ${publicKeyOf('registrar-key')}`,
    ...witnesses.map((file) => `--witness ${file}`),
    '--witness-threshold 2 --version $(date +%s) --expires-in-days 730',
    `--previous ${startedWith} --out ${next}`,
  ];
  await sh(`${trust} make-root ${flags.join(' ')}`);
  for (const key of signers)
    await sh(`${trust} sign --document ${next} --previous ${startedWith} --key ${key} --out ${next}`);
  return next;
}

export const verify = (document) => sh(`${trust} verify --document ${document} --baked ${startedWith}`);

/** Brings it to witnesses and signers, by the operator's container. */
export async function publish(document) {
  copyFileSync(document, exchanged);
  chownSync(exchanged, 1000, 1000);
  const own = '--ca /run/secrets/ca --cert /run/secrets/operator_cert --key /run/secrets/operator_key_pem';
  const command = 'trust publish --document /exchange/next.json --identity dns:///identity:50051';
  try {
    await sh(`${compose} run --rm operator ${command} ${own} 2>&1`);
  } finally {
    rmSync(exchanged);
  }
}

/** From now on, new images and containers start with it. */
export async function startWith(document) {
  await sh(`install -m 0444 ${document} ${startedWith}`);
  copyFileSync(startedWith, `${process.env.ROOT_DOCUMENT}.new`);
  renameSync(`${process.env.ROOT_DOCUMENT}.new`, process.env.ROOT_DOCUMENT);
}
