import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Interface } from 'ethers';

export type Compiled = { readonly abi: Interface; readonly creation: string; readonly code: string };

type Output = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, Artifact>>>>;
};
type Artifact = {
  readonly abi: never;
  readonly evm: { readonly bytecode: Code; readonly deployedBytecode: Code };
};
type Code = { readonly object: string };

const files = ['assets.sol', 'agents.sol', 'lens.sol'];
const require = createRequire(import.meta.url);
const solc = require('solc') as { compile: (input: string) => string };

/** The contracts in this folder, by name. Takes some seconds. */
export function compileContracts(): (name: string) => Compiled {
  const content = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((file) => [file, { content: content(file) }])),
    settings: {
      evmVersion: 'prague',
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  };
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
  const wrong = errors.filter(({ severity }) => severity === 'error');
  if (wrong.length > 0) throw new Error(wrong.map((each) => each.formattedMessage).join('\n'));
  const all = Object.assign({}, ...Object.values(contracts)) as Readonly<Record<string, Artifact>>;
  return (name) => {
    const artifact = all[name];
    if (!artifact) throw new Error(`no contract ${name}`);
    const { bytecode, deployedBytecode } = artifact.evm;
    return {
      abi: new Interface(artifact.abi),
      creation: `0x${bytecode.object}`,
      code: `0x${deployedBytecode.object}`,
    };
  };
}
