// Compiles the two WebAssembly modules of this package from vendor/ and wasm/, into src/generated/. The same sources
// and the same compiler give the same bytes: no other program (such as wasm-opt) touches them.
//   node packages/secp256k1/build.mjs [FOLDER]: into FOLDER instead, to compare
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('.', import.meta.url));
/** Debian 12's packages clang-19 and lld-19. A version that gives other bytes fails the test. */
const compiler = { clang: 'clang-19', linker: 'wasm-ld-19', version: '19.1.7' };
// Three times what the modules need: 4,912 bytes to recover.
const stackBytes = 16384;

const shared = [
  '--target=wasm32-unknown-unknown',
  ...['-std=c11', '-O3', '-msimd128', '-mbulk-memory'],
  ...['-ffreestanding', '-nostdinc', '-w', '-ffunction-sections', '-fdata-sections'],
  // 26-bit limbs: WebAssembly has no product of two 64-bit numbers.
  '-DUSE_FORCE_WIDEMUL_INT64',
];
const modules = {
  // The larger of the library's two tables for signing: 86 KiB.
  signing: {
    flags: ['-DCOMB_BLOCKS=43', '-DCOMB_TEETH=6', '-DECMULT_WINDOW_SIZE=2'],
    functions: ['begin', 'is_private_key', 'make_public_key', 'add', 'sign'],
  },
  // 128 KiB of tables. 1 MiB (a window of 15) is hardly faster.
  checking: {
    flags: ['-DCOMB_BLOCKS=2', '-DCOMB_TEETH=5', '-DECMULT_WINDOW_SIZE=12'],
    functions: ['begin', 'recover'],
  },
};

const [out = path.join(home, 'src/generated')] = process.argv.slice(2);
const found = versionOf(compiler.clang);
if (found === undefined) {
  console.error(`${compiler.clang} is not installed: apt-get install clang-19 lld-19`);
  process.exit(2);
}
if (found !== compiler.version)
  console.error(`clang is ${found}, and what is committed was made with ${compiler.version} of Debian 12`);
for (const [name, module] of Object.entries(modules)) {
  const base64 = compiled(name, module).toString('base64');
  const text = `// Made by build.mjs from vendor/ and wasm/${name}.c.\nexport const ${name}Module =\n  '${base64}';\n`;
  writeFileSync(path.join(out, `${name}-module.ts`), text);
}

function compiled(name, { flags, functions }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'secp256k1-'));
  try {
    const [object, module] = [path.join(folder, 'object'), path.join(folder, 'module')];
    const headers = execFileSync(compiler.clang, ['-print-resource-dir'], { encoding: 'utf8' }).trim();
    const includes = [
      ...['-isystem', path.join(headers, 'include'), '-Iwasm/include'],
      ...['-Ivendor/libsecp256k1/src', '-Ivendor/libsecp256k1/include', '-Ivendor/libsecp256k1'],
    ];
    const run = (program, args) => execFileSync(program, args, { cwd: home, stdio: 'inherit' });
    run(compiler.clang, [...shared, ...includes, ...flags, '-c', `wasm/${name}.c`, '-o', object]);
    run(compiler.linker, [
      ...['--no-entry', '--gc-sections', '--strip-all'],
      // The stack is below everything else, so that an overflow traps.
      ...[
        '--stack-first',
        '-z',
        `stack-size=${stackBytes}`,
        '--initial-memory=262144',
        '--max-memory=262144',
      ],
      ...[...functions, 'passed'].map((symbol) => `--export=${symbol}`),
      ...[object, '-o', module],
    ]);
    return readFileSync(module);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function versionOf(program) {
  try {
    return /version (\S+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1];
  } catch {
    return undefined;
  }
}
