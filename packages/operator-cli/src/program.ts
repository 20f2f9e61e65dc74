import { Refused } from '@wallet-service/signer-protocol';
import { admin } from './admin/admin-command.js';
import { verifyAttestation } from './attestation/verify-attestation-command.js';
import { auditVerify } from './audit/verify-command.js';
import { printing, type Command } from './command-line/command.js';
import { UsageError } from './command-line/flags.js';
import { visibleSentence } from './command-line/visible-text.js';
import { composeInit } from './compose/init-command.js';
import { secretsMake } from './secrets/make-command.js';
import type { Surroundings } from './surroundings.js';
import { trustCommands } from './trust/trust-commands.js';

const commands: Readonly<Record<string, Command>> = {
  admin,
  'audit verify': auditVerify,
  ...trustCommands,
  'attestation verify': {
    takes: '--url URL --measurements FILE [--root PEM]',
    about: 'checks that every signer behind a gateway runs the published enclave image',
    details: "\n  --root PEM   another root certificate than AWS's, for emulators. Proves nothing",
    run: printing(verifyAttestation),
  },
  'compose init': composeInit,
  'secrets make': secretsMake,
};

const failed = 1;
const wrongUsage = 2;

/**
 * The operator's program: `args` begin with the words of a command. Resolves to the exit code when all output
 * is written. `--help` after any words shows what can follow them.
 */
export async function runProgram(args: readonly string[], surroundings: Surroundings): Promise<number> {
  if (args.includes('--help')) {
    console.log(helpFor(args));
    return 0;
  }
  const found = commandIn(args);
  try {
    if (!found) throw new UsageError('name one of the commands');
    return await found.command.run(found.rest, surroundings);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    if (error instanceof Refused) console.error(visibleSentence(JSON.stringify(error.details)));
    if (!(error instanceof UsageError)) return failed;
    console.error(`\n${helpFor(args)}`);
    return wrongUsage;
  }
}

function commandIn(args: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ');
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command) return { command, rest: args.slice(words) };
  }
  return undefined;
}

/** The usage of the commands that start with the first words of `args`, or a list of all commands. */
function helpFor(args: readonly string[]): string {
  const all = Object.entries(commands);
  for (const words of [2, 1]) {
    const start = args.slice(0, words).join(' ');
    const group = all.filter(([name]) => name === start || name.startsWith(`${start} `));
    if (args.length >= words && group.length > 0) return group.map(usageOf).join('\n\n');
  }
  const widest = Math.max(...all.map(([name]) => name.length));
  return [
    'wallet-service COMMAND',
    '',
    ...all.map(([name, { about }]) => `  ${name.padEnd(widest)}  ${about}`),
    '',
    'wallet-service COMMAND --help says what a command takes.',
  ].join('\n');
}

function usageOf([name, { takes, about, details }]: [string, Command]): string {
  return [`wallet-service ${name} ${takes}`, `  ${about}`, ...(details === undefined ? [] : [details])].join(
    '\n',
  );
}
