import { writeFileSync } from 'node:fs';
import { measureTrust } from '@wallet-service/enclave-signer/bench';
import { measureEngine } from '@wallet-service/policy/bench';
import { readArguments, runCommand } from '@wallet-service/local-stack';
import { engineReport } from './engine.js';
import { measureScale } from './scale.js';
import { scaleJson, scaleReport } from './scale-report.js';
import { fullSize, measureSize } from './size.js';
import { sizeFigures, sizeReport } from './size-report.js';
import { measureSigning } from './measure-signing.js';
import { signingJson, signingReport } from './signing-report.js';
import { timelineSvg } from './timeline/timeline-svg.js';
import { trustReport } from './trust.js';

const engineMs = 300;
const scaleSeconds = 4;

const { values } = readArguments(
  `pnpm bench: compares the signing path with a baseline. Takes about a quarter of an hour, starts its own stacks
  --json FILE     writes every figure there, too
  --svg FILE      draws where the time and the CPU of a signature go
  --rounds N      of each measurement (5)
  --seconds N     of each measurement in a round (2)
pnpm bench --trust: what 100,000 applications cost a signer. Takes some minutes, and needs no stack
pnpm bench --scale: what two and four wallet replicas sign, as ratios to one. Takes some minutes, starts its own stacks
  --json FILE     writes the ratios there, too
  --rounds N      of each measurement (5)
pnpm bench --size: whether a million wallets, ten million journal entries, a thousand applications and an hour of load
  make signatures dearer, as ratios to fresh stacks. Takes an hour and a half, and 20 GB in the temporary folder
  --json FILE     writes the ratios there, too
  --rounds N      of each measurement (5)
  --seconds N     of each measurement in a round (2)
  --minutes N     of load before the rounds (60)
  --part N        of the size, such as 0.1 (1)`,
  {
    trust: { type: 'boolean' },
    scale: { type: 'boolean' },
    size: { type: 'boolean' },
    minutes: { type: 'string', default: '60' },
    part: { type: 'string', default: '1' },
    json: { type: 'string' },
    svg: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
);
if (values.trust) await benchTrust();
else if (values.size) await benchSize();
else await (values.scale ? benchScale() : benchSigning());

function atLeastOne(name: 'rounds' | 'seconds'): number {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name}: must be an integer from 1 up`);
  return value;
}

function benchSigning(): Promise<void> {
  return runCommand(async ({ announce, signal }) => {
    const options = { rounds: atLeastOne('rounds'), seconds: atLeastOne('seconds'), signal };
    const result = await measureSigning(options, announce).catch((error: unknown) => {
      throw signal.aborted ? new Error('stopped before the end: nothing is reported') : error;
    });
    console.log(`\n${signingReport(result)}\n`);
    if (values.json !== undefined) writeFileSync(values.json, signingJson(result));
    if (values.svg !== undefined) writeFileSync(values.svg, timelineSvg(result.timeline));
    announce('policy engine');
    console.log(`\n${engineReport(measureEngine(engineMs))}\n`);
  });
}

function benchScale(): Promise<void> {
  return runCommand(async ({ announce, signal }) => {
    const options = { rounds: atLeastOne('rounds'), secondsEach: scaleSeconds, signal };
    const figures = await measureScale(options, announce);
    console.log(`\n${scaleReport(figures)}\n`);
    if (values.json !== undefined) writeFileSync(values.json, scaleJson(figures));
  });
}

function benchSize(): Promise<void> {
  const part = Number(values.part);
  if (!(part > 0 && part <= 1)) throw new Error('--part: must be more than 0 and at most 1');
  const loadMinutes = Number(values.minutes);
  if (!(loadMinutes >= 0)) throw new Error('--minutes: must be a number from 0 up');
  const size = {
    applications: Math.ceil(fullSize.applications * part),
    wallets: Math.ceil(fullSize.wallets * part),
    entries: Math.ceil(fullSize.entries * part),
  };
  return runCommand(async ({ announce, signal }) => {
    const options = { rounds: atLeastOne('rounds'), seconds: atLeastOne('seconds'), loadMinutes, signal };
    const figures = sizeFigures(await measureSize(size, options, announce));
    console.log(`\n${sizeReport(figures)}\n`);
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, undefined, 2)}\n`);
  });
}

async function benchTrust(): Promise<void> {
  const measurements = [];
  for await (const measurement of measureTrust([1_000, 10_000, 100_000])) measurements.push(measurement);
  console.log(`\n${trustReport(measurements)}\n`);
}
